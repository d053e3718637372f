"""What the page Place is made of."""
