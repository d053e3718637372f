"""Whether a workspace and this program are well, and what to do where they are not."""
