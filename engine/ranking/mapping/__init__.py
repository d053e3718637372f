"""A whole terminology mapped onto another: the ranking that a person sees, for every concept in a batch."""
