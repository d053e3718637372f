"""Terminologies: imported, edited, audited, updated to their next release; short forms; files of what people made."""
