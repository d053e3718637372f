"""`python -m engine …`: every use case without the window; JSON on standard output, the rest on standard error."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from engine.cli.program import run_line
from engine.jobs.process import interrupt_on_signals


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code, as `engine.cli.program.run_line` says."""
    return run_line(arguments)


if __name__ == "__main__":
    interrupt_on_signals()
    sys.exit(main())
