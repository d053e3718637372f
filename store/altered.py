"""What an entry of the history changed, one thing a line, with what was said before."""

from __future__ import annotations

from typing import Any

from sqlite_utils import Database

from store.history import CURRENTS, EDITS, JUDGEMENTS, LABELS, NAME, PARENT, Kept, table_of
from store.records import Altered, Entry

CURRENT_MODEL = "current model"


def of_entry(db: Database, entry: Entry, limit: int = 100, offset: int = 0) -> list[Altered]:
    """The changes of an entry, in order."""
    kept = table_of(entry.kind)
    said = ", ".join(f"b.{column} AS before_{column}" for column in kept.said)
    rows = db.query(
        f"SELECT r.*, b.id AS before_id, {said}{_file(kept)} FROM {kept.table} r LEFT JOIN {kept.table} b ON b.id = "
        f"(SELECT max(e.id) FROM {kept.table} e WHERE {kept.same('e', 'r')} AND e.id < r.id) "
        "WHERE r.batch = ? ORDER BY r.id LIMIT ? OFFSET ?",
        [entry.batch, limit, offset],
    )
    return [_altered(kept, entry, row) for row in rows]


def _file(kept: Kept) -> str:
    return ", (SELECT n.file FROM normalisations n WHERE n.id = r.normalisation) AS file" if kept is JUDGEMENTS else ""


def _altered(kept: Kept, entry: Entry, row: dict[str, Any]) -> Altered:
    kind, thing, about, action = said_about(kept, row)
    before = {**row, **{key.removeprefix("before_"): row[key] for key in row if key.startswith("before_")}}
    after = value_of(kept, row)
    return Altered(
        kind=kind,
        thing=thing,
        about=about,
        before=value_of(kept, before) if row["before_id"] is not None else _imported(kept, row),
        after=after,
        action=action,
        terminology=row.get("terminology") or "",
        who=entry.who,
        when=entry.when,
        reason=row.get("reason") or row.get("comment") or "",
        query=row.get("query") or "",
        score=row.get("score"),
        model=(row.get("model") or "") if kept is not CURRENTS else "",
    )


def said_about(kept: Kept, row: dict[str, Any]) -> tuple[str, str, str, str]:
    """(kind, thing, about, action) of a row."""
    if kept is EDITS:
        thing, about = (row["concept"], row["name"]) if row["kind"] == PARENT else (row["name"], row["concept"])
        return row["kind"], thing, about, row["action"]
    if kept is LABELS:
        return "label", row["name"], row["label_set"], "label"
    if kept is JUDGEMENTS:
        return "judgement", row["text"], row.get("file") or f"file {row['normalisation']}", row["decision"]
    return "current", CURRENT_MODEL, "", "current"


def value_of(kept: Kept, row: dict[str, Any]) -> str:
    """What a row says of its thing, "" where nothing."""
    if kept is EDITS:
        words = {NAME: "a name", PARENT: "a parent"}
        return words.get(row.get("kind", ""), "there") if row["action"] == "add" else ""
    if kept is LABELS:
        return str(row["label"])
    if kept is JUDGEMENTS:
        return " ".join(part for part in (row["decision"], row["concept"], row["name"]) if part)
    return str(row["model"])


def _imported(kept: Kept, row: dict[str, Any]) -> str:
    """What was said before anybody did: what an edit withdraws first was imported."""
    if kept is EDITS and row["action"] == "withdraw":
        return value_of(kept, {**row, "action": "add"})
    return ""
