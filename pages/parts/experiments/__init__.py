"""Parts of the page Experiments: what to start, what was found, and how it is drawn."""
