"""Rankings: asked and explained, and the order that they are learnt to have."""
