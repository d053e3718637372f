"""Encoders beside judgements of how related two names are."""
