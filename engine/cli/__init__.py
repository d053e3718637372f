"""The command line: `python -m engine ...`. A folder is a heading of its help, a module a command or several."""
