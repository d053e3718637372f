"""Search over the names of terminologies: the index, the ranker, and what edits add to both."""
