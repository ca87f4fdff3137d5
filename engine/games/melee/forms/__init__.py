"""Fields and rows that several chapters share."""
