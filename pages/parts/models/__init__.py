"""What the page Models is made of."""
