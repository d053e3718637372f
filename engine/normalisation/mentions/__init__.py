"""The form of a mention: its composites, its spelling, and what it implies."""
