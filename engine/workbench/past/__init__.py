"""What was done: history, earlier moments, backups, what is left over."""
