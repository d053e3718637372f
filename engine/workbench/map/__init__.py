"""The map of an encoder: its drawings, points and names."""
