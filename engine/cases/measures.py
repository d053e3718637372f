"""Relatedness sets and comparisons."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import comparison, importing
from engine.cases.base import Cases
from engine.encoding import VECTORS, open_encoder
from engine.errors import BadInput
from engine.fitting import relatedness_sets


class MeasureCases(Cases):
    """How good encoders are, side by side."""

    def relatedness_sets(self) -> list[str]:
        """The names of the relatedness sets kept here."""
        return [path.stem for path in relatedness_sets(self.workspace)]

    def add_relatedness_set(self, path: Path, name: str) -> dict[str, Any]:
        """Keep a human-judged set; what the shipped vectors give on it."""
        importing.check_file_name(name)
        result = self.relatedness(path)
        shutil.copyfile(path, self.workspace.folder / "relatedness" / f"{name}{path.suffix.lower()}")
        return result

    def relatedness(
        self, path: Path, encoder: str = VECTORS, columns: Sequence[str | int] | None = None, draws: int = 1_000
    ) -> dict[str, Any]:
        """An encoder on a human-judged set: {"pairs", "spearman", "low", "high", "without_vector", "halves"}."""
        from engine.evaluation.relatedness import read_pairs, relatedness

        return relatedness(read_pairs(path, columns), open_encoder(self.workspace, self._id(encoder)).encode, draws)

    def relatedness_against(
        self, path: Path, encoders: Sequence[str], columns: Sequence[str | int] | None = None, draws: int = 10_000
    ) -> list[dict[str, Any]]:
        """The first encoder less each other: {"metric", "first", "second", "difference", "low", "high", "p"}."""
        from engine.evaluation.measuring import Measured
        from engine.evaluation.relatedness import read_pairs, relatedness_outcome

        pairs = read_pairs(path, columns)
        outcomes = {
            id: relatedness_outcome(pairs, open_encoder(self.workspace, id).encode)
            for id in dict.fromkeys(map(self._id, encoders))
        }
        return Measured(outcomes).report(draws, 0)["differences"]

    def evaluate(
        self,
        task: str,
        terminology: str,
        encoders: Sequence[str] = (VECTORS,),
        baselines: bool = False,
        queries: int = 1_000,
        seed: int = 0,
        draws: int = 10_000,
        levels: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Encoders on one task over a terminology: {"task", "rows", "differences", "left_out", …facts}.

        retrieval, mapping, coverage and bm25 ask the held-out concepts, at most `queries` of them (concepts for
        coverage); levels and hypernyms take the settings of the data selection `Levels`.
        """
        from engine.evaluation import measuring

        if queries < 1 or draws < 1:
            raise BadInput(f"Asked for {queries} queries and {draws} draws; choose at least 1 of each.")
        found = importing.find(self.workspace, terminology)
        asked = measuring.Asked([self._id(encoder) for encoder in encoders], baselines, queries, seed)
        if task in measuring.HELD_OUT:
            measured = measuring.measure_held_out(self.workspace, self.ranker.indexes, task, found, asked)
        elif task in measuring.LEVELS:
            measured = measuring.measure_levels(self.workspace, task, found, asked, levels or {})
        else:
            there = ", ".join((*measuring.HELD_OUT, *measuring.LEVELS))
            raise BadInput(f"There is no task “{task}” over a terminology; there are {there}.")
        return measured.report(draws, seed)

    def compare(self, ids: Sequence[str], terminology: str) -> comparison.Comparison:
        """Two to four encoders side by side."""
        return comparison.compare(self.workspace, self.ranker.indexes, ids, terminology)
