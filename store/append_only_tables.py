"""The append-only tables of what people did: what names a thing in each, and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass

from store.history import (
    ABBREVIATION,
    ASSIGNMENT,
    ATTRIBUTE,
    CURRENT,
    EDITED,
    FINDING,
    JUDGEMENT,
    LABEL,
    MAPPING,
    ORDER,
    SPAN,
    TERMINOLOGY,
)

FIRST_CURRENT = "vectors"  # what is current before anybody chose
FIRST_STATE = "(SELECT f.facts FROM terminology_states f WHERE f.number = d.number ORDER BY f.id LIMIT 1)"


@dataclass(frozen=True)
class AppendOnlyTable:
    """An append-only table: the columns that name a thing, what goes along with it, and what is said about it.

    `stated` maps a column to its value, in SQL, where nothing is said any more; its first column tells whether the
    thing is as it was before.
    """

    name: str
    kinds: tuple[str, ...]
    thing: tuple[str, ...]
    along: tuple[str, ...]
    stated: dict[str, str]
    stamps: dict[str, str]

    def same(self, one: str, other: str) -> str:
        """The condition that two rows are about the same thing."""
        return " AND ".join(f"{one}.{column} = {other}.{column}" for column in self.thing) or "1"

    def of_kind(self, entry: str) -> str:
        """The condition that an entry of the history is about this table."""
        return f"{entry}.kind IN ({', '.join(repr(kind) for kind in self.kinds)})"


OPPOSITE = (
    "CASE (SELECT f.action FROM edits f WHERE f.terminology = d.terminology AND f.kind = d.kind AND "
    "f.concept = d.concept AND f.norm = d.norm ORDER BY f.id LIMIT 1) WHEN 'add' THEN 'withdraw' ELSE 'add' END"
)
SIGNED = {"who": ":who", "at": ":at"}
EDITS = AppendOnlyTable(
    "edits",
    EDITED,
    ("terminology", "kind", "concept", "norm"),
    (),
    {
        "action": OPPOSITE,
        **{column: f"d.{column}" for column in ("name", "reason", "query", "score", "model", "model_sha256")},
        **SIGNED,
    },
    {},
)
LABELS = AppendOnlyTable("labels", (LABEL,), ("label_set", "norm"), ("name",), {"label": "''", **SIGNED}, {})
JUDGEMENTS = AppendOnlyTable(
    "judgements",
    (JUDGEMENT,),
    ("normalisation", "answer"),
    ("terminology", "text", "norm"),
    {
        **dict.fromkeys(("decision", "concept", "name", "model", "model_sha256", "comment", "who", "at"), "''"),
        **dict.fromkeys(("score", "probability"), "NULL"),
    },
    {"entered_by": ":who", "entered_at": ":at"},
)
CURRENTS = AppendOnlyTable(
    "current_models", (CURRENT,), (), (), {"model": f"'{FIRST_CURRENT}'", "reason": "''", **SIGNED}, {}
)
ABBREVIATIONS = AppendOnlyTable(
    "abbreviations",
    (ABBREVIATION,),
    ("norm",),
    ("form",),
    {**dict.fromkeys(("state", "meanings", "letter_case", "reason"), "''"), **SIGNED},
    {},
)
FINDINGS = AppendOnlyTable(
    "finding_decisions",
    (FINDING,),
    ("terminology", "kind", "concept", "name", "other"),
    (),
    {"decision": "''", "comment": "''", **SIGNED},
    {},
)
MAPPINGS = AppendOnlyTable(
    "mapping_decisions",
    (MAPPING,),
    ("project", "source", "who"),
    ("name",),
    {
        **dict.fromkeys(("decision", "targets", "reason", "addressed", "model", "model_sha256", "at"), "''"),
        "score": "NULL",
    },
    {"entered_by": ":who", "entered_at": ":at"},
)
ASSIGNMENTS = AppendOnlyTable(
    "mapping_assignments", (ASSIGNMENT,), ("project", "source"), ("name",), {"assigned": "''", **SIGNED}, {}
)
ATTRIBUTES = AppendOnlyTable(
    "mention_attributes", (ATTRIBUTE,), ("normalisation", "answer"), ("text",), {"attributes": "''", **SIGNED}, {}
)
ORDERS = AppendOnlyTable(
    "ranking_orders", (ORDER,), (), (), {"weights": "''", "decisions": "0", "figures": "''", **SIGNED}, {}
)
SPANS = AppendOnlyTable(
    "mention_spans",
    (SPAN,),
    ("normalisation", "answer"),
    ("before",),
    {"text": "''", "begins": "-1", "ends": "-1", "answered": "''", **SIGNED},
    {},
)
TERMINOLOGIES = AppendOnlyTable(
    "terminology_states", (TERMINOLOGY,), ("number",), (), {"facts": FIRST_STATE, **SIGNED}, {}
)
TABLES = (
    EDITS,
    LABELS,
    JUDGEMENTS,
    CURRENTS,
    ABBREVIATIONS,
    TERMINOLOGIES,
    FINDINGS,
    MAPPINGS,
    ASSIGNMENTS,
    ATTRIBUTES,
    ORDERS,
    SPANS,
)
STILL_THERE = {  # what is gone for good cannot come back
    CURRENTS.name: "AND (p.id IS NULL OR p.model LIKE 'vectors%' OR p.model IN (SELECT id FROM models))",
    TERMINOLOGIES.name: "AND d.number IN (SELECT id FROM terminologies)",
}


def table_of(kind: str) -> AppendOnlyTable:
    """The table that keeps changes of this kind."""
    return next(table for table in TABLES if kind in table.kinds)
