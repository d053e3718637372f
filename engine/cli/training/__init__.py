"""Training: recipes, versions, vectors, runs."""
