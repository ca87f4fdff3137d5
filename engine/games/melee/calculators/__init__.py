"""Calculators of Melee!, a folder for each chapter."""
