"""What a comparison of encoders holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.comparison.words import TOO_FEW, branch_stands, signed, stands
from engine.text.counts import count, joined_with_and


@dataclass(frozen=True)
class Comparison:
    """What came out; every row is a plain dict, so that a page, a report and a file of JSON show the same.

    `tasks` and `branches`: {"title" or "task" and "metric", "queries", "values": encoder -> {"value", "low", "high"},
    "differences": encoder -> {"difference", "low", "high", "p"}}. `moved`: encoder -> {"better", "worse", "same",
    "wins", "losses"}. `seen` are encoders that were trained on the held-out names. `titles`: encoder -> title now.
    """

    encoders: list[str]
    sha256: dict[str, str]
    terminology: str
    version: str
    queries: int
    drawn_from: int
    pool: int
    tasks: list[dict[str, Any]]
    branches: list[dict[str, Any]]
    moved: dict[str, dict[str, Any]]
    left_out: list[str]
    seen: list[str]
    created: str
    titles: dict[str, str] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """Who is better than the first and by how much, and in how many branches, in one line with titles."""
        titles = {id: self.titles.get(id, id) for id in self.encoders}
        lead = next((row for row in self.tasks if (row["task"], row["metric"]) == ("retrieval", "map")), None)
        lead = lead or next(iter(self.tasks), None)
        if lead is None:
            return "There is nothing to compare these encoders on here: no held-out names and no relatedness set."
        first = self.encoders[0]
        what = f"held-out names of {self.titles.get(self.terminology, self.terminology)}"
        what = what if lead["task"] == "retrieval" else "pairs that people judged"
        kind = "mAP" if lead["metric"] == "map" else "Spearman"
        value = lead["values"][first]["value"]
        start = f"Against {titles[first]} ({kind} {'–' if value is None else f'{value:.3f}'})"
        parts = [_against(lead, id, titles[id]) for id in self.encoders[1:]]
        sentence = f"{start}, on {lead['queries']:,} {what}: {joined_with_and(parts)}"
        if self.branches:
            gains = []
            for id in self.encoders[1:]:
                ways = [branch_stands(row, id) for row in self.branches]
                gains.append(f"{titles[id]} gains in {ways.count(1)} and loses in {ways.count(-1)}")
            sentence += f". Of {count(len(self.branches), 'branch', 'branches')}, {joined_with_and(gains)}"
        return sentence + "."

    def to_dict(self) -> dict[str, Any]:
        """Everything, the summary too, as plain JSON."""
        return {"summary": self.summary, **asdict(self)}


def _against(row: Mapping[str, Any], id: str, title: str) -> str:
    less = row["differences"].get(id)
    if less is None or less["difference"] is None:
        return f"{title} cannot be measured"
    if less["low"] is None:
        return f"{title} differs by {signed(less['difference'])}, {TOO_FEW}"
    way = stands(less)
    figures = f"{signed(less['difference'])}, 95 % interval {signed(less['low'])} to {signed(less['high'])}"
    return f"{title} is {('not certainly different', 'better', 'worse')[way]} ({figures})"
