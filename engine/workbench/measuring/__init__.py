"""What encoders are worth: on tasks, side by side, in the papers' experiments."""
