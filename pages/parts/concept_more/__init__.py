"""What “More” of a concept card is made of."""
