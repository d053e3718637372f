"""What the page Rankings is made of."""
