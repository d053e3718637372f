"""What speaks for each candidate, the order that follows, and how sure its first is."""
