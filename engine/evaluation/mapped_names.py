"""Names with the ids that they belong to: is the concept that a person sees first the right one, and if not, why?

The ranking is the one of the page Rankings. A query without an answer counts as wrong in every figure.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput, NotFound
from engine.evaluation.calibration_error import calibration_interval, error_by_chance
from engine.evaluation.several_findings import found_of_each, measured_of_each
from engine.formats.opening.tables import titled_rows
from engine.metrics.significance import mean_interval
from engine.terminology.hierarchy import children_of, path_to_root
from engine.workspace import written_whole
from store.records.terminology import Candidate, Ranking

DEPTH = 10  # different concepts that are looked at; `mrr` is 0 for a right one beyond
AMONG = 5
ICD_CATEGORY = re.compile(r"[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]+)?")
IDS = "ids"  # the column of ids where none is named and none is called like the terminology
METRICS = ("exact_at_1", "exact_at_5", "category_at_1", "category_at_5", "near_at_1", "mrr")
ERROR_COLUMNS = ("name", "given", "given name", "answers", "scores", "note", "cause")


def half_of(text: str) -> str:
    """ "a" or "b" by a hash of an id or a name: choose on a, report b."""
    return "ab"[sha256(text.encode()).digest()[-1] % 2]


@dataclass(frozen=True)
class MappedName:
    """A name, and the ids that count as right; `source` is the concept elsewhere that it is a name of, or "";
    `findings` the ids of each finding of a text that lists several."""

    name: str
    ids: tuple[str, ...]
    source: str = ""
    findings: tuple[frozenset[str], ...] = ()

    @property
    def half(self) -> str:
        """ "a" or "b" of the source, of the name where there is none."""
        return half_of(self.source or self.name)


@dataclass(frozen=True)
class AnsweredName:
    """A name with the different concepts that the ranking gave, best first, at most DEPTH; and the ranking's note."""

    query: MappedName
    candidates: tuple[Candidate, ...]
    note: str = ""

    @property
    def rank(self) -> int | None:
        """The place of the first right concept, from 1; None where it is not among the candidates."""
        places = (place for place, one in enumerate(self.candidates, 1) if one.concept_id in self.query.ids)
        return next(places, None)


class Nearness:
    """What is near a concept in its terminology's hierarchy: parents, children, and the category that it is of.

    parents: concept id -> its parents. An ICD code's category is its first three characters; another id's is the
    concept below the root that it stands under, by first parents.
    """

    def __init__(self, parents: dict[str, list[str]]) -> None:
        self._parents, self._children = parents, children_of(parents)

    def category(self, id: str) -> str:
        """The category of an id, itself where it has none."""
        if ICD_CATEGORY.fullmatch(id):
            return id[:3]
        path = path_to_root(id, self._parents)
        return path[-2] if len(path) > 1 else id

    def near(self, id: str) -> set[str]:
        """The parents and children of a concept."""
        return {*self._parents.get(id, ()), *self._children.get(id, ())}


def read_names(path: Path, column: str, or_else: str = "") -> list[MappedName]:
    """The names of a CSV or TSV file with the columns `name`, `column` (ids between “|”, findings of a list between
    “;”), where there is none of this name `or_else`, and perhaps `source_id`.

    NotFound for a missing file; BadInput, naming column or lines, for one that has no names with ids.
    """
    if not path.is_file():
        raise NotFound(f"There is no file {path} of names with their ids; check the path.")
    headings, rows = titled_rows(path)
    if column not in headings and or_else in headings:
        column = or_else
    for heading in ("name", column):
        if heading not in headings:
            raise BadInput(
                f"{path} has no column “{heading}”; it has {', '.join(headings) or 'none'}. "
                "Call the names’ column “name”, and name the ids’ column with --ids."
            )
    found, wrong = [], []
    for line, row in rows:
        name, listed = row["name"].strip(), [_ids(some) for some in row[column].split(";")]
        right = tuple(dict.fromkeys(id for some in listed for id in some))
        findings = tuple(frozenset(some) for some in listed if some) if len(listed) > 1 else ()
        if name and right:
            found.append(MappedName(name, right, row.get("source_id", "").strip(), findings))
        elif name or right:
            wrong.append(line)
    if wrong or not found:
        lines = f"{', '.join(map(str, wrong[:5]))}{' …' if len(wrong) > 5 else ''}"
        place = f"lines {lines} lack" if len(wrong) > 1 else f"line {lines} lacks" if wrong else "every line lacks"
        raise BadInput(f"{path}: {place} a name or its ids in “{column}”; fill in both.")
    return found


def _ids(cell: str) -> list[str]:
    return [id.strip() for id in cell.split("|") if id.strip()]


