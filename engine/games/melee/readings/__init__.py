"""Rules as the table reads them."""
