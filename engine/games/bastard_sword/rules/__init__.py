"""What the book says."""
