"""Wounds."""
