"""What several chapters show."""
