"""A terminology changed by people: edits, synonyms, short forms, places, proposals; and taken out again."""
