"""Training level by level, and hypernyms found with it."""