def answers(names: Sequence[MappedName], rank: Callable[[str], Ranking]) -> Iterator[AnsweredName]:
    """Each name with what `rank`, which gives at least DEPTH concepts where there are so many, answers."""
    for query in names:
        ranking = rank(query.name)
        first: dict[str, Candidate] = {}
        for candidate in ranking.candidates:
            first.setdefault(candidate.concept_id, candidate)
        yield AnsweredName(query, tuple(first.values())[:DEPTH], ranking.note)


def scores(found: Sequence[AnsweredName], nearness: Nearness) -> dict[str, np.ndarray]:
    """Metric of METRICS -> one number a query, 0 for a query without an answer.

    exact: is an id that was given first, or among five? category: is one of the same category? near: is the first a
    parent or child of a right one, and none itself? mrr: 1 / rank of the first right one, 0 beyond DEPTH.
    """
    numbers = {metric: np.zeros(len(found)) for metric in METRICS}
    for place, one in enumerate(found):
        right = {nearness.category(id) for id in one.query.ids}
        there = [nearness.category(candidate.concept_id) in right for candidate in one.candidates[:AMONG]]
        rank = one.rank or np.inf
        numbers["exact_at_1"][place] = rank == 1
        numbers["exact_at_5"][place] = rank <= AMONG
        numbers["category_at_1"][place] = any(there[:1])
        numbers["category_at_5"][place] = any(there)
        numbers["near_at_1"][place] = rank > 1 and _near(one, nearness)
        numbers["mrr"][place] = 1 / rank
    return numbers


def measured(found: Sequence[AnsweredName], nearness: Nearness, draws: int, seed: int = 0) -> dict[str, Any]:
    """{"queries", each metric, "ece" and "ece_by_chance" as {"value", "low", "high"}}: 95 % bootstrap over the queries.

    ece is the expected calibration error of the first candidates' probabilities of being exact, ece_by_chance what
    perfect probabilities would have, see `engine.evaluation.calibration_error`; None where there is no probability.
    Where texts list findings also those of `engine.evaluation.several_findings.OF_FINDINGS`, over these texts.
    """
    numbers = scores(found, nearness)
    first = [one.candidates[0] for one in found if one.candidates]
    right = np.array([one.rank == 1 for one in found if one.candidates], dtype=np.float64)
    given = np.array([candidate.probability for candidate in first if candidate.probability is not None])
    known = 0 < len(given) == len(first)
    return {
        "queries": len(found),
        **{metric: mean_interval(values, draws, seed) for metric, values in numbers.items()},
        "ece": calibration_interval(given, right, draws, seed) if known else None,
        "ece_by_chance": error_by_chance(given, draws, seed) if known else None,
        **measured_of_each(_listed(found), draws, seed),
    }


def _listed(found: Sequence[AnsweredName]) -> list[list[bool]]:
    """Of each text that lists findings, which of them are found."""
    return [
        found_of_each(one.query.findings, [candidate.concept_id for candidate in one.candidates])
        for one in found
        if one.query.findings
    ]


def cause(one: AnsweredName, nearness: Nearness, known: Mapping[str, str]) -> str:
    """Why a query's first answer is not right; `known` is id -> preferred name of the given ids that there are."""
    if not any(id in known for id in one.query.ids):
        return "given id not in the terminology"
    if not one.candidates:
        return "no answer"
    if one.rank is not None:
        return f"right one at rank {one.rank}"
    if _near(one, nearness):
        return "parent or child of the right one"
    if nearness.category(one.candidates[0].concept_id) in {nearness.category(id) for id in one.query.ids}:
        return "right category, other concept"
    return "right one not among the candidates"


def write_errors(
    path: Path, found: Sequence[AnsweredName], nearness: Nearness, known: Mapping[str, str]
) -> dict[str, int]:
    """Every name whose first answer is wrong as a line of a TSV file; cause -> how many, the commonest first."""
    causes: Counter[str] = Counter()
    with written_whole(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, delimiter="\t", lineterminator="\n")
        lines.writerow(ERROR_COLUMNS)
        for one in found:
            if one.rank == 1:
                continue
            why = cause(one, nearness, known)
            causes[why] += 1
            shown = one.candidates[:AMONG]
            lines.writerow(
                (
                    one.query.name,
                    "|".join(one.query.ids),
                    next((known[id] for id in one.query.ids if id in known), ""),
                    " | ".join(f"{candidate.concept_id} {candidate.preferred_name}" for candidate in shown),
                    " | ".join(f"{candidate.score:.3f}" for candidate in shown),
                    one.note,
                    why,
                )
            )
    return dict(causes.most_common())


def _near(one: AnsweredName, nearness: Nearness) -> bool:
    return bool(one.candidates) and bool(nearness.near(one.candidates[0].concept_id) & set(one.query.ids))
