"""How fast queries answer once people have added thousands of synonyms, and whether each is there at once."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from engine.benchmarks.names import every_name, many_names, unfinished
from engine.benchmarks.result import bench_result
from engine.benchmarks.search import copy_rate, milliseconds
from engine.errors import BadInput
from engine.events import Event, Finished, Progress, result_of
from engine.formats.parsed import ParsedTerminology
from engine.models.open import VECTORS, open_encoder
from engine.ranking.exact import exact_candidates
from engine.retrieval.indexes import remove
from engine.retrieval.searchable import make_searchable
from engine.terminology import importing
from engine.workbench import Workbench
from engine.workspace import Workspace
from store import terminologies
from store.edits import Change
from store.records.terminology import Concept, Name

SLUG, WHO = "made", "bench"
NAMES, SYNONYMS = 1_500_000, 10_000
A_CONCEPT = 3  # names
AT_ONCE = 100  # synonyms in one action, as a person takes over a list
QUERIES, MOST_SLOWER = 40, 1.3


def bench_edits(workspace: Workspace, names: int = NAMES, synonyms: int = SYNONYMS) -> Iterator[Event]:
    """Finished with what `bench_result` has: adding synonyms to a terminology of so many names, made in a workspace of
    its own of the names of this one.

    After each action its last synonym is asked for, and in the end each of them is looked up as typed. `slower` is how
    much longer a query takes with all of them, medians. The limit is one pass over the rows at the copy bandwidth; the
    peer is the index made anew, which is what a search without a delta needs before it finds a new name.
    """
    real = every_name(workspace)
    if not real:
        raise BadInput("There is nothing to measure; make a workspace with terminologies with “init”.")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        bench = Workbench(Path(folder) / "workspace")
        started = time.perf_counter()
        yield from made(bench.workspace, many_names(real, names))
        built = time.perf_counter() - started
        codes = [f"C{number}" for number in range(names // A_CONCEPT)]
        texts = unfinished(real, QUERIES)
        bench.rankings.rank(texts[0], encoder=VECTORS)
        gc.collect()
        gc.freeze()  # as the window does once an encoder is open
        before = query_milliseconds(bench, texts)
        given = [f"{' '.join(text.split())} in ward {at}" for at, text in enumerate(many_names(real, synonyms, 1))]
        writes, first, missing = [], [], 0
        draw = random.Random(0)
        for start in range(0, synonyms, AT_ONCE):
            part = given[start : start + AT_ONCE]
            yield Progress(start, synonyms, "Adding synonyms")
            changes = [Change("add", SLUG, draw.choice(codes), text) for text in part]
            writes.append(milliseconds(lambda changes=changes: bench.edits.apply(changes, WHO)))  # type: ignore[misc]
            query_start = time.perf_counter()
            found = bench.rankings.rank(part[-1], SLUG, VECTORS, top=1)
            first.append((time.perf_counter() - query_start) * 1000)
            missing += not found.candidates or found.candidates[0].name != part[-1]
        yield Progress(synonyms, synonyms, "Asking for each synonym")
        missing += len(set(given) - found_at_once(bench, given))
        after = query_milliseconds(bench, texts)
        anew = indexing_seconds(bench)
    slower = after / before
    row = {
        "names": names,
        "synonyms": synonyms,
        "build s": built,
        "query before ms": before,
        "query after ms": after,
        "slower": slower,
        f"write {AT_ONCE} ms": float(np.median(writes)),
        "next query ms": float(np.median(first)),
        "not visible": missing,
    }
    size = names * open_encoder(workspace, VECTORS).dim * 2
    limit = {"one pass over the rows ms": size / copy_rate() / 1e6}
    ratio = anew * 1000 / (row[f"write {AT_ONCE} ms"] + row["next query ms"])
    passed = slower <= MOST_SLOWER and not missing and names >= NAMES and synonyms >= SYNONYMS
    yield Finished(bench_result("edits", [row], limit, {"index made anew s": anew}, ratio, passed))


def made(workspace: Workspace, names: Sequence[str]) -> Iterator[Progress]:
    """The names as a terminology, a few a concept, with the index of the shipped vectors."""
    yield Progress(0, len(names), f"Writing {len(names):,} names")
    concepts = []
    for number in range(len(names) // A_CONCEPT):
        first, *others = dict.fromkeys(names[A_CONCEPT * number : A_CONCEPT * (number + 1)])
        held = (Name(first, "preferred"), *(Name(one, "synonym") for one in others))
        concepts.append(Concept(f"C{number}", first, held))
    importing.add(workspace, SLUG, ParsedTerminology("Made", "1", "", "", concepts))
    del concepts
    yield from result_of(make_searchable(workspace, SLUG, VECTORS))


def query_milliseconds(bench: Workbench, texts: Sequence[str]) -> float:
    """The median of one query after another."""
    taken = [milliseconds(lambda text=text: bench.rankings.rank(text, SLUG, VECTORS)) for text in texts]  # type: ignore[misc]
    return float(np.median(taken))


def found_at_once(bench: Workbench, texts: Sequence[str]) -> set[str]:
    """Those of the texts that are exact matches of a name that people added."""
    shelves = bench.rankings.ranker.shelves
    with bench.workspace.reading() as db:
        chosen = terminologies.all_terminologies(db)
        return {text for text in texts if any(one.name == text for one in exact_candidates(db, text, chosen, shelves))}


def indexing_seconds(bench: Workbench) -> float:
    """Reading every name anew."""
    remove(bench.workspace, open_encoder(bench.workspace, VECTORS).sha256)
    started = time.perf_counter()
    for _ in make_searchable(bench.workspace, SLUG, VECTORS):
        pass
    return time.perf_counter() - started
