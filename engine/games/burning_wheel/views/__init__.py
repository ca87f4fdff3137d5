"""Pictures of this game's own blocks, as HTML and SVG."""
