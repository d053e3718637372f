"""How fast the window starts and follows a keystroke, as a browser sees it, measured by programs of tests/browser."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

from engine.benchmarks.ranking import rank_milliseconds
from engine.benchmarks.result import bench_result
from engine.benchmarks.search import milliseconds
from engine.errors import BadInput
from engine.workbench import Workbench

ROOT = Path(__file__).parents[2]
FIRST_RANKING, IMPORT, KEYSTROKE = 4.0, 0.2, 200.0  # seconds, seconds, milliseconds at the 95th percentile
STARTS = 5
TYPED = 25  # names of a round


def bench_start(workspace: Path, rounds: int = STARTS) -> dict[str, Any]:
    """What `bench_result` has: seconds from `streamlit run` to the first ranking on a workspace that was opened before,
    and of `import engine`, medians.

    The limit is what Python takes for the libraries that the window cannot do without; the peer a page of one field.
    BadInput where there is no browser.
    """
    found = in_browser("tests.browser.start", "--workspace", str(workspace.resolve()), "--rounds", str(rounds))
    bare, engine, libraries = (python_seconds(code) for code in ("", "import engine", "import streamlit, numpy"))
    row = {"first ranking s": found["first_ranking_s"], "most s": found["most_s"], "import engine s": engine - bare}
    limit = {"import of the libraries s": libraries - bare}
    ratio = found["plain_page_s"] / row["first ranking s"]
    passed = row["first ranking s"] < FIRST_RANKING and row["import engine s"] < IMPORT
    return bench_result("start", [row], limit, {"a page of one field s": found["plain_page_s"]}, ratio, passed)


def bench_live(bench: Workbench, encoders: int = 2, rounds: int = 3) -> dict[str, Any]:
    """What `bench_result` has: milliseconds from the last keystroke of a name to its ranking on the screen, with so
    many encoders side by side, over every name of the workspace.

    The limit is what the rankings take without the window; the peer a page of one field that repeats what is typed.
    BadInput where there is no browser, or where the workspace has fewer encoders.
    """
    there = [choice.id for choice in bench.rankings.encoders() if bench.rankings.searchable(choice.id)]
    if len(there) < encoders:
        raise BadInput(
            f"The workspace has {len(there)} encoders that have read its names, and {encoders} are asked for."
        )
    more = ("--encoders", str(encoders), "--rounds", str(rounds))
    found = in_browser("tests.browser.latency", "--workspace", str(bench.workspace.folder.resolve()), *more)
    names = sum(terminology.names for terminology in bench.terminologies.all())
    row = {"names": names, **found}
    plain = row.pop("plain_page_ms")
    limit = {"rankings without the window ms": rank_milliseconds(bench, there[:encoders], TYPED)}
    passed = row["p95_ms"] < KEYSTROKE
    return bench_result("live", [row], limit, {"a page of one field ms": plain}, plain / row["median_ms"], passed)


def in_browser(program: str, *arguments: str) -> dict[str, Any]:
    """What a program of tests/browser prints; BadInput, with its last line, where it cannot run here."""
    if importlib.util.find_spec("playwright") is None or not (ROOT / "tests" / "browser").is_dir():
        raise BadInput("The window is measured from its source folder, with playwright (requirements-dev.txt).")
    command = [sys.executable, "-m", program, *arguments]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if answer.returncode:
        last = (answer.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise BadInput(f"“{program}” could not measure the window: {last}")
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def python_seconds(code: str) -> float:
    """The median of a few programs of this Python that do `code` and end."""
    command = [sys.executable, "-c", code]
    return median(milliseconds(lambda: subprocess.run(command, cwd=ROOT, check=True)) / 1000 for _ in range(5))
