"""What was done: decisions, history, earlier moments, backups, what is left over."""
