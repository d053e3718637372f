"""Encoders asked the same name, or the same list of names: whose ranks changed, which names are shared or lost."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.comparison.bootstrap import side_by_side
from engine.comparison.text import signed, stands
from engine.errors import BadInput
from engine.evaluation.mapped_names import AMONG, Nearness
from engine.events import Event, Finished, Progress
from engine.formats.opening.tables import pasted_rows
from engine.models.open import open_encoder
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.terminology.edited_view import edited_view_in
from engine.text import LONGEST_NAME
from engine.text.counts import count, first_few, joined_with_and, percent
from store.records.terminology import Candidate, Terminology
from store.terminologies import edges

TOP = 10  # what counts as found
DEEP = 100  # how far a rank is followed
MOST_NAMES = 5_000
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
        cleaned = [
            f"{titles.get(id, id)} keeps {self.shared[id]} of the first {self.top} of "
            f"{titles.get(self.encoders[0], self.encoders[0])}, loses {self.lost[id]} and brings {self.brought[id]}"
            for id in self.encoders[1:]
        ]
        return f"{start}; {joined_with_and(cleaned)}."


@dataclass(frozen=True)
class ComparedNames:
    """A list of names asked of several encoders. A row is {"name", "expected": the ids that are right with “|” between,
    "first": encoder -> [concept id, preferred name], "ranks": encoder -> rank of the first right concept or None,
    "category": encoder -> whether its first is of a right one's category, "shared": encoder -> how many of the first
    TOP it shares with the first encoder, "top": how many the first encoder has, "lacking": whether the terminology has
    none of the expected ids in use, so that no rank says anything}."""

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
        its category, and MRR, as rows of a comparison; [] without any."""
        known = [row for row in self.rows if row["expected"] and not row.get("lacking")]
        if not known:
            return []
        inverse = {id: np.array([1 / (row["ranks"][id] or np.inf) for row in known]) for id in self.encoders}
        lines_of = {
            "accuracy": {id: (v == 1).astype(float) for id, v in inverse.items()},
            "among five": {id: (v >= 1 / AMONG).astype(float) for id, v in inverse.items()},
            "category": {id: np.array([row.get("category", {}).get(id, np.nan) for row in known]) for id in inverse},
            "mrr": inverse,
        }
        found = []
        for metric, lines in lines_of.items():
            if np.isnan(lines[self.encoders[0]]).any():
                continue  # a run of before categories were compared
            queries, values, less = side_by_side(lines)
            row = {"task": "mapping", "metric": metric, "queries": queries, "values": values, "differences": less}
            found.append(row)
        return found

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


def compared_ranks(
    ranker: Ranker, terminologies: Sequence[Terminology], text: str, ids: Sequence[str], top: int = TOP
) -> ComparedRanks:
    """One name asked of each encoder; edits count. BadInput for unusable text."""
    rankings = {id: ranker.rank(text, _request(ranker, terminologies, id, max(DEEP, top))) for id in ids}
    found: dict[tuple[str, str], dict[str, Candidate]] = {}
    included: dict[tuple[str, str], None] = {}
    for id, ranking in rankings.items():
        for one in ranking.candidates:
            key = (one.terminology, one.concept_id)
            found.setdefault(key, {})[id] = one
            if one.rank <= top:
                included.setdefault(key)
    first = {key for key in included if _rank(found[key], ids[0], top)}
    others = {id: {key for key in included if _rank(found[key], id, top)} for id in ids[1:]}
    return ComparedRanks(
        text,
        top,
        list(ids),
        [_row(key, found[key], ids) for key in included],
        {id: len(first & theirs) for id, theirs in others.items()},
        {id: len(first - theirs) for id, theirs in others.items()},
        {id: len(theirs - first) for id, theirs in others.items()},
        rankings[ids[0]].note,
    )


def _request(ranker: Ranker, terminologies: Sequence[Terminology], id: str, top: int) -> RankingRequest:
    return RankingRequest(terminologies, open_encoder(ranker.workspace, id), id, top)


def compare_names(
    ranker: Ranker,
    terminologies: Sequence[Terminology],
    slug: str,
    ids: Sequence[str],
    names: Sequence[tuple[str, str]],
) -> Iterator[Event]:
    """A list of (name, its right ids with “|” between, or "") asked of each encoder; Finished with {"names": …}."""
    with ranker.workspace.reading() as db:
        nearness = {one.slug: Nearness(edges(db, one.slug)) for one in terminologies}
        views = [edited_view_in(db, ranker.workspace, one.slug) for one in terminologies]
    known = {code.casefold() for view in views for code in view.titles.keys() - view.obsolete}
    answers: dict[str, list[tuple[Candidate, ...]]] = {}
    for number, id in enumerate(ids):
        yield Progress(number * len(names), len(ids) * len(names), f"Opening {id}")
        request, answers[id] = _request(ranker, terminologies, id, DEEP), []
        for place, (name, _) in enumerate(names):
            answers[id].append(ranker.rank(name, request).candidates)
            yield Progress(number * len(names) + place + 1, len(ids) * len(names), f"{id}: {name}")
    rows = [
        _answered_row(name, expected, {id: answers[id][place] for id in ids}, nearness, known)
        for place, (name, expected) in enumerate(names)
    ]
    yield Finished({"names": {"encoders": list(ids), "terminology": slug, "rows": rows}})


