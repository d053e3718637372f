"""What an entry of the history changed, or what differs between two moments: one thing a line, before and after."""

from __future__ import annotations

import json
from typing import Any

from store import history, reading, undoing
from store.abbreviations import BETWEEN, REMOVED
from store.append_only_tables import (
    ABBREVIATIONS,
    ASSIGNMENTS,
    ATTRIBUTES,
    CURRENTS,
    EDITS,
    FINDINGS,
    FIRST_CURRENT,
    JUDGEMENTS,
    LABELS,
    MAPPINGS,
    ORDERS,
    SPANS,
    TABLES,
    TERMINOLOGIES,
    AppendOnlyTable,
    table_of,
)
from store.history import CONCEPT, DEFINITION, NAME, PARENT, PREFERRED, REPLACEMENT
from store.mapping_decisions import read_targets
from store.records.mapping import decision_words
from store.records.normalisation import DECISION_WORDS
from store.records.terminology import Alteration, Entry
from store.sqlite import Database

CURRENT_MODEL = "current model"
EDIT_TEMPLATES = {  # kind of an edit -> its thing, what that belongs to, and what an added one says of it
    NAME: ("{name}", "{concept}", "name of {concept}"),
    CONCEPT: ("{name}", "{concept}", "{name}"),
    PARENT: ("{concept}", "{name}", "under {name}"),
    PREFERRED: ("{concept}", "", "{name}"),
    REPLACEMENT: ("{concept}", "", "replaced by {name}"),
    DEFINITION: ("{concept}", "", "{name}"),
}
OF_IMPORT = (
    "SELECT c.{} FROM concepts c JOIN terminologies t ON t.id = c.terminology "
    "WHERE t.slug = :terminology AND c.code = :concept"
)
IMPORTED_TEXT = {  # kind of an edit -> what the import, or who made the concept, said in its place
    PREFERRED: OF_IMPORT.format("preferred") + " UNION ALL SELECT name FROM (SELECT name FROM edits WHERE "
    "terminology = :terminology AND concept = :concept AND kind = 'concept' ORDER BY id LIMIT 1)",
    DEFINITION: OF_IMPORT.format("definition"),
}


def of_entry(db: Database, entry: Entry, limit: int = 100, offset: int = 0) -> list[Alteration]:
    """The changes of an entry, in order."""
    table = table_of(entry.kind)
    columns = ", ".join(f"b.{column} AS before_{column}" for column in table.stated)
    rows = db.query(
        f"SELECT r.*, b.id AS before_id, {columns}{_file(table)} FROM {table.name} r "
        f"LEFT JOIN {table.name} b ON b.id = "
        f"(SELECT max(e.id) FROM {table.name} e WHERE {table.same('e', 'r')} AND e.id < r.id) "
        "WHERE r.batch = ? ORDER BY r.id LIMIT ? OFFSET ?",
        [entry.batch, limit, offset],
    )
    return [_altered(db, table, entry, row) for row in rows]


def _file(table: AppendOnlyTable) -> str:
    return ", (SELECT n.file FROM normalisations n WHERE n.id = r.normalisation) AS file" if table is JUDGEMENTS else ""


def _altered(db: Database, table: AppendOnlyTable, entry: Entry, row: dict[str, Any]) -> Alteration:
    kind, thing, about, action = statement_of(table, row)
    before = {**row, **{key.removeprefix("before_"): row[key] for key in row if key.startswith("before_")}}
    after = value_of(table, row)
    return Alteration(
        kind=kind,
        thing=thing,
        about=about,
        before=value_of(table, before) if row["before_id"] is not None else _imported(db, table, row),
        after=after,
        action=action,
        terminology=row.get("terminology") or "",
        who=entry.who,
        when=entry.when,
        reason=row.get("reason") or row.get("comment") or "",
        query=row.get("query") or "",
        score=row.get("score"),
        model=(row.get("model") or "") if table is not CURRENTS else "",
    )


