"""The candidates of the lines that come next, in brief, so that one is read without leaving the queue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from engine.errors import NotFound
from engine.workbench import Workbench
from pages.parts.concept_brief import brief_of

MOST = 8  # candidates of a column whose card is sent


def put_cards(
    workbench: Workbench,
    terminology: str,
    details: dict[str, dict[str, Any]],
    lines: Iterable[int],
    here: int,
    searched: list[dict[str, Any]],
) -> None:
    """Gives these lines "cards": candidate's id to what is told of it; those `searched` for are of line `here`."""
    for line in lines:
        one = details[str(line)]
        rows = [row for column in one["columns"] for row in column["rows"][:MOST]]
        rows += searched if line == here else []
        one["cards"] = {}
        for row in rows:
            try:
                card = workbench.terminologies.concept(terminology, row["concept"])
            except NotFound:  # taken out since the file was answered
                continue
            one["cards"].setdefault(row["concept"], asdict(brief_of(card, row["name"])))
