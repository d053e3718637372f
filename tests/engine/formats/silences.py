"""How long reading a large file says nothing, in each format: `python -m tests.engine.formats.silences --help`.

Not a test: it prints, in seconds of processor time, how long reading took, the longest that nothing was said meanwhile,
and the longest that the bar stood still. An import's bar should move at least once a second.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from contextvars import copy_context
from dataclasses import dataclass
from pathlib import Path

from engine.events import FollowedCall, _followed
from engine.terminology.source_file import SourceFile
from tests.engine.formats.sized_files import KINDS, NAMES, made

CONCEPTS, FEW = 100_000, 100


@dataclass
class Silence:
    """The longest time between two words, and what was said before it."""

    longest: float = 0.0
    before: str = ""

    def hear(self, seconds: float, said: str) -> None:
        """Keep it where it is the longest."""
        if seconds > self.longest:
            self.longest, self.before = seconds, said


class Watched(FollowedCall):
    """Hears what a call says, as whoever follows it does, and how long it says nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.bar = Silence(), Silence()
        self.start = self._spoken = self._moved = time.process_time()
        self._shown, self.steps = 0.0, 0

    def hear(self, message: str, share: float | None = None) -> None:
        """As `Followed.hear`; the time since the words before, and since the bar moved, is kept."""
        now, before = time.process_time(), self.message or "(nothing yet)"
        super().hear(message, share)
        self.words.hear(now - self._spoken, f"{before} … {message}")
        self._spoken = now
        if self.share > self._shown:
            self.bar.hear(now - self._moved, f"{before} … {message}")
            self._shown, self._moved = self.share, now
            self.steps += 1

    def end(self) -> float:
        """The seconds from the start, now that the call is done."""
        now = time.process_time()
        self.words.hear(now - self._spoken, f"{self.message} … the end")
        self.bar.hear(now - self._moved, f"{self.message} … the end")
        return now - self.start


def watched_reading(path: Path) -> tuple[Watched, float, int]:
    """What was heard while a file was read as an import reads it, how long that took, and how many names it has."""

    def read() -> tuple[Watched, float, int]:
        watched = Watched()
        _followed.set(watched)
        parsed = SourceFile(path).read()
        return watched, watched.end(), parsed.names

    return copy_context().run(read)


def main() -> None:
    """Make the files, read them, print a line each."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.formats.silences", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="FORMAT", help=f"of {', '.join(KINDS)}; all of them without")
    parser.add_argument("--concepts", type=int, default=CONCEPTS, help=f"with {NAMES} names each; {CONCEPTS:,} without")
    given = parser.parse_args()
    print(f"{'format':16} {'names':>9} {'whole':>7} {'silent':>7} {'bar':>7}  between")
    for kind in given.kinds or KINDS:
        with tempfile.TemporaryDirectory() as folder:
            watched_reading(made(kind, Path(folder), FEW))  # the libraries load
            watched, whole, names = watched_reading(made(kind, Path(folder), given.concepts))
        figures = f"{whole:7.2f} {watched.words.longest:7.2f} {watched.bar.longest:7.2f}"
        print(f"{kind:16} {names:9,} {figures}  {watched.words.before}; bar: {watched.bar.before}", flush=True)


if __name__ == "__main__":
    main()
