"""Lists and texts normalised: mentions in, answers reviewed and decided about, files out."""
