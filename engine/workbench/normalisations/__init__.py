"""Lists and texts normalised: mentions in, answers reviewed, files out."""
