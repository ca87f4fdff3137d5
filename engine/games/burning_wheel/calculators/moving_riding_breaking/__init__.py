"""Moving, riding, breaking: sprints and chases, riding, and fighting from the saddle."""
