"""Encoders of texts: what one is, how a stored one is opened, and the versions that were trained."""
