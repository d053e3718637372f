"""`python -m engine …`: every use case without the window; JSON on standard output, the rest on standard error."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from engine.errors import LACKING


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code, as `engine.cli.program.run_line` says, and 2 where a library is not installed."""
    try:
        from engine.cli.program import run_line

        return run_line(arguments)
    except ModuleNotFoundError as error:  # without which no other sentence can be made
        print(f"nomenclator: {LACKING.format(error.name)}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    with suppress(ModuleNotFoundError):  # which `main` says
        from engine.jobs.process import interrupt_on_signals

        interrupt_on_signals()
    sys.exit(main())
