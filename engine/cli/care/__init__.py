"""Care of the workspace: copies, and whether everything is well."""
