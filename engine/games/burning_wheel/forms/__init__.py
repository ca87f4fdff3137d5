"""Fields and rows that several forms share, the sheet's among them."""
