"""Circles."""
