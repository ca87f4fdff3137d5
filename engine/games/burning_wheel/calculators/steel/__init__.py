"""Steel."""
