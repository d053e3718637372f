"""The papers' protocols: pure functions from names, vectors and judged pairs to the rows of their tables."""
