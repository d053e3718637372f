"""The command line: `python -m engine ...`, one module a group of commands."""
