"""Fields and rows that several forms and the sheet share."""
