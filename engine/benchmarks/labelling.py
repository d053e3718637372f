"""How fast a label key answers: writing the label and making the desk again, in a workspace made for it."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from engine.benchmarks.connections import connections_opened
from engine.benchmarks.result import bench_result
from engine.benchmarks.search import milliseconds
from engine.labelling import CLASSES, TOP, UNCERTAIN, Definition, QueueSettings
from engine.labelling.assigning import label_queued_name
from engine.labelling.desk import open_desk
from engine.labelling.drawing import Drawing
from engine.labelling.sets import classes_of
from engine.models.open import VECTORS
from engine.ranking.ranker import Ranker
from engine.terminology.edited_view import edited_view
from engine.terminology.importing import import_file
from engine.text import normalise
from engine.workspace import Workspace
from store import label_sets, labels

SLUG, SET, WHO = "made", "mine", "bench"
MOST_MILLISECONDS = 10.0  # milliseconds of a key, p95, writing and desk together
AT_ONCE = 20  # labels of the other set in one action
DEGREES = (
    "acute",
    "chronic",
    "severe",
    "mild",
    "congenital",
    "acquired",
    "recurrent",
    "benign",
    "malignant",
    "diffuse",
)
ORGANS = ("heart", "lung", "liver", "kidney", "brain", "skin", "bone", "nerve", "stomach", "eye", "ear", "throat")
TROUBLES = ("failure", "pain", "infection", "tumour", "inflammation", "injury", "swelling", "defect", "ulcer", "cyst")


def bench_label(others: int = 20_000, own: int = 0, keys: int = 50) -> dict[str, Any]:
    """A bench of a label key: milliseconds as the median and the 95th percentile, and the connections that each opens.

    others: labels of another set of the workspace; own: labels of the set itself before the first key; keys: how many
    labels are given. `write` is the label, `redraw` the desk that follows, without the window; one redraw in twenty
    draws new names. The workspace is a temporary one. The limit is a file of one line that is synced; the peer a CSV
    file of all labels that is written anew and synced.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        workspace = Workspace(Path(folder) / "workspace")
        drawing, number = prepared(workspace, others, own)
        desk = open_desk(drawing, number, WHO)
        titles = desk.definition.titles
        writes, redraws = Taken(), Taken()
        for key in range(keys):
            card = desk.ahead[0]
            writes.measure(_write(workspace, number, card.name, titles[key % len(titles)]))
            desk = redraws.measure(lambda: open_desk(drawing, number, WHO))
        line, table = (synced_milliseconds(Path(folder), lines) for lines in (1, others + own + keys))
    of = {"others": others, "own": own, "keys": keys}
    rows = [{"what": "write", **of, **writes.figures()}, {"what": "redraw", **of, **redraws.figures()}]
    ratio = table / rows[0]["p50_ms"]
    passed = sum(row["p95_ms"] for row in rows) <= MOST_MILLISECONDS
    return bench_result("label", rows, {"synced line ms": line}, {"CSV written anew ms": table}, ratio, passed)


def synced_milliseconds(folder: Path, lines: int) -> float:
    """The median of writing a file of so many labels and syncing it."""
    text = "".join(f"name {at},class {at % 30},{WHO}\n" for at in range(lines))

    def write() -> None:
        with open(folder / "labels.csv", "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())

    return float(np.median([milliseconds(write) for _ in range(9)]))


def prepared(workspace: Workspace, others: int, own: int = 0) -> tuple[Drawing, int]:
    """A terminology of some thousand names, a set with a queue over it, and labels of another set: the queue's number.

    own: labels that the set has already.
    """
    file = workspace.folder / "made.csv"
    file.write_text(_terminology(), encoding="utf-8")
    for _ in import_file(workspace, {"path": str(file), "name": SLUG, "title": "Made"}):
        pass
    view = edited_view(workspace, SLUG)
    classes = classes_of(TOP, "", view.titles, view.parents)
    settings = QueueSettings(UNCERTAIN, VECTORS, CLASSES, SLUG)
    with workspace.writing() as db:
        for start in range(0, others, AT_ONCE):
            pairs = [(f"name {at}", f"class {at % 30}") for at in range(start, min(others, start + AT_ONCE))]
            labels.add(db, "another", pairs, WHO, normalise)
        label_sets.define(db, SET, Definition(SET, classes, TOP, SLUG).to_dict(), WHO)
        number = label_sets.add_queue(db, SET, settings.to_dict(), WHO)
        names = itertools.islice(itertools.product(DEGREES, ORGANS, TROUBLES), own)
        for degree, organ, trouble in names:
            labels.add(db, SET, [(f"{degree} {organ} {trouble}", f"{organ} disorders")], WHO, normalise)
    return Drawing(workspace, Ranker(workspace)), number


class Taken:
    """How long each of several calls took, and how many connections it opened."""

    def __init__(self) -> None:
        self.milliseconds: list[float] = []
        self.connections: list[int] = []

    def measure(self, call: Callable[[], Any]) -> Any:
        """What the call gives; its time and its connections are noted."""
        with connections_opened() as opened:
            started = time.perf_counter()
            found = call()
            self.milliseconds.append((time.perf_counter() - started) * 1000)
        self.connections.append(len(opened))
        return found

    def figures(self) -> dict[str, Any]:
        """Median, 95th percentile and most connections."""
        p50, p95 = np.percentile(self.milliseconds, [50, 95])
        return {"p50_ms": float(p50), "p95_ms": float(p95), "connections": max(self.connections)}


def _write(workspace: Workspace, number: int, name: str, title: str) -> Callable[[], None]:
    return lambda: label_queued_name(workspace, number, name, title, WHO, 0.5, title)


def _terminology() -> str:
    rows = ["id,name,synonyms,parents", "R,All,,", *(f"P{at},{organ} disorders,,R" for at, organ in enumerate(ORGANS))]
    number = 0
    for at, organ in enumerate(ORGANS):
        for degree, trouble in itertools.product(DEGREES, TROUBLES):
            number += 1
            rows.append(f"C{number},{degree} {organ} {trouble},{organ} {trouble} {degree},P{at}")
    return "\n".join(rows) + "\n"
