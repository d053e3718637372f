"""Taking back what was done: what stands is what the newest standing batch says.

A thing (a name, a parent, a concept, a label, an answer, the current encoder, a short form, a terminology) is as the
newest standing batch that says something about it left it, or as it was before anybody did. A batch stands unless the
last entry about it is an undo. So taking a batch back leaves whatever was said later about the same thing, and a redo
gives everything back. Undo, redo and roll-back append what the things are now to the table of their kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from store import history, terminology_states
from store.append_only_tables import LABELS, STILL_THERE, TABLES, TERMINOLOGIES, AppendOnlyTable, table_of
from store.database import now
from store.history import ACTS, BACK, DO, KINDS, LAST, LAST_OF, REDO, UNDO
from store.reading import column, value
from store.records.terminology import Entry
from store.sqlite import Database

NOTHING = "''"  # what rows are grouped by that are all about one thing
NO_BATCH = 0  # of an entry that changed nothing in its table
ORIGINS = (  # where a label came from goes along when the label comes back
    "INSERT INTO label_origins (label, how, queue, encoder, sha256, score, suggested) SELECT n.id, o.how, o.queue, "
    "o.encoder, o.sha256, o.score, o.suggested FROM labels n JOIN label_origins o ON o.label = (SELECT max(f.label) "
    "FROM labels b JOIN label_origins f ON f.label = b.id WHERE (b.label_set, b.norm, b.label, b.who, b.at) = "
    "(n.label_set, n.norm, n.label, n.who, n.at) AND b.id < n.id) WHERE n.batch = :batch AND n.label != ''"
)


def undo(db: Database, who: str, kinds: Sequence[str] = KINDS) -> list[Entry]:
    """Take back the newest action of `who` that still says something; [] when there is none."""
    act = next_undo(db, who, kinds)
    return [] if act is None else turn(db, act, who)


def next_undo(db: Database, who: str, kinds: Sequence[str] = KINDS) -> int | None:
    """The action that `undo` takes back, None when there is none; nothing is written."""
    return next((act for act in _acts(db, who, ACTS, 0, kinds) if stands(db, act) and _says_something(db, act)), None)


def redo(db: Database, who: str, kinds: Sequence[str] = KINDS) -> list[Entry]:
    """Do again what `who` took back last, unless they have done anything of these kinds since; [] when nothing."""
    floor = next(iter(_acts(db, who, ACTS, 0, kinds)), 0)
    for undone in _acts(db, who, (UNDO,), floor, kinds):
        act = value(db, "SELECT o.act FROM history u JOIN history o ON o.id = u.of WHERE u.id = ?", [undone])
        if _last(db, act) == (UNDO, undone) and (turned := turn(db, act, who)):
            return turned
    return []


def stands(db: Database, act: int) -> bool:
    """Whether an action has not been taken back."""
    return _last(db, act)[0] != UNDO


def turn(db: Database, act: int, who: str) -> list[Entry]:
    """Take an action back if it stands, else do it again; [] when that changes nothing, and then nothing is stored.

    The title says “21 of 22” where a later action says what one of the things is now.
    """
    role = UNDO if stands(db, act) else REDO
    word = "Undid" if role == UNDO else "Did again"
    view, written = _view_with(act, role), []
    for entry in history.of_act(db, act):
        table = table_of(entry.kind)
        batch = history.next_batch(db, table.name)
        chosen = f"d.batch = {entry.batch:d}"
        rows = _write(db, table, chosen, view, {"batch": batch, "role": role, "of_batch": entry.batch, "who": who})
        written.append((entry, batch if rows else NO_BATCH, rows))
    if not any(rows for _, _, rows in written):
        return []
    first, entries = None, []
    for entry, batch, rows in written:
        every = _things(db, table_of(entry.kind), entry.batch)
        title = f"{word}{f' {rows:,} of {every:,}' if rows < every else ''}: {entry.title}"
        entries.append(history.record(db, entry.kind, batch, who, rows, title, role=role, of=entry.id, act=first))
        first = first or entries[0]
    return [found for number in entries if (found := history.get(db, number))]


def roll_back(
    db: Database, moment: int, who: str, everyone: bool, titled: Callable[[Iterable[str]], str]
) -> list[Entry]:
    """Make things as they were after entry `moment`, but for what others did since unless `everyone`'s is meant.

    titled: the kinds that an entry is of -> its title.
    """
    view, first, entries = view_at(moment, "" if everyone else who), None, []
    for table in TABLES:
        batch = history.next_batch(db, table.name)
        left_out = (  # what was taken back under cover of a later change has its rows in the batch that it took back
            f"d.batch IN (SELECT h.batch FROM history h WHERE {table.of_kind('h')} AND NOT ({view.counted('h')}) UNION "
            "SELECT o.batch FROM history h JOIN history o ON o.id = h.of "
            f"WHERE {table.of_kind('h')} AND NOT ({view.counted('h')}))"
        )
        values = {"batch": batch, "role": BACK, "of_batch": None, "who": who, **view.values}
        rows = _write(db, table, left_out, view, values)
        if rows:
            kinds = list(history.kinds_in(db, table.kinds[0], batch, rows))
            entries.append(history.record(db, kinds[0], batch, who, rows, titled(kinds), role=BACK, act=first))
            first = first or entries[0]
    return [found for number in entries if (found := history.get(db, number))]


@dataclass(frozen=True)
class HistoryView:
    """How the history is looked at: the last word about an entry `h`, and which entries count, in SQL."""

    last: str
    counted_as: str = "1"
    values: dict[str, Any] = field(default_factory=dict)

    def counted(self, entry: str) -> str:
        """The condition that an entry counts."""
        return self.counted_as.replace("{h}", entry)

    def newest(self, table: AppendOnlyTable, row: str) -> str:
        """The number of the row that says what the thing of `row` is, NULL when nothing is said about it."""
        return (
            f"SELECT max(e.id) FROM {table.name} e JOIN history h ON h.batch = e.batch AND {table.of_kind('h')} "
            f"WHERE {table.same('e', row)} AND h.role IN ('do', 'back') AND {self.counted('h')} "
            f"AND {self.last} IS NOT 'undo'"
        )


def _view_with(act: int, role: str) -> HistoryView:
    """Things as they are when the last word about an action is `role`."""
    return HistoryView(f"CASE WHEN h.act = {act:d} THEN '{role}' ELSE {LAST} END")


def view_at(moment: int, who: str = "") -> HistoryView:
    """Things as they were after entry `moment`; with `who`, as if this person had done nothing since."""
    counted = "({h}.id <= :moment OR {h}.who != :but)" if who else "{h}.id <= :moment"
    last = LAST_OF.format(counted.replace("{h}", "u"))
    return HistoryView(last, counted, {"moment": moment} | ({"but": who} if who else {}))


def stated_at(db: Database, table: AppendOnlyTable, moment: int) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Thing -> the row that said what it was after entry `moment`."""
    view = view_at(moment)
    things = ", ".join(table.thing) or NOTHING
    rows = db.query(
        f"SELECT * FROM {table.name} WHERE id IN (SELECT max(id) FROM {table.name} WHERE batch IN (SELECT h.batch FROM "
        f"history h WHERE {table.of_kind('h')} AND h.role IN ('do', 'back') AND {view.counted('h')} AND {view.last} IS "
        f"NOT 'undo') GROUP BY {things})",
        view.values,
    )
    return {tuple(row[column] for column in table.thing): row for row in rows}


