"""What encoders answer to the same name, or to the same list of names, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.comparison.bootstrap import side_by_side
from engine.comparison.words import signed, stands
from engine.evaluation.calibration_error import expected_calibration_error
from engine.evaluation.mapped_names import AMONG
from engine.text.counts import count, first_few, joined_with_and, percent

MOST_TOLD = 5  # names in a sentence


@dataclass(frozen=True)
class RankedConcept:
    """A concept that an encoder has among its first, and where each encoder has it; None beyond the first DEEP."""

    terminology: str
    concept_id: str
    preferred_name: str
    name: str  # what was found, by the first encoder that has it
    exact: bool
    differs: tuple[str, ...]  # in what the name found differs from the query: side, number, stage …
    ranks: dict[str, int | None]
    scores: dict[str, float | None]


@dataclass(frozen=True)
class ComparedRanks:
    """A name asked of several encoders; rows in the order of the first encoder, then of the others.

    `shared`, `lost` and `brought`: other encoder -> concepts among the first `top` of both, of the first encoder only,
    of the other only.
    """

    query: str
    top: int
    encoders: list[str]
    rows: list[RankedConcept]
    shared: dict[str, int]
    lost: dict[str, int]
    brought: dict[str, int]
    note: str = ""

    def summary(self, titles: Mapping[str, str]) -> str:
        """One line in words."""
        if not self.rows:
            return "None of the encoders finds anything for this name."
        firsts = {
            id: next((r.preferred_name for r in self.rows if r.ranks[id] == 1), "nothing") for id in self.encoders
        }
        firsts_named = set(firsts.values())
        if len(firsts_named) == 1:
            start = f"{'Both' if len(self.encoders) == 2 else 'All'} put {firsts_named.pop()} first"
        else:
            start = joined_with_and([f"{titles.get(id, id)} puts {name} first" for id, name in firsts.items()])
        changes = [
            f"{titles.get(id, id)} keeps {self.shared[id]} of the first {self.top} of "
            f"{titles.get(self.encoders[0], self.encoders[0])}, loses {self.lost[id]} and brings {self.brought[id]}"
            for id in self.encoders[1:]
        ]
        return f"{start}; {joined_with_and(changes)}."


@dataclass(frozen=True)
class ComparedNames:
    """A list of names asked of several encoders.

    A row is {"name", "expected": the ids that are right with “|” between, "first": encoder -> [concept id, preferred
    name], "ranks": encoder -> rank of the first right concept or None, "category": encoder -> whether its first is of a
    right one's category, "near": encoder -> whether its first is a right one, a parent or a child of one,
    "probability": encoder -> that of its first, None where it has none, "shared": encoder -> how many of the first TOP
    it shares with the first encoder, "top": how many the first encoder has, "lacking": whether the terminology has none
    of the expected ids in use, so that no rank says anything}.
    """

    encoders: list[str]
    terminology: str
    rows: list[dict[str, Any]]
    titles: dict[str, str] = field(default_factory=dict)

    @property
    def expected(self) -> int:
        """How many names came with the concept that is right."""
        return sum(bool(row["expected"]) for row in self.rows)

    def measured(self) -> list[dict[str, Any]]:
        """Over the names whose right concept is given, how often it is first and among five, how often the first is of
        its category or a parent or child of it, MRR, and how far probabilities are from that, as rows of a comparison;
        [] without any."""
        known = [row for row in self.rows if row["expected"] and not row.get("lacking")]
        if not known:
            return []
        inverse = {id: np.array([1 / (row["ranks"][id] or np.inf) for row in known]) for id in self.encoders}
        lines_of = {
            "accuracy": {id: (v == 1).astype(float) for id, v in inverse.items()},
            "among five": {id: (v >= 1 / AMONG).astype(float) for id, v in inverse.items()},
            **{
                key: {id: np.array([row.get(key, {}).get(id, np.nan) for row in known]) for id in inverse}
                for key in ("category", "near")
            },
            "mrr": inverse,
        }
        found = []
        for metric, lines in lines_of.items():
            if np.isnan(lines[self.encoders[0]]).any():
                continue  # a run of before this was compared
            queries, values, less = side_by_side(lines)
            row = {"task": "mapping", "metric": metric, "queries": queries, "values": values, "differences": less}
            found.append(row)
        return [*found, *self._calibration(known)]

    def _calibration(self, known: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The row of the calibration errors; none where no encoder has a probability for each of its first concepts."""
        errors = {id: _calibration_error(known, id) for id in self.encoders}
        if not any(error is not None for error in errors.values()):
            return []
        values = {id: {"value": error, "low": None, "high": None} for id, error in errors.items()}
        return [{"task": "mapping", "metric": "ece", "queries": len(known), "values": values, "differences": {}}]

    def same_first(self, id: str) -> int:
        """For how many names an encoder's first concept is the first encoder's; finding none is no concept."""
        firsts = [(row["first"][id][:1], row["first"][self.encoders[0]][:1]) for row in self.rows]
        return sum(bool(one) and one == first for one, first in firsts)

    def summary(self) -> str:
        """One line in words."""
        first = self.encoders[0]
        title = {id: self.titles.get(id, id) for id in self.encoders}
        parts = [f"{title[id]} has the same first concept for {self.same_first(id):,}" for id in self.encoders[1:]]
        line = f"Of {count(len(self.rows), 'name')}, against {title[first]}, {joined_with_and(parts)}"
        for row in self.measured()[:1]:
            right = [
                f"{title[id]} is right for {percent(row['values'][id]['value'])}"
                + (f" ({signed(row['differences'][id]['difference'])})" if id in row["differences"] else "")
                + (", a certain difference" if stands(row["differences"].get(id, {})) else "")
                for id in self.encoders
            ]
            line += f"; of {row['queries']:,} with a known answer {joined_with_and(right)}"
        if nothing := sum(not any(row["first"].values()) for row in self.rows):
            line += f"; for {count(nothing, 'name')} no encoder finds any concept"
        return f"{line}.{self._lacking()}"

    def _lacking(self) -> str:
        """The names whose expected id the terminology lacks, as a sentence with a blank before it; "" without any."""
        rows = [f"{row['expected']} of “{row['name']}”" for row in self.rows if row.get("lacking")]
        return f" Left out, for no concept in use has the id: {first_few(rows, MOST_TOLD)}." if rows else ""


def _calibration_error(rows: Sequence[Mapping[str, Any]], id: str) -> float | None:
    """The expected calibration error of an encoder's first concepts; None where one of them has no probability."""
    answered = [row for row in rows if row["first"][id]]
    given = [row.get("probability", {}).get(id) for row in answered]
    if not given or None in given:
        return None
    right = np.array([row["ranks"][id] == 1 for row in answered], dtype=np.float64)
    return expected_calibration_error(np.array(given, dtype=np.float64), right)