def statement_of(table: AppendOnlyTable, row: dict[str, Any]) -> tuple[str, str, str, str]:
    """(kind, thing, about, action) of a row."""
    if table is EDITS:
        thing, about, _ = EDIT_TEMPLATES[row["kind"]]
        return row["kind"], thing.format_map(row), about.format_map(row), row["action"]
    if table is LABELS:
        return "label", row["name"], row["label_set"], "label"
    if table is JUDGEMENTS:
        return "judgement", row["text"], row.get("file") or f"file {row['normalisation']}", row["decision"]
    if table is ABBREVIATIONS:
        return "abbreviation", row["form"], "", "abbreviation"
    if table is TERMINOLOGIES:
        facts = json.loads(row["facts"])
        return "terminology", facts["slug"], facts["title"], "terminology"
    if table is FINDINGS:
        return "finding", f"{row['kind']}: {row['name']}", row["concept"], row["decision"]
    if table is MAPPINGS:
        return "mapping", row["name"], row["source"], row["decision"]
    if table is ASSIGNMENTS:
        return "assignment", row["name"], row["source"], "assign"
    if table is ATTRIBUTES:
        return "attribute", row["text"], f"file {row['normalisation']}", "attribute"
    if table is SPANS:
        return "span", row["before"] or "a mention that the file does not mark", f"file {row['normalisation']}", "span"
    if table is ORDERS:
        return "order", "order of rankings", "", "order"
    return "current", CURRENT_MODEL, "", "current"


def value_of(table: AppendOnlyTable, row: dict[str, Any]) -> str:
    """What a row says of its thing, "" where nothing."""
    if table is EDITS:
        return EDIT_TEMPLATES[row["kind"]][2].format_map(row) if row["action"] == "add" else ""
    if table is LABELS:
        return str(row["label"])
    if table is JUDGEMENTS:
        return " ".join(part for part in (DECISION_WORDS[row["decision"]], row["concept"], row["name"]) if part)
    if table is ABBREVIATIONS:
        return "taken out" if row["state"] == REMOVED else str(row["meanings"]).replace(BETWEEN, " or ")
    if table is FINDINGS:
        return str(row["decision"])
    if table is MAPPINGS:
        return decision_words(row["decision"], read_targets(row["targets"]), row["addressed"])
    if table is ASSIGNMENTS:
        return str(row["assigned"])
    if table is ATTRIBUTES:
        return str(row["attributes"])
    if table is SPANS:
        return str(row["text"])
    if table is ORDERS:
        return f"learnt from {row['decisions']:,} decisions" if row["weights"] else ""
    return _state(json.loads(row["facts"])) if table is TERMINOLOGIES else str(row["model"])


def _state(facts: dict[str, Any]) -> str:
    """What a terminology is, in a line; "" while it is taken out."""
    parts = [facts["slug"], facts["title"], facts["version"], facts["licence"], facts["language"]]
    parts.append(f"older than {facts['newer']}" if facts["newer"] else "")
    return ", ".join(part for part in parts if part) if facts["present"] else ""


def between(db: Database, first: int, second: int) -> list[Alteration]:
    """What differs in the workspace after entry `second` from after entry `first`, by kind and by when it was said."""
    found = []
    for table in TABLES:
        before, after = undoing.stated_at(db, table, first), undoing.stated_at(db, table, second)
        for thing in {**before, **after}:
            old, new = before.get(thing), after.get(thing)
            row = new or old
            assert row is not None
            start = _at_first(db, table, row) if old is None or new is None else ""
            was, now = (value_of(table, one) if one is not None else start for one in (old, new))
            if was != now:
                kind, name, about, action = statement_of(table, row)
                seen = {column: row.get(column) or "" for column in ("terminology", "reason", "query")}
                found.append(
                    Alteration(
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


def _at_first(db: Database, table: AppendOnlyTable, row: dict[str, Any]) -> str:
    """What was said of a row's thing before anybody said anything."""
    if table is EDITS:
        test = " AND ".join(f"{column} = :{column}" for column in table.thing)
        values = {column: row[column] for column in table.thing}
        first = next(db.query(f"SELECT * FROM edits WHERE {test} ORDER BY id LIMIT 1", values))
        return _imported(db, table, {**first, "name": row["name"]})
    if table is TERMINOLOGIES:
        sql = "SELECT facts FROM terminology_states WHERE number = ? ORDER BY id LIMIT 1"
        return value_of(table, {"facts": reading.value(db, sql, [row["number"]])})
    return FIRST_CURRENT if table is CURRENTS else ""


def _imported(db: Database, table: AppendOnlyTable, row: dict[str, Any]) -> str:
    """What was said before anybody did: what an edit withdraws first was imported, as were texts."""
    if table is EDITS and row["kind"] in IMPORTED_TEXT:
        concept = {key: row[key] for key in ("terminology", "concept")}
        return str(reading.value(db, IMPORTED_TEXT[row["kind"]], concept) or "")
    if table is EDITS and row["action"] == "withdraw":
        return value_of(table, {**row, "action": "add"})
    return ""
