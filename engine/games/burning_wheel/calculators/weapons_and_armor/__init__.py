"""Weapons, armor and damage."""
