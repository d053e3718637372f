"""A number is given once: what people did about something that is gone is about nothing else, in any workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.text import normalise
from store import (
    answer_lines,
    database,
    given_numbers,
    judgements,
    mention_attributes,
    mention_spans,
    normalisations,
    runs,
)
from store.mention_spans import BY_HAND
from store.records.normalisation import Line, MentionSpan
from store.sqlite import Database

FACTS = {"file": "m.csv", "source": "", "sha256": "s", "terminology": "organs", "encoder": "vectors", "search": "O"}
LINES = [Line(1, 1, 1, "heart attack", concept="H1"), Line(2, 1, 1, "asthma", concept="L1")]


def loaded(db: Database) -> tuple[int, int]:
    """The numbers of a new file and of its first line."""
    number = normalisations.add(db, FACTS | {"encoder_sha256": "e"})
    return number, normalisations.append(db, number, LINES, 2, 2, normalise)


def forget_given(db: Database) -> None:
    """As in a workspace from before the numbers given were kept."""
    for kind in given_numbers.NAMED:
        db.execute("DELETE FROM settings WHERE key = ?", [kind])


@pytest.mark.parametrize("older", [False, True])
def test_a_file_has_nothing_of_a_deleted_one(path: Path, older: bool) -> None:
    with database.writing(path) as db:
        number, start = loaded(db)
        line = answer_lines.numbered(db, number, [start])[0]
        judgements.add(db, number, "organs", [(line, "accept", "H1", "", None, "")], "ann", normalise)
        added = normalisations.add_line(db, number, Line(1, 0, 1, "ache", sieve=BY_HAND), normalise)
        mention_spans.add(db, number, MentionSpan(added, "", "ache", 0, 4, {}), "ann", "added")
        mention_attributes.add(db, number, [(line.id, line.text)], "negated", "ann", "negated")
        normalisations.remove(db, number)
        if older:
            forget_given(db)
        again, first = loaded(db)
        assert again == number + 1 and first == added + 1
        assert [(line.text, line.decision) for line in answer_lines.every(db, again)] == [
            ("heart attack", ""),
            ("asthma", ""),
        ]
        assert answer_lines.decisions(db, again) == {}


def test_a_file_that_nothing_was_said_of_leaves_its_numbers_to_nobody(path: Path) -> None:
    with database.writing(path) as db:
        number, start = loaded(db)
        normalisations.remove(db, number)
        assert loaded(db) == (number + 1, start + len(LINES))
        line = normalisations.add_line(db, number + 1, Line(1, 0, 1, "ache", sieve=BY_HAND), normalise)
        assert line == start + 2 * len(LINES)


def test_what_a_run_compared_names_its_file_in_an_older_workspace_too(path: Path) -> None:
    with database.writing(path) as db:
        number, _ = loaded(db)
        runs.add(db, "recheck", "What changed", {"normalisation": number, "asked": {}})
        normalisations.remove(db, number)
        forget_given(db)
        assert loaded(db)[0] == number + 1
