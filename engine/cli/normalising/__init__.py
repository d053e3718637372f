"""Normalising mentions: files answered, and what people decide about the answers."""
