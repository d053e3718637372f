"""Placing a name in a hierarchy: parents for a concept that is not there yet, and the hierarchy to look through."""
