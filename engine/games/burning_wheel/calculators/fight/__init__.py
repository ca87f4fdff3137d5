"""Fight!: martial conflict in volleys and actions."""
