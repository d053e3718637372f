"""What the page Map is made of."""
