"""Mentions of annotated abstracts, normalised under each encoder and switch."""
