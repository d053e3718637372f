"""Placing new names: parents ranked, accepted and refused."""
