"""What the page Mappings is made of."""
