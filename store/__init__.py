"""SQLite through sqlite-utils: everything a workspace keeps, one module a table family."""
