"""Encoders: opened, trained, their versions and vectors."""
