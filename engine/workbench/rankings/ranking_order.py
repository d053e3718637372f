"""The order of rankings: learnt anew from names whose concepts people gave."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.evaluation.judged_sets import names_file
from engine.evaluation.mapped_names import MappedName, answers, read_names
from engine.events import Event, Finished, Progress, result_of
from engine.ranking.ordering.calibration import KINDS, Calibration, FirstCandidate, fit_calibration
from engine.ranking.ordering.order import LearntOrder, as_dict
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.terminology import lookup
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workspace import Workspace, written_whole
from store.records.terminology import Terminology
from store.records.training import CURRENT


@dataclass(frozen=True)
class NamesToLearnFrom:
    """A file of names with their ids, or the name of a set that ships; `half` “a” or “b”: only that half of them."""

    file: Path
    terminology: str
    ids: str = ""
    half: str = ""


class RankingOrder:
    """Learns the order of rankings."""

    def __init__(self, workspace: Workspace, ranker: Ranker, encoders: EncoderResolver) -> None:
        self._workspace = workspace
        self._ranker = ranker
        self._encoders = encoders

    def learn(
        self,
        given: Sequence[NamesToLearnFrom],
        out: Path,
        encoders: Sequence[str] = (CURRENT,),
        not_lending: Sequence[str] = (),
    ) -> Iterator[Event]:
        """Learn from names under each of the encoders and write the weights to `out`: {"names", "features", "out"}.

        Each name counts twice: with what all terminologies lend, and without what those `not_lending` (all, where none
        is named) do, so that the order holds where none knows it. A file counts as the square root of how many names
        it has, for the probabilities each the same. BadInput for a file without names.
        """
        from engine.ranking.order_learning import learning

        known = [one.slug for one in lookup.all_terminologies(self._workspace)]
        silent = [lookup.find(self._workspace, slug).slug for slug in not_lending] or known
        gathered: list[learning.Example] = []
        total = 0
        for encoder in encoders:
            _, opened = self._encoders.open(encoder)
            for one in given:
                terminology, names = self._names(one)
                judged = [learning.JudgedName(name.name, frozenset(name.ids), len(names) ** -0.5) for name in names]
                total += len(judged)
                for left_out in ([], silent):
                    events = learning.gathered(self._ranker, judged, terminology, opened, left_out)
                    gathered += (yield from result_of(events))["examples"]
        yield Finished({"names": total, **_written(learning.learn(gathered), out)})

    def calibrate(self, given: Sequence[NamesToLearnFrom], out: Path, encoder: str = CURRENT) -> Iterator[Event]:
        """Fit the probabilities of the order in force to how often its first answers are right, and write it with its
        weights as they are to `out`: {"names", "features", "out"}.

        The names are ranked as a person's are, and should not be those that the order was learnt from. Each file counts
        the same, one that is given several times so often as much. BadInput for a file without names.
        """
        order = self._ranker.order
        anew = replace(order, calibration=Calibration({}))
        uncalibrated = Ranker(self._workspace, anew, shelves=self._ranker.shelves)
        id, opened = self._encoders.open(encoder)
        firsts: list[FirstCandidate] = []
        for one, times in Counter(given).items():
            terminology, names = self._names(one)
            rank = partial(uncalibrated.rank, request=RankingRequest([terminology], opened, id))
            for place, found in enumerate(answers(names, rank), 1):
                first = found.candidates[0] if found.candidates else None
                if first and first.probability is not None and first.evidence in KINDS:
                    firsts.append(
                        FirstCandidate(first.probability, first.evidence, found.rank == 1, times / len(names))
                    )
                if place % 50 == 0:
                    yield Progress(place, len(names), f"Ranking names of {terminology.title}")
        yield Finished({"names": len(firsts), **_written(replace(order, calibration=fit_calibration(firsts)), out)})

    def _names(self, one: NamesToLearnFrom) -> tuple[Terminology, list[MappedName]]:
        terminology = lookup.find(self._workspace, one.terminology)
        names = read_names(names_file(one.file), one.ids or terminology.slug)
        chosen = [name for name in names if one.half in ("", name.half)]
        if not chosen:
            raise BadInput(f"{one.file} has no name in half “{one.half}”; leave the half out.")
        return terminology, chosen


def _written(order: LearntOrder, out: Path) -> dict[str, Any]:
    with written_whole(out) as temporary:
        temporary.write_text(json.dumps(as_dict(order), indent=1) + "\n", encoding="utf-8")
    return {"features": len(order.weights), "out": str(out)}
