"""Relatedness sets and comparisons."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import comparison, importing
from engine.cases.base import Cases
from engine.encoding import VECTORS, open_encoder
from engine.fitting import relatedness_sets

if TYPE_CHECKING:
    pass


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
        self, path: Path, encoder: str = VECTORS, columns: Sequence[str | int] | None = None
    ) -> dict[str, Any]:
        """An encoder on a human-judged set: {"pairs", "spearman", "without_vector", "halves"}."""
        from engine.evaluation.relatedness import read_pairs, relatedness

        return relatedness(read_pairs(path, columns), open_encoder(self.workspace, self._id(encoder)).encode)

    def compare(self, ids: Sequence[str], terminology: str) -> comparison.Comparison:
        """Two to four encoders side by side."""
        return comparison.compare(self.workspace, self.ranker.indexes, ids, terminology)
