"""What the page Audit is made of."""
