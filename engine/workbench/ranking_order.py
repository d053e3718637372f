"""The order of rankings: learnt anew from names whose concepts people gave."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadInput
from engine.evaluation.judged_sets import names_file
from engine.evaluation.mapped_names import read_names
from engine.events import Event, Finished, result_of
from engine.ranking.ranker import Ranker
from engine.terminology import lookup
from engine.workbench.encoder_resolver import CURRENT, EncoderResolver
from engine.workspace import Workspace, written_whole


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
        without: Sequence[str] = (),
        keep_weights: bool = False,
    ) -> Iterator[Event]:
        """Learn from names under each of the encoders and write the weights to `out`: {"names", "features", "out"}.

        Each name counts twice, with and without what the terminologies `without` (all, where none is named) lend, so
        that the order holds where none knows it. A file counts as the square root of how many names it has. With
        `keep_weights` the shipped order's stay, and only its probabilities are calibrated anew, on names as they are
        asked: it should not have been learnt from them. BadInput for a file without names.
        """
        from engine.ranking import learning
        from engine.ranking.order import as_dict, shipped

        known = [one.slug for one in lookup.all_terminologies(self._workspace)]
        silent = [lookup.find(self._workspace, slug).slug for slug in without] or known
        gathered: list[learning.Example] = []
        total = 0
        for encoder in encoders:
            _, opened = self._encoders.open(encoder)
            for one in given:
                terminology = lookup.find(self._workspace, one.terminology)
                names = read_names(names_file(one.file), one.ids or terminology.slug)
                chosen = [name for name in names if one.half in ("", name.half)]
                if not chosen:
                    raise BadInput(f"{one.file} has no name in half “{one.half}”; leave the half out.")
                judged = [learning.JudgedName(name.name, frozenset(name.ids), len(chosen) ** -0.5) for name in chosen]
                total += len(judged)
                for left_out in ([],) if keep_weights else ([], silent):
                    events = learning.gathered(self._ranker, judged, terminology, opened, left_out)
                    gathered += (yield from result_of(events))["examples"]
        order = learning.learn(gathered, shipped() if keep_weights else None)
        with written_whole(out) as temporary:
            temporary.write_text(json.dumps(as_dict(order), indent=1) + "\n", encoding="utf-8")
        yield Finished({"names": total, "features": len(order.weights), "out": str(out)})
