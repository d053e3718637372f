"""Long work in processes of its own: the kinds of jobs, the worker that runs one, and its time left."""
