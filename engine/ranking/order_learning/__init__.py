"""The order learnt anew: from concepts that people gave to names, and from what they decided."""
