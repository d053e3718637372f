"""The answers of several encoders about a terminology, one encoder after another."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.events import Event, Finished, Progress
from engine.models.open import open_encoder
from engine.ranking.mapping.answer_file import AnswerFile
from engine.ranking.mapping.answers import answers, chosen
from engine.ranking.mapping.batch import MappingBatch
from engine.ranking.mapping.joining import EncoderAnswers
from engine.ranking.mapping.side import MappedSide, read_side
from engine.ranking.mapping.source_lenders import names_lent_to, source_lenders
from engine.ranking.ordering.order import as_dict
from engine.ranking.ranker import Ranker
from engine.terminology.lookup import find
from store import edits

Choice = Callable[[MappedSide], Collection[str]]


@dataclass(frozen=True)
class MappingRequest:
    """Which terminology is mapped onto which, by their short names, with which encoders, by their ids; whether others
    lend names (`bridges`), and the targets that are not there for a source concept (`lacking`, see `MappingBatch`)."""

    source: str
    target: str
    encoders: Sequence[str]
    bridges: bool = True
    lacking: Mapping[str, Collection[str]] | None = None


def encoder_answers(
    ranker: Ranker, request: MappingRequest, choose: Choice, checkpoint: Path | None = None
) -> Generator[Event, None, EncoderAnswers]:
    """Yields Progress and returns the answers of each encoder about the concepts of a source that `choose` gives, and
    about the relatives that count for them. It is called once, with the names as the first encoder's rows have them.

    Only one encoder's vectors are held at a time. checkpoint: a file where answers are kept on the way.
    """
    workspace, encoders = ranker.workspace, request.encoders
    first, second = find(workspace, request.source), find(workspace, request.target)
    found: dict[str, list] = {}
    sides: list[MappedSide] = []
    concepts: list[str] | None = None
    opened = {id: open_encoder(workspace, id) for id in encoders}
    prints = [one.sha256 for one in opened.values()]
    with workspace.reading() as db:
        edit, order = edits.last_id(db), ranker.order_in(db)
    for number, (id, encoder) in enumerate(opened.items()):
        yield Progress(0, 1, f"Reading {first.title} and {second.title}")
        with workspace.reading() as db:
            sides = [read_side(db, ranker.shelves, one, encoder) for one in (first, second)]
            lending = source_lenders(db, ranker.shelves, first, second) if request.bridges else []
        if concepts is None:
            concepts = list(choose(sides[0]))
        whole = len(concepts) == len(sides[0].concept_codes)
        codes = concepts if whole or not concepts else chosen(sides[0], concepts)
        lent = names_lent_to(sides[0], lending, codes, encoder)
        answer_file = None
        if checkpoint is not None:
            made_of = [prints, edit, first.fingerprint, second.fingerprint, as_dict(order)]
            answer_file = AnswerFile(checkpoint, json.dumps(made_of), number)
        batch = MappingBatch(sides[0], sides[1], order, list(codes), lent, request.lacking)
        for event in answers(batch, answer_file):
            if isinstance(event, Finished):
                found[id] = event.result["answers"]
            elif isinstance(event, Progress):
                yield _of_all(event, number, len(encoders), id)
    return EncoderAnswers(sides[0], sides[1], concepts or [], found, edit, tuple(prints))


def _of_all(event: Progress, number: int, encoders: int, id: str) -> Progress:
    """Progress of one encoder as progress of all."""
    if encoders == 1:
        return event
    message = f"{event.message}, {id}, {number + 1} of {encoders}"
    return replace(event, step=number * event.total + event.step, total=encoders * event.total, message=message)
