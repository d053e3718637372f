"""What is said beside a candidate: what a coder must know of it, and where it differs from what was asked."""
