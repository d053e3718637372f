"""Searching: concepts for a name and why, encoders side by side, the order of rankings."""
