"""What the page History is made of."""
