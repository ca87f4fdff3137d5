"""Characters: how one is made."""
