"""Search over the names of terminologies: the index of rows, the index of words, and what edits add to both."""
