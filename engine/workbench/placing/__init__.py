"""Where new names belong: one by one, and lists of them."""
