"""Terminologies: imported once and never changed, edited by people, read as they stand after edits."""
