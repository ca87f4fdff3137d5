"""Running the game: opponents, ready characters, the first session, and a scene to read."""
