"""What the page Compare is made of."""