def names_from(text: str, column: str = "") -> list[tuple[str, str]]:
    """One name a line; after a comma or a tab its concept id, or several with “|” between, with a digit and no blank.

    Spreadsheets of many countries write semicolons: they part cells where the first line has one and no comma. Where
    the first line has a heading “name”, the lines are a table: the ids stand in `column`, else in the first other
    column but source_id.

    >>> names_from("heart attack, HP:0001658\\ndiabetes, type 2\\nfever")
    [('heart attack', 'HP:0001658'), ('diabetes, type 2', ''), ('fever', '')]
    """
    first = (text.splitlines() or [""])[0]
    delimiter = "\t" if "\t" in first else ";" if ";" in first and "," not in first else ","
    headings = [cell.strip().lower() for cell in first.split(delimiter)]
    if "name" in headings and len(headings) > 1:
        others = [heading for heading in headings if heading not in ("name", "source_id")]
        ids = headings.index(column if column in headings else (others or headings)[0])
        most = max(ids, headings.index("name"))
        lines = [line for _, line in pasted_rows(text, delimiter)]
        return [(line[headings.index("name")].strip(), line[ids].strip()) for line in lines[1:] if len(line) > most]
    found = []
    for _, cells in pasted_rows(text if delimiter == ";" else text.replace("\t", ","), delimiter.replace("\t", ",")):
        cells = [" ".join(cell.split()) for cell in cells]
        last = cells[-1] if len(cells) > 1 else ""
        named = bool(last) and " " not in last and any(letter.isdigit() for letter in last) and len(last) > 1
        name = ", ".join(cells[:-1] if named else cells).strip()
        if name:
            found.append((name, last if named else ""))
    return found


def checked_names(names: Sequence[tuple[str, str]]) -> list[list[str]]:
    """The names to ask, as they are kept in a recipe; BadInput for none, too many, and one that is too long."""
    cleaned = [[name.strip(), expected.strip()] for name, expected in names if name.strip()]
    if not cleaned:
        raise BadInput("There is no name to ask; write one a line, and after a comma its concept id if known.")
    if len(cleaned) > MOST_NAMES:
        raise BadInput(f"The list has {len(cleaned):,} names; ask at most {MOST_NAMES:,} at a time.")
    for place, (name, _) in enumerate(cleaned, 1):
        if len(name) > LONGEST_NAME:
            raise BadInput(
                f"Name {place:,} of the list, “{name[:40]}…”, has {len(name):,} characters; a name has at most "
                f"{LONGEST_NAME:,}. Shorten it or take it out."
            )
    return cleaned


def _answered_row(
    name: str,
    expected: str,
    answers: Mapping[str, tuple[Candidate, ...]],
    nearness: Mapping[str, Nearness],
    known: Collection[str],
) -> dict[str, Any]:
    ids = list(answers)
    named = [one.strip() for one in expected.split("|") if one.strip()]
    expected_ids = [one for one in named if one.casefold() in known]
    right = [one.casefold() for one in expected_ids]

    def of_right_category(candidate: Candidate) -> bool:
        category = nearness[candidate.terminology].category
        return category(candidate.concept_id) in map(category, expected_ids)

    tops = {id: {(c.terminology, c.concept_id) for c in answers[id][:TOP]} for id in ids}
    return {
        "name": name,
        "expected": expected,
        "first": {id: [answers[id][0].concept_id, answers[id][0].preferred_name] if answers[id] else [] for id in ids},
        "ranks": {id: next((c.rank for c in answers[id] if c.concept_id.casefold() in right), None) for id in ids}
        if right
        else {},
        "category": {id: any(map(of_right_category, answers[id][:1])) for id in ids} if right else {},
        "shared": {id: len(tops[id] & tops[ids[0]]) for id in ids},
        "top": len(tops[ids[0]]),
        "lacking": bool(named) and not right,
    }


def _rank(found: Mapping[str, Candidate], id: str, top: int) -> bool:
    return id in found and found[id].rank <= top


def _row(key: tuple[str, str], found: Mapping[str, Candidate], ids: Sequence[str]) -> RankedConcept:
    one = next(found[id] for id in ids if id in found)
    return RankedConcept(
        *key,
        one.preferred_name,
        one.name,
        one.exact,
        one.differs,
        {id: found[id].rank if id in found else None for id in ids},
        {id: found[id].score if id in found else None for id in ids},
    )
