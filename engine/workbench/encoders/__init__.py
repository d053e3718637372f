"""Encoders: opened, trained, their versions and vectors, the order learnt with them."""
