"""The rows of a ranking as the candidate table draws them: ranks compared, shared words, provenance."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from engine.workbench import NAME, ONE_OF_SEVERAL, difference_word, sureness
from pages.parts.candidate_table import CandidateColumn, column_data
from pages.parts.coding_marks import with_meanings
from pages.parts.shared_words import shared_parts
from store.records.terminology import Candidate, Ranking

SCORE = "All that speaks for the candidate, from 0 to 1: 0.5 is as good as none of those here."
EACH = ["each", "by itself"]  # in place of its share of one answer, which no finding of several has
TOLD_FROM = 0.05  # a smaller probability is next to nothing, and not told
DIFFERS = {  # a mark -> what it means
    "side": "One of the two names a side, such as left or right, that the other does not: another concept, "
    "or a wider one.",
    "number": "The numbers or types differ, such as type 1 and type 2: another concept, or a wider one.",
    "stage": "The stage, grade or severity differs: another concept, or a wider one.",
    "negation": "One of the two denies what the other says.",
    difference_word("with"): "One says with, the other without or nothing of it: another concept, or a wider one.",
    "encounter": "Initial, subsequent or sequela: the encounter differs.",
    "course": "Acute or chronic: the course differs.",
    "certainty": "The text says that it is suspected; a suspected diagnosis is not to be coded as one that is there.",
}


def ranking_data(
    query: str,
    columns: Sequence[CandidateColumn[Ranking]],
    unit: str,
    opened: tuple[str, str] | None,
    terminologies: dict[str, str],
    gone: Collection[str] = (),
) -> dict[str, Any]:
    """What the component draws: a column an encoder, a row a candidate, with its shift against the first column.

    `opened` is the (terminology, concept id) whose card is open; `terminologies` maps a slug to the short title to
    show with each row, and is empty when all rows are from one. A row's "shift" is how many places higher it stands
    than in the first column, "new" when it is not there, and "only" for a row of the first column that no other has.
    `gone` are the concepts of an older version that the first column's no longer has: their rows are "withdrawn".
    "offers": the code that is taken by default below one that is not billable ("take") is drawn as a button.
    """
    return {
        "query": query,
        "field": ".st-key-q input",
        "score": SCORE,
        "differs": DIFFERS,
        "least": "10.1rem",
        "offers": True,
        "columns": [
            column_data(
                column,
                _rows(query, columns, at, unit, terminologies, gone),
                against=columns[0].title if at else "",
                opened=" ".join(opened or ()),
            )
            for at, column in enumerate(columns)
        ],
    }


def _rows(
    query: str,
    columns: Sequence[CandidateColumn[Ranking]],
    at: int,
    unit: str,
    terminologies: dict[str, str],
    gone: Collection[str],
) -> list[dict[str, Any]]:
    answer = columns[at].answer
    first = _ranks(columns[0], unit)
    elsewhere = [_ranks(other, unit) for place, other in enumerate(columns) if place != at and other.answer]
    rows = []
    for candidate in answer.candidates if answer else ():
        key = candidate_key(candidate, unit)
        row = candidate_row(query, candidate, terminologies)
        if candidate.concept_id in gone and key not in first:
            row["shift"] = "withdrawn"
        elif at and first:
            row["shift"] = first[key] - candidate.rank if key in first else "new"
        elif elsewhere and not any(key in ranks for ranks in elsewhere):
            row["shift"] = "only"
        rows.append(row)
    return rows


def candidate_key(candidate: Candidate, unit: str) -> tuple[str, ...]:
    """What makes a candidate the same one in two rankings, of two versions of a terminology too."""
    concept = (candidate.terminology.partition("@")[0], candidate.concept_id)
    return (*concept, candidate.name) if unit == NAME else concept


def _ranks(column: CandidateColumn[Ranking], unit: str) -> dict[tuple[str, ...], int]:
    return {candidate_key(one, unit): one.rank for one in (column.answer.candidates if column.answer else ())}


def candidate_row(query: str, candidate: Candidate, terminologies: dict[str, str]) -> dict[str, Any]:
    """A candidate as its row is drawn, with the query's words in its name told apart."""
    return {
        "id": f"{candidate.terminology} {candidate.concept_id}",
        "rank": candidate.rank,
        "score": round(candidate.score, 4),
        "name": candidate.name,
        "parts": shared_parts(query, candidate.name),
        "concept": candidate.concept_id,
        "preferred": candidate.preferred_name,
        "terminology": candidate.terminology,
        "where": terminologies.get(candidate.terminology, ""),
        "source": candidate.source,
        "scope": candidate.scope,
        "exact": candidate.exact,
        "added": candidate.added,
        "obsolete": candidate.obsolete,
        "replaced_by": candidate.replaced_by,
        "differs": [difference_word(kind) for kind in candidate.differs],
        "via": candidate.via,
        "sure": _sureness(candidate),
        "marks": with_meanings(candidate.marks),
        "take": {"code": candidate.default_code, "name": candidate.default_name} if candidate.default_code else None,
    }


def _sureness(candidate: Candidate) -> list[str]:
    """How sure a candidate is, in two words, the first of one of several findings by itself; [] where it hardly is."""
    if candidate.evidence == ONE_OF_SEVERAL:
        return EACH
    return sureness(candidate.probability, candidate.exact) if candidate.likelihood >= TOLD_FROM else []
