"""Mentions to concepts: load, prepare, search, order, answer, and how sure; `job` runs them over a file."""
