"""What the page Normalise is made of."""
