"""The candidates of the lines that come next, in brief, so that one is read without leaving the queue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from engine.workbench import Workbench
from pages.parts.concept_brief import brief_of

MOST_CARDS = 8  # candidates of a column whose card is sent


def put_cards(
    workbench: Workbench,
    terminology: str,
    details: dict[str, dict[str, Any]],
    lines: Iterable[int],
    here: int,
    searched: list[dict[str, Any]],
) -> None:
    """Gives these lines "cards": candidate's id to what is told of it; those `searched` for are of line `here`."""
    rows = {
        line: [row for column in details[str(line)]["columns"] for row in column["rows"][:MOST_CARDS]] for line in lines
    }
    if here in rows:
        rows[here] += searched
    cards = workbench.terminologies.concepts(terminology, (row["concept"] for some in rows.values() for row in some))
    for line, some in rows.items():
        details[str(line)]["cards"] = {
            row["concept"]: asdict(brief_of(cards[row["concept"]], row["name"]))
            for row in reversed(some)  # of a concept that stands twice, its first name
            if row["concept"] in cards
        }
