"""A list of new names placed by a run: the best parents of each, how sure they are, and what tells it from others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from engine.events import Event, Finished, at, follow
from engine.models.open import open_encoder
from engine.normalisation.confidence import SieveCalibration, read_calibration, write_calibration
from engine.placement.measuring import CHOSEN, QUERIES_FOR_SURENESS, calibrated_by_removal
from engine.placement.placer import Placer
from engine.placement.records import Placing
from engine.ranking.ranker import Ranker
from engine.terminology.lookup import find
from engine.text import normalise
from engine.text.differences import of_required
from engine.workspace import Workspace
from store import placings
from store.placings import Proposal
from store.records.terminology import Terminology

CHUNK = 25  # names placed between two looks at whether to stop
PARENTS = 6  # proposed for each name


def propose(workspace: Workspace, recipe: dict[str, Any], run: int) -> Iterator[Event]:
    """Place the names of `recipe` {"names": a file of [row, name], "terminology", "encoder", "title", "who"}.

    What is done is kept at once, so that a run taken up again goes on where it stopped. Finished with {"placing"}.
    """
    listed = json.loads(Path(recipe["names"]).read_text(encoding="utf-8"))
    names: list[tuple[int, str]] = [(int(row), str(text)) for row, text in listed["names"]]
    terminology = find(workspace, recipe["terminology"])
    encoder = open_encoder(workspace, recipe["encoder"])
    placer = Placer(workspace, Ranker(workspace))
    learning = at(0, f"Learning how sure a parent is in {terminology.title}")
    placed_from = 0.0  # the share of the work that is done before the first name is placed
    if kept_curve(placer, terminology, recipe["encoder"])[0] is None:
        placed_from = QUERIES_FOR_SURENESS / (QUERIES_FOR_SURENESS + len(names))
    sure = yield from follow(partial(how_sure, placer, terminology, recipe["encoder"]), learning, placed_from)
    with workspace.writing() as db:
        number = placings.of_run(db, run) or placings.add(
            db,
            {
                "run": run,
                "title": recipe["title"],
                "terminology": terminology.slug,
                "encoder": recipe["encoder"],
                "encoder_sha256": encoder.sha256,
                "names": len(names),
                "who": recipe["who"],
            },
            [(int(row), str(stated)) for row, stated in listed["problems"]],
        )
        last_saved = placings.last_row(db, number)
    left = [(row, text) for row, text in names if row > last_saved]
    for start in range(0, len(left), CHUNK):
        part = [
            proposal(row, placer.place(text, terminology, encoder, recipe["encoder"], PARENTS, in_full=False), sure)
            for row, text in left[start : start + CHUNK]
        ]
        with workspace.writing() as db:
            placings.append(db, number, part)
        placed = len(names) - len(left) + start + len(part)
        share = placed_from + (1 - placed_from) * placed / len(names)
        yield at(share, f"Placing names in {terminology.title}: {placed:,} of {len(names):,}")
    yield Finished({"placing": number, "names": len(names)})


def proposal(row: int, placing: Placing, sure: SieveCalibration | None) -> Proposal:
    """What is kept of where a name belongs."""
    first = placing.parents[0] if placing.parents else None
    nearest = placing.nearest or ("", "", None)
    return Proposal(
        row,
        placing.text,
        normalise(placing.text),
        first.id if first else "",
        first.score if first else None,
        sure.probability("", placing.evidence) if sure and first else None,
        nearest[0],
        nearest[1],
        nearest[2],
        of_required(placing.text, nearest[1]) if nearest[1] else (),
        first.differs if first else (),
        tuple(code for code, _ in placing.named),
        tuple((parent.id, parent.score) for parent in placing.parents[1:]),
    )


def how_sure(placer: Placer, terminology: Terminology, encoder_id: str) -> SieveCalibration | None:
    """The curve of this terminology under this encoder, kept for the next list; None without a hierarchy."""
    curve, key = kept_curve(placer, terminology, encoder_id)
    if curve is None:
        curve = calibrated_by_removal(placer, terminology, open_encoder(placer.workspace, encoder_id))
        if curve is not None:
            write_calibration(placer.workspace, key, curve)
    return curve


def kept_curve(placer: Placer, terminology: Terminology, encoder_id: str) -> tuple[SieveCalibration | None, str]:
    """The curve that was learnt for this terminology under this encoder, None before, and what it is kept under."""
    sha256 = open_encoder(placer.workspace, encoder_id).sha256
    return read_calibration(placer.workspace, [terminology.fingerprint, sha256, "placing", CHOSEN])
