"""Eight people at once for minutes: `python -m tests.browser.load --workspace DIR --minutes 10`.

Not a test: figures for a quiet machine. Half of them search and accept synonyms on Rankings, half label by key, while
a training and an import run in processes of their own. A person to whom something went wrong opens the page again and
goes on. At the end every edit and label that the window acknowledged is looked for in the workspace, which is changed:
give it a copy. Passed: nothing lost, no error, memory of the second half within 5 % of the first's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from engine.labelling import RANDOM, QueueSettings
from engine.labelling.sets import TOP, Definition
from engine.workbench import SourceFile, Workbench
from tests.browser.latency import NAMES, WATCH
from tests.browser.window import FLAGS, browser_path, started

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

TERMINOLOGY, TITLE = "hpo", "Human Phenotype Ontology"
SEARCHES_AN_EDIT = 3  # searches, of which the last ends in an edit
WARM_UP = 60.0  # seconds before memory and times are counted: vectors, indexes and pages are read
PATIENCE = 120  # seconds for one step on a busy machine
IMPORTED = 20_000  # concepts
BAD = "delta path"
PROBLEMS = ("stAlertContentError", "stException", "stDialog")
ANSWER = """([text, most]) => Promise.race(
  [window.answer(text), new Promise((give) => setTimeout(() => give(null), most))])"""
STATE = """() => JSON.stringify({
  typed: document.querySelector('[role="searchbox"]')?.value,
  address: location.search,
  answered: [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
    .map((one) => one.shadowRoot?.querySelector(".table")?.dataset.query).find((one) => one !== undefined),
  script: document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState,
  connection: document.querySelector('[data-testid="stApp"]')?.dataset.testConnectionState,
})"""
STAMP = f"{int(time.time()):x}"  # so that a second run on one workspace adds other names
RUN = (sys.executable, "-m", "streamlit", "run", "app.py")
CARD = "section.name-card"
MOST_ERRORS = 10  # of one person, who then gives up
FLAT = 1.05  # memory of the second half by that of the first


@dataclass
class Seen:
    """What the sessions saw: acknowledged edits and labels, milliseconds of searches, memory in MB, and errors."""

    edits: set[tuple[str, str]] = field(default_factory=set)
    labels: set[tuple[str, str]] = field(default_factory=set)
    searches: list[float] = field(default_factory=list)
    memory: list[tuple[float, float, float]] = field(default_factory=list)  # when, in all, without pages of files
    errors: list[str] = field(default_factory=list)
    turns: Iterator[int] = field(default_factory=lambda: count(1))


async def search_and_edit(page: Page, who: str, seen: Seen, warm: float, ends: float) -> None:
    """Types names as a person would; accepts every third as a synonym of what is ranked first."""
    await page.goto(f"/?in={quote(TITLE)}", wait_until="commit")
    field = page.get_by_label("Your name", exact=True)
    await field.fill(who)
    await field.press("Enter")
    await page.wait_for_timeout(1_000)
    box = page.get_by_role("searchbox")
    while time.monotonic() < ends:
        turn = next(seen.turns)
        text = (
            f"{NAMES[turn % len(NAMES)]} {STAMP} {turn}" if turn % SEARCHES_AN_EDIT == 0 else NAMES[turn % len(NAMES)]
        )
        await box.fill("")
        await box.press_sequentially(text, delay=60)
        taken = await page.evaluate(ANSWER, [text, PATIENCE * 1_000])
        if taken is None:
            raise TimeoutError(f"no ranking of “{text}” within {PATIENCE} s")
        if time.monotonic() > warm:
            seen.searches.append(taken)
        if turn % SEARCHES_AN_EDIT == 0:
            await page.locator("button.row").first.click()
            await page.get_by_role("button", name=re.compile(f"^Add “{text[:25]}")).click()
            await page.get_by_text(f"Added “{text}”").wait_for()
            seen.edits.add((who, text))
        await page.wait_for_timeout(500)


async def label(page: Page, who: str, seen: Seen, warm: float, ends: float) -> None:
    """Gives names of a set of one's own their classes by key; what the page has sent and heard back is acknowledged."""
    await page.goto(f"/labels?set={who}")
    card, turn = page.locator(f"{CARD}[data-name]"), 0
    while time.monotonic() < ends:
        turn += 1
        name = await card.get_attribute("data-name")
        await page.keyboard.press(str(turn % 3 + 1))
        await page.wait_for_function(f"name => document.querySelector({CARD!r})?.dataset.name !== name", arg=name)
        seen.labels.add((who, str(name)))
        await page.wait_for_timeout(700)
    await page.wait_for_timeout(3_000)


async def session(browser: Browser, address: str, number: int, seen: Seen, warm: float, ends: float) -> None:
    """One person from the first page to the end; whatever goes wrong is an error of theirs, and they open it again."""
    who, work = f"person{number}", label if number % 2 else search_and_edit
    window = await browser.new_context(viewport={"width": 1280, "height": 800}, base_url=address)
    await window.request.get(address)
    window.set_default_timeout(PATIENCE * 1_000)
    for _ in range(MOST_ERRORS):
        page = await window.new_page()
        page.on("pageerror", lambda error: seen.errors.append(f"{who}: {error}"))
        page.on("console", lambda line: BAD in line.text and seen.errors.append(f"{who}: {line.text[:300]}"))
        await page.add_init_script(WATCH)
        try:
            await work(page, who, seen, warm, ends)
            seen.errors += [f"{who}: {one}" for one in await shown_problems(page)]
            break
        except Exception as error:  # a session that stops is what is looked for
            what = " ".join(str(error).split())[:300]
            shows = f"{await shown_problems(page) or 'no problem'}, {await shown_state(page)}"
            seen.errors.append(f"{who}: {type(error).__name__}: {what}; the page showed: {shows}")
            await page.close()
            if time.monotonic() > ends:
                break
    await window.close()


async def shown_problems(page: Page) -> list[str]:
    """What a page says went wrong."""
    return [text for one in PROBLEMS for text in await page.get_by_test_id(one).all_inner_texts()]


async def shown_state(page: Page) -> str:
    """What a page shows that no more goes on: what is typed, what is answered, whether it still works on it."""
    return str(await page.evaluate(STATE))


async def watch(pid: int, seen: Seen, ends: float) -> None:
    """Notes the memory of the app, each five seconds."""
    while time.monotonic() < ends:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        found = [re.search(rf"{one}:\s+(\d+) kB", status) for one in ("VmRSS", "RssAnon")]
        if found[0] and found[1]:
            seen.memory.append((time.monotonic(), int(found[0][1]) / 1024, int(found[1][1]) / 1024))
        await asyncio.sleep(5)


async def load(address: str, pid: int, sessions: int, minutes: float) -> Seen:
    """All sessions at once, and what they saw."""
    from playwright.async_api import async_playwright

    seen, warm = Seen(), time.monotonic() + WARM_UP
    ends = warm + 60 * minutes
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        people = [session(browser, address, number, seen, warm, ends) for number in range(sessions)]
        await asyncio.gather(watch(pid, seen, ends), *people)
        await browser.close()
    seen.memory = [one for one in seen.memory if one[0] >= warm]
    return seen


def prepare(bench: Workbench, sessions: int) -> None:
    """A label set for each person who labels, and a training and an import that begin now."""
    classes = bench.label_sets.proposed_classes(TERMINOLOGY, TOP)[:3]
    for number in range(1, sessions, 2):
        who = f"person{number}"
        bench.label_sets.define(Definition(who, classes, TOP, TERMINOLOGY), who)
        bench.labels.queue(who, QueueSettings(RANDOM, "vectors"), who)
    file = bench.workspace.folder / "runs" / "load.csv"
    rows = (f"L{number},disorder {number} of {NAMES[number % len(NAMES)]},," for number in range(IMPORTED))
    file.write_text("\n".join(["id,name,synonyms,parents", *rows]), encoding="utf-8")
    bench.jobs.spawn(bench.terminologies.queue_import(SourceFile(file), f"load{int(time.time())}"))
    recipe = bench.training.presets()["few-shot"] | {"preset": "few-shot", "terminology": TERMINOLOGY, "seed": 1}
    bench.training.start(recipe, "Load")


def parts(values: list[float], number: int) -> list[list[float]]:
    """The values in so many parts, one after another, those without any left out."""
    found = [values[at * len(values) // number : (at + 1) * len(values) // number] for at in range(number)]
    return [part for part in found if part]


def figures(bench: Workbench, seen: Seen) -> dict[str, Any]:
    """What is printed: lost edits and labels, errors, p95 of a search, memory by half."""
    edits = {(edit.who, edit.name) for edit in bench.edits.newest(limit=1_000_000)}
    labels = {(who, one.name) for who in {who for who, _ in seen.labels} for one in bench.labels.in_set(who)}
    sizes, own = [size for _, size, _ in seen.memory], [size for _, _, size in seen.memory]
    halves = [statistics.mean(half) for half in parts(sizes, 2)]
    return {
        "edits": len(seen.edits),
        "labels": len(seen.labels),
        "lost": len(seen.edits - edits) + len(seen.labels - labels),
        "errors": seen.errors,
        "searches": len(seen.searches),
        "median_ms": round(statistics.median(seen.searches)) if seen.searches else None,
        "p95_ms": round(statistics.quantiles(seen.searches, n=20)[-1]) if len(seen.searches) > 1 else None,
        "memory_mb": [round(half) for half in halves],
        "memory_by_tenths": [round(statistics.mean(tenth)) for tenth in parts(sizes, 10)],
        "without_files_by_tenths": [round(statistics.mean(tenth)) for tenth in parts(own, 10)],
        "second_half": round(halves[1] / halves[0], 3),
        "runs": {run.kind: run.status for run in bench.jobs.runs(3)},
    }


def main() -> int:
    """Prints one JSON object; exit code 0 when it passed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--workspace", type=Path, required=True, help="a copy of a workspace that is ready")
    parser.add_argument("--minutes", type=float, default=10.0, help="after a minute that only warms up")
    parser.add_argument("--sessions", type=int, default=8)
    chosen = parser.parse_args()
    bench = Workbench(chosen.workspace, create=False)
    with started(RUN, chosen.workspace) as (address, process):
        prepare(bench, chosen.sessions)
        seen = asyncio.run(load(address, process.pid, chosen.sessions, chosen.minutes))
    found = figures(bench, seen)
    found["passed"] = not found["lost"] and not found["errors"] and found["second_half"] <= FLAT
    print(json.dumps(found, ensure_ascii=False, indent=1))
    return 0 if found["passed"] else 1


if __name__ == "__main__":
    sys.exit(main())
