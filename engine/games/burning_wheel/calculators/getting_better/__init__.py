"""Advancement, practice, teachers, new skills."""