def _says_something(db: Database, act: int) -> bool:
    """Whether an action that stands says what anything is now: whether its undo would change something."""
    view = _view_with(act, UNDO)
    return any(
        value(db, f"SELECT EXISTS (SELECT 1 {_differing(table_of(entry.kind), f'd.batch = {entry.batch:d}', view)})")
        for entry in history.of_act(db, act)
    )


def _write(db: Database, table: AppendOnlyTable, chosen: str, view: HistoryView, values: dict[str, Any]) -> int:
    """Append what the things of the chosen rows `d` are in `view`, where they are something else now; how many."""
    target = [f"CASE WHEN p.id IS NULL THEN {blank} ELSE p.{column} END" for column, blank in table.stated.items()]
    columns = ["batch", "role", "of_batch", *table.thing, *table.along, *table.stated, *table.stamps]
    taken = [":batch", ":role", ":of_batch", *(f"d.{one}" for one in (*table.thing, *table.along)), *target]
    written = db.execute(
        f"INSERT INTO {table.name} ({', '.join(columns)}) SELECT {', '.join([*taken, *table.stamps.values()])} "
        f"{_differing(table, chosen, view)} ORDER BY d.id",
        {**values, **view.values, "at": now()},
    ).rowcount
    if table is LABELS and written:
        db.execute(ORIGINS, {"batch": values["batch"]})
    if table is TERMINOLOGIES and written:
        terminology_states.put_in_place(db)
    return int(written)


def _differing(table: AppendOnlyTable, chosen: str, view: HistoryView) -> str:
    """The rest of a query: things of the chosen rows `d` that are something else now, `s`, than in `view`, `p`."""
    first = next(iter(table.stated))
    differs = " OR ".join(f"s.{column} IS NOT p.{column}" for column in table.stated)
    return (
        f"FROM {table.name} d JOIN {table.name} s ON s.id = (SELECT max(id) FROM {table.name} s WHERE "
        f"{table.same('s', 'd')}) LEFT JOIN {table.name} p ON p.id = ({view.newest(table, 'd')}) "
        f"WHERE d.id IN (SELECT max(d.id) FROM {table.name} d WHERE {chosen} GROUP BY "
        f"{', '.join(f'd.{column}' for column in table.thing) or NOTHING}) AND "
        f"CASE WHEN p.id IS NULL THEN s.{first} IS NOT {table.stated[first]} ELSE {differs} END "
        f"{STILL_THERE.get(table.name, '')}"
    )


def _things(db: Database, table: AppendOnlyTable, batch: int) -> int:
    """How many things a batch is about."""
    things = ", ".join(table.thing) or NOTHING
    found: int = value(
        db, f"SELECT count(*) FROM (SELECT 1 FROM {table.name} WHERE batch = ? GROUP BY {things})", [batch]
    )
    return found


def _acts(db: Database, who: str, roles: Sequence[str], after: int, kinds: Sequence[str]) -> list[int]:
    """The actions of `who` after an entry that are of these kinds alone, newest first."""
    marks = ", ".join(repr(kind) for kind in kinds)
    return column(
        db,
        f"SELECT act FROM history WHERE who = ? AND role IN ({', '.join(map(repr, roles))}) AND id > ? GROUP BY act "
        f"HAVING min(kind IN ({marks})) ORDER BY act DESC",
        [who, after],
    )


def _last(db: Database, act: int) -> tuple[str, int]:
    """What was done last about an action, and in which action: do, undo or redo."""
    row = db.execute(
        "SELECT u.role, u.act FROM history u WHERE u.of = ? AND u.role != 'note' ORDER BY u.id DESC LIMIT 1", [act]
    ).fetchone()
    return (row[0], row[1]) if row else (DO, act)
