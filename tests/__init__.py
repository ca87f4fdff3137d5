"""What shows that Felloe is right."""
