"""What an entry of the history changed, or what differs between two moments: one thing a line, before and after."""

from __future__ import annotations

from typing import Any

from sqlite_utils import Database

from store import history, undoing
from store.history import NAME, PARENT
from store.records.terminology import Altered, Entry
from store.undoing import CURRENTS, EDITS, JUDGEMENTS, LABELS, TABLES, Kept, table_of

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
        if row["action"] != "add":
            return ""
        return {NAME: f"name of {row['concept']}", PARENT: f"under {row['name']}"}.get(row["kind"], row["name"])
    if kept is LABELS:
        return str(row["label"])
    if kept is JUDGEMENTS:
        return " ".join(part for part in (row["decision"], row["concept"], row["name"]) if part)
    return str(row["model"])


def between(db: Database, first: int, second: int) -> list[Altered]:
    """What differs in the workspace after entry `second` from after entry `first`, by kind and by when it was said."""
    found = []
    for kept in TABLES:
        before, after = undoing.said_at(db, kept, first), undoing.said_at(db, kept, second)
        for thing in {**before, **after}:
            old, new = before.get(thing), after.get(thing)
            row = new or old
            assert row is not None
            start = _at_first(db, kept, row) if old is None or new is None else ""
            was, now = (value_of(kept, one) if one is not None else start for one in (old, new))
            if was != now:
                kind, name, about, action = said_about(kept, row)
                seen = {column: row.get(column) or "" for column in ("terminology", "reason", "query")}
                found.append(
                    Altered(
                        kind,
                        name,
                        about,
                        was,
                        now,
                        action,
                        who=row["who"],
                        when=row["at"],
                        score=row.get("score"),
                        **seen,
                    )
                )
    return sorted(found, key=lambda one: (history.KINDS.index(one.kind), one.when))


def _at_first(db: Database, kept: Kept, row: dict[str, Any]) -> str:
    """What was said of a row's thing before anybody said anything."""
    if kept is EDITS:
        test = " AND ".join(f"{column} = :{column}" for column in kept.thing)
        values = {column: row[column] for column in kept.thing}
        first = next(db.query(f"SELECT * FROM edits WHERE {test} ORDER BY id LIMIT 1", values))
        return _imported(kept, {**first, "name": row["name"]})
    return undoing.FIRST_CURRENT if kept is CURRENTS else ""


def _imported(kept: Kept, row: dict[str, Any]) -> str:
    """What was said before anybody did: what an edit withdraws first was imported."""
    if kept is EDITS and row["action"] == "withdraw":
        return value_of(kept, {**row, "action": "add"})
    return ""
