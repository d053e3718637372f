"""What the page Export is made of."""
