"""Encoders side by side on a terminology: scores, queries, branches, and what changed between them."""
