"""Training: from a recipe and the names that it selects to the weights of an encoder."""
