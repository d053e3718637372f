"""Other programs: what they may ask."""
