"""Where the later edition differs."""
