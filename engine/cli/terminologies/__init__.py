"""Terminologies and their hierarchy: in, edited, audited, mapped onto each other, drawn on a plane."""
