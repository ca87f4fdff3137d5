"""Dice and tests."""
