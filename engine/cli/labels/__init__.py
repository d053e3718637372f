"""Labels: sets, queues, and what labelling came to."""
