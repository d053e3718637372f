"""The one history: a row for each batch of changes of any kind, append-only; `store.undoing` takes batches back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from store import reading
from store.database import now
from store.records.terminology import Entry, HistoryFilter
from store.sqlite import Database

NAME, CONCEPT, PARENT, LABEL, JUDGEMENT, CURRENT = "name", "concept", "parent", "label", "judgement", "current"
PREFERRED, REPLACEMENT, DEFINITION = "preferred", "replacement", "definition"
ABBREVIATION, TERMINOLOGY, FINDING = "abbreviation", "terminology", "finding"
MAPPING, ASSIGNMENT, ATTRIBUTE, ORDER, SPAN = "mapping", "assignment", "attribute", "order", "span"
EDITED = (NAME, CONCEPT, PARENT, PREFERRED, REPLACEMENT, DEFINITION)  # kinds of edits, mixed in one batch
KINDS = (  # where else a new kind belongs is said by tests/test_change_kinds.py
    *EDITED,
    LABEL,
    JUDGEMENT,
    CURRENT,
    ABBREVIATION,
    TERMINOLOGY,
    FINDING,
    MAPPING,
    ASSIGNMENT,
    ATTRIBUTE,
    ORDER,
    SPAN,
)
DO, UNDO, REDO, BACK, NOTE = "do", "undo", "redo", "back", "note"
ACTS = (DO, BACK)
OF_EDITS = ", ".join(f"'{kind}'" for kind in EDITED)
HOLDS = (  # a batch of edits may hold several kinds
    f"h.kind IN ({OF_EDITS}) AND EXISTS (SELECT 1 FROM edits e WHERE e.batch = h.batch AND e.kind = :kind)"
)
ABOUT = "FROM history u WHERE u.of = h.id AND u.role"
LAST_OF = f"(SELECT u.role {ABOUT} != 'note' AND {{}} ORDER BY u.id DESC LIMIT 1)"
LAST = LAST_OF.format("1")  # what was done last about an entry `h`, NULL for nothing
IN_FORCE = f"{LAST} IS NOT 'undo'"
LISTED = (
    "SELECT h.id, h.kind, h.batch, h.who, h.at, h.role, h.of, h.rows, h.title, h.act, "
    f"coalesce(nullif(h.note, ''), (SELECT u.note {ABOUT} = 'note' ORDER BY u.id DESC LIMIT 1), '') AS note, "
    f"{LAST} AS last FROM history h"
)


ROOT = "CASE WHEN h.role IN ('undo', 'redo') THEN coalesce(h.of, h.id) ELSE h.id END"  # what it undid or redid, or it


TIED = (  # the entries of what was done as one, what these took back, and what took these back, to the last
    "WITH RECURSIVE tied(id) AS (SELECT id FROM history WHERE id = :entry UNION SELECT o.id FROM tied JOIN history t "
    "ON t.id = tied.id JOIN history o ON o.act = t.act OR o.of = t.id OR o.id = t.of) SELECT id FROM tied"
)
AGAIN = (  # the batches of an entry and of those that did it again
    "WITH RECURSIVE again(id) AS (VALUES(?) UNION SELECT o.id FROM again JOIN history t ON t.id = again.id "
    "JOIN history o ON o.of = t.id OR o.id = t.of WHERE o.role != 'note') SELECT DISTINCT h.batch "
    "FROM again JOIN history h USING (id) WHERE h.role != 'undo'"
)
FACT_TEXTS = (
    "(SELECT group_concat(value, char(10)) FROM json_each(x.facts))"  # the words for the facts are no text of theirs
)
CHANGED = " OR ".join(  # a thing of a batch says the text: a bulk edit's title names none of its names
    f"(h.kind IN ({kinds}) AND EXISTS (SELECT 1 FROM {table} x WHERE x.batch = h.batch AND ("
    + " OR ".join(f"{column if ' ' in column else f'x.{column}'} LIKE :text ESCAPE '\\'" for column in columns)
    + ")))"
    for table, kinds, columns in (
        ("edits", OF_EDITS, ("name", "concept", "reason")),
        ("labels", "'label'", ("name", "label")),
        ("judgements", "'judgement'", ("text", "name", "concept", "comment")),
        ("abbreviations", "'abbreviation'", ("form", "meanings", "reason")),
        ("terminology_states", "'terminology'", (FACT_TEXTS,)),
        ("finding_decisions", "'finding'", ("name", "concept", "comment")),
        ("mapping_decisions", "'mapping'", ("name", "source", "targets", "reason")),
        ("mention_attributes", "'attribute'", ("text", "attributes")),
        ("mention_spans", "'span'", ("before", "text")),
        ("mapping_assignments", "'assignment'", ("name", "source", "assigned")),
    )
)


def next_batch(db: Database, table: str) -> int:
    """The number that the next batch of a table gets."""
    return int(reading.value(db, f"SELECT coalesce(max(batch), 0) + 1 FROM {table}"))


def record(
    db: Database,
    kind: str,
    batch: int,
    who: str,
    rows: int,
    title: str,
    *,
    role: str = DO,
    of: int | None = None,
    act: int | None = None,
    note: str = "",
    at: str = "",
) -> int:
    """Append the entry of a batch, in the batch's own transaction; its number.

    `act` is the first entry of what is done as one, when this is not it.
    """
    number = last_id(db) + 1
    row = {"id": number, "kind": kind, "batch": batch, "who": who, "at": at or now(), "role": role, "of": of}
    db.table("history").insert(row | {"rows": rows, "title": title, "note": note, "act": act or number})
    return number


def get(db: Database, number: int) -> Entry | None:
    """The entry, or None."""
    return next((_entry(row) for row in db.query(f"{LISTED} WHERE h.id = ?", [number])), None)


def since(db: Database, moment: int) -> dict[str, int]:
    """Who -> how many actions after entry `moment` still stand."""
    found: dict[str, int] = {}
    for row in db.query(f"{LISTED} WHERE h.id > ? AND h.id = h.act AND h.role IN ('do', 'back')", [moment]):
        entry = _entry(row)
        found[entry.who] = found.get(entry.who, 0) + entry.stands
    return {who: number for who, number in found.items() if number}


def last_id(db: Database) -> int:
    """The number of the newest entry: what is made from the history is fresh while this is unchanged."""
    return reading.last_id(db, "history")


def gaps(db: Database) -> list[int]:
    """The numbers between the first entry and the last that no entry has; entries are numbered without a gap."""
    numbers = [row[0] for row in db.execute("SELECT id FROM history ORDER BY id")]
    return sorted(set(range(1, numbers[-1] + 1)) - set(numbers)) if numbers else []


def entries(db: Database, filter: HistoryFilter, limit: int, offset: int = 0) -> list[Entry]:
    """The entries that the filter lets through, newest first; notes stand with the entry they are about."""
    test, values = _where(filter)
    rows = db.query(
        f"{LISTED} WHERE {test} ORDER BY h.id DESC LIMIT :limit OFFSET :offset",
        values | {"limit": limit, "offset": offset},
    )
    return [_entry(row) for row in rows]


def count(db: Database, filter: HistoryFilter) -> int:
    """How many entries the filter lets through."""
    test, values = _where(filter)
    return int(reading.value(db, f"SELECT count(*) FROM history h WHERE {test}", values))


def actions(db: Database, filter: HistoryFilter, limit: int, offset: int = 0) -> list[tuple[Entry, Entry]]:
    """The actions of which the filter lets an entry through, each with its newest undo or redo, else with itself.

    Those come first with which something was done last.
    """
    test, values = _where(filter)
    found = db.execute(
        f"SELECT {ROOT} AS root, max(h.id) AS newest FROM history h WHERE {test} GROUP BY root "
        "ORDER BY newest DESC LIMIT :limit OFFSET :offset",
        values | {"limit": limit, "offset": offset},
    ).fetchall()
    numbers = sorted({number for pair in found for number in pair})
    marks = ", ".join("?" * len(numbers))
    known = {row["id"]: _entry(row) for row in db.query(f"{LISTED} WHERE h.id IN ({marks})", numbers)}
    return [(known[root], known[newest]) for root, newest in found if root in known]


def count_actions(db: Database, filter: HistoryFilter) -> int:
    """Of how many actions the filter lets an entry through."""
    test, values = _where(filter)
    return int(reading.value(db, f"SELECT count(DISTINCT {ROOT}) FROM history h WHERE {test}", values))


def steps(db: Database, number: int) -> list[Entry]:
    """The undos and redos of an entry, oldest first."""
    return [
        _entry(row)
        for row in db.query(f"{LISTED} WHERE h.of = ? AND h.role IN ('undo', 'redo') ORDER BY h.id", [number])
    ]


def people(db: Database) -> list[str]:
    """Everybody who has an entry, by name."""
    return reading.column(db, "SELECT DISTINCT who FROM history ORDER BY who COLLATE NOCASE")


def entries_of_edits(db: Database, batches: Sequence[int]) -> dict[int, int]:
    """Batch of the table of edits -> the number of its entry."""
    sql = f"SELECT batch, id FROM history WHERE kind IN ({OF_EDITS}) AND role != 'note' AND batch IN ({{}})"
    return dict(reading.in_parts(db, sql, sorted(set(batches))))


def kinds_in(db: Database, kind: str, batch: int, rows: int) -> dict[str, int]:
    """Kind -> how many things of it a batch of `rows` changed, in order: a batch of edits may hold several kinds."""
    if kind not in EDITED:
        return {kind: rows}
    found = db.execute("SELECT kind, count(*) FROM edits WHERE batch = ? GROUP BY kind ORDER BY min(id)", [batch])
    return dict(found.fetchall())


def of_act(db: Database, act: int) -> list[Entry]:
    """The entries of an action, in order."""
    return [_entry(row) for row in db.query(f"{LISTED} WHERE h.act = ? AND h.role IN ('do', 'back')", [act])]


def notes(db: Database, number: int) -> list[Entry]:
    """The notes about an entry, oldest first."""
    return [_entry(row) for row in db.query(f"{LISTED} WHERE h.of = ? AND h.role = 'note' ORDER BY h.id", [number])]


def add_note(db: Database, entry: Entry, text: str, who: str) -> int:
    """Append a note about an entry; its number."""
    return record(db, entry.kind, entry.batch, who, 0, entry.title, role=NOTE, of=entry.id, note=text)


def notes_by_batch(db: Database, kinds: Sequence[str]) -> dict[int, list[Entry]]:
    """Batch of the table of these kinds -> the notes about it, oldest first.

    What was taken back and done again keeps the notes that it had; what an undo brought back has none of its own.
    """
    quoted = ", ".join(f"'{kind}'" for kind in kinds)
    found: dict[int, list[Entry]] = {}
    for row in list(db.query(f"{LISTED} WHERE h.role = '{NOTE}' AND h.kind IN ({quoted}) ORDER BY h.id")):
        note = _entry(row)
        for (batch,) in db.execute(AGAIN, [note.of]).fetchall():
            found.setdefault(int(batch), []).append(note)
    return found


def turned_since(db: Database, kind: str, number: int) -> bool:
    """Whether something of a kind was undone or redone after entry `number`."""
    turned = "SELECT 1 FROM history WHERE id > ? AND kind = ? AND role IN ('undo', 'redo')"
    return reading.value(db, turned, [number, kind]) is not None


def at_moment(db: Database, moment: str) -> int:
    """The number of the last entry made at or before a time (ISO 8601, UTC); 0 when there is none."""
    return int(reading.value(db, "SELECT coalesce(max(id), 0) FROM history WHERE at <= ?", [moment]))


def _where(filter: HistoryFilter) -> tuple[str, dict[str, Any]]:
    """The condition for the entries that the filter lets through."""
    tests, values = ["h.role != 'note'"], {}
    for name, test in (
        ("who", "h.who = :who"),
        ("kind", HOLDS if filter.kind in EDITED else "h.kind = :kind"),
        ("since", "h.at >= :since"),
        ("until", "h.at <= :until"),
        ("act", "h.act = :act"),
        ("entry", f"h.id IN ({TIED})"),
    ):
        if getattr(filter, name):
            tests.append(test)
            values[name] = getattr(filter, name)
    if filter.text:
        tests.append(
            "(h.title LIKE :text ESCAPE '\\' OR EXISTS (SELECT 1 FROM history n WHERE n.of = h.id AND n.role = 'note' "
            f"AND n.note LIKE :text ESCAPE '\\') OR {CHANGED})"
        )
        values["text"] = reading.containing(filter.text)
    return " AND ".join(tests), values


def _entry(row: dict[str, Any]) -> Entry:
    return reading.record(Entry, row, stands=row["last"] != UNDO)
