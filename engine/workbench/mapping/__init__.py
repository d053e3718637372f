"""Two terminologies mapped onto each other: projects, lines, decisions, files; a concept in the other one."""
