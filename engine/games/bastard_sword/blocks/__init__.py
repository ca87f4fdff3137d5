"""What several answers show."""
