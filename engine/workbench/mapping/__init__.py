"""Two terminologies mapped onto each other: projects, lines, decisions, files."""
