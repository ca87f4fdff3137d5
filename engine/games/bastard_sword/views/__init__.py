"""Drawings that only this game has."""
