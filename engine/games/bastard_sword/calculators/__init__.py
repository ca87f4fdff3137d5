"""What a reader can ask, a folder a chapter."""
