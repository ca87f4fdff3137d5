"""Blocks of answers that calculators of several chapters show."""
