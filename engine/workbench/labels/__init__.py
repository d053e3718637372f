"""Labels: sets, queues, review."""
