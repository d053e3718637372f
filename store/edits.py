"""Edits: append-only; undo adds the inverse.

What holds now is the newest edit of each name, parent or concept, and of the preferred name, the definition and the
replacement of each concept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields

from store import history, reading, settings
from store.database import now
from store.history import CONCEPT, DEFINITION, NAME, PARENT, PREFERRED, REPLACEMENT
from store.reading import record
from store.records.terminology import Edit
from store.sqlite import Database

PER_GENERATION = 1 << 32  # more than there will ever be edits
ADD, WITHDRAW = "add", "withdraw"
WORDS = {  # kind -> what is counted; what an edit did that added, and that withdrew
    NAME: ("name", "“{name}” added to {concept}", "“{name}” withdrawn from {concept}"),
    PARENT: ("parent", "{concept} placed under {name}", "{concept} taken from under {name}"),
    CONCEPT: ("concept", "Concept {concept} “{name}” added", "Concept {concept} “{name}” withdrawn"),
    PREFERRED: (
        "preferred name",
        "“{name}” made the preferred name of {concept}",
        "{concept} no longer called “{name}”",
    ),
    REPLACEMENT: ("replacement", "{concept} replaced by {name}", "{concept} no longer replaced by {name}"),
    DEFINITION: ("definition", "{concept} defined anew", "{concept} defined as before"),
}


@dataclass(frozen=True)
class Change:
    """An edit to be made: everything but who, when and its number.

    Of kind "parent", `concept_id` is the child's id and `name` the parent's; of kind "concept", `concept_id` is the
    new id and `name` the preferred name, and its parents are changes of kind "parent" beside it. Of kind "preferred",
    `name` is the name of the concept that becomes its preferred one; of kind "replacement", `concept_id` is a withdrawn
    concept and `name` the id of the one into which it was merged; of kind "definition", `name` is its text.
    """

    action: str
    terminology: str
    concept_id: str
    name: str
    reason: str = ""
    query: str = ""
    score: float | None = None
    model: str = ""
    kind: str = NAME
    model_sha256: str = ""  # what the model was at that moment


def add(
    db: Database,
    changes: Sequence[Change],
    who: str,
    normalise: Callable[[str], str],
    title: str = "",
    act: int | None = None,
) -> list[Edit]:
    """Append `changes`, of any kinds, as one batch: one transaction, one entry of the history, one undo.

    `act`: the first entry of what is done as one, when this is not it.
    """
    if not changes:
        return []
    at = now()
    batch = append(db, [(change, who, at) for change in changes], normalise)
    history.record(db, changes[0].kind, batch, who, len(changes), title or in_words(changes), act=act, at=at)
    return in_batch(db, batch)


def append(db: Database, dated: Iterable[tuple[Change, str, str]], normalise: Callable[[str], str]) -> int:
    """Append (change, by, at) as a new batch, whose number it gives; its entry in the history is the caller's."""
    batch = history.next_batch(db, "edits")
    db.table("edits").insert_all(
        {
            **{"concept" if key == "concept_id" else key: value for key, value in vars(change).items()},
            "norm": key_of(change.kind, change.name, normalise),
            **{"batch": batch, "who": who, "at": at, "role": history.DO, "of_batch": None},
        }
        for change, who, at in dated
    )
    return batch


def made_again(edit: Edit) -> Change:
    """The change that an edit made, with all that its person saw."""
    return Change(**{field.name: getattr(edit, field.name) for field in fields(Change)})


def key_of(kind: str, name: str, normalise: Callable[[str], str]) -> str:
    """What tells edits of one kind and concept apart: the normalised name, the parent's id, or nothing where there is
    one of them, as of the preferred name."""
    return normalise(name) if kind == NAME else name if kind == PARENT else ""


def in_words(changes: Sequence[Change | Edit]) -> str:
    """What a batch of changes does, as short as a heading: a new concept with its parents is one thing."""
    new = [change for change in changes if change.kind == CONCEPT]
    about = new if len(new) == 1 and all(change.concept_id == new[0].concept_id for change in changes) else changes
    if len(about) == 1:
        _, added, withdrawn = WORDS[about[0].kind]
        phrase = added if about[0].action == ADD else withdrawn
        return phrase.format(name=about[0].name, concept=about[0].concept_id)
    counts: dict[tuple[str, str], int] = {}
    for change in about:
        counts[change.kind, change.action] = counts.get((change.kind, change.action), 0) + 1
    verbs = {ADD: "added", WITHDRAW: "withdrawn"}
    return ", ".join(
        f"{number:,} {WORDS[kind][0]}{'' if number == 1 else 's'} {verbs[action]}"
        for (kind, action), number in counts.items()
    )


def in_batch(db: Database, batch: int) -> list[Edit]:
    """The edits of one batch, in order."""
    return [_edit(row) for row in db.query("SELECT * FROM edits WHERE batch = ? ORDER BY id", [batch])]


def newest(db: Database, limit: int, steps: bool = True) -> list[Edit]:
    """The last `limit` edits, newest first; who and when are those of the entry, of an undo too.

    steps: with undos and redos, each as edits of its own; either way an edit says whether it stands.
    """
    chosen = "" if steps else " AND h.role NOT IN ('undo', 'redo')"
    rows = db.query(
        f"SELECT e.*, h.who AS entered_by, h.at AS entered_at, {history.IN_FORCE} AS stands FROM edits e "
        f"JOIN history h ON h.batch = e.batch AND h.kind IN ({history.OF_EDITS}) AND h.role != 'note'"
        f"{chosen} ORDER BY e.id DESC LIMIT ?",
        [limit],
    )
    return [
        _edit({**row, "who": row["entered_by"], "at": row["entered_at"], "stands": bool(row["stands"])}) for row in rows
    ]


def highest_number(db: Database, terminology: str, prefix: str) -> int:
    """The highest number that an id of a person's concept has after `prefix`, taken back or not; 0 when none has."""
    sql = "SELECT DISTINCT concept FROM edits WHERE terminology = ? AND kind = 'concept' AND concept LIKE ?"
    numbers = [code[len(prefix) :] for code in reading.column(db, sql, [terminology, f"{prefix}%"])]
    return max((int(number) for number in numbers if number.isascii() and number.isdigit()), default=0)


def names_by_number(db: Database) -> dict[int, str]:
    """Every edit's number -> its name."""
    return dict(db.execute("SELECT id, name FROM edits").fetchall())


def last_id(db: Database) -> int:
    """The number of the newest edit: what is cached from edits is fresh while this is unchanged.

    In a database that was restored it lies above any other's, whose edits may have had the same numbers.
    """
    generation = int(settings.get(db, settings.GENERATION, "0"))
    return generation * PER_GENERATION + reading.last_id(db, "edits")


def follow(last: int, now: int) -> bool:
    """Whether the edits up to `now` are those up to `last` and newer ones; both are of `last_id`."""
    return last <= now and last // PER_GENERATION == now // PER_GENERATION


def source(db: Database, terminology: str) -> tuple[str, int | None]:
    """Whose edits a terminology has, and up to which number: its own, all of them (None).

    An older version keeps the edits that it had when a newer one took its place.
    """
    older = reading.first(
        db, "SELECT newer, edits_until FROM terminologies WHERE slug = ? AND newer != ''", [terminology]
    )
    return (terminology, None) if older is None else (older["newer"], older["edits_until"])


def last_id_of(db: Database, terminology: str) -> int:
    """The number of the newest edit of a terminology, as `last_id` counts; without any that of none."""
    slug, until = source(db, terminology)
    sql = "SELECT coalesce(max(id), 0) FROM edits WHERE terminology = ?" + (" AND id <= ?" if until is not None else "")
    newest = reading.value(db, sql, [slug] if until is None else [slug, until])
    return int(settings.get(db, settings.GENERATION, "0")) * PER_GENERATION + int(newest)


def in_force(
    db: Database, terminology: str, concept: str | None = None, kind: str = NAME, after: int = 0
) -> list[Edit]:
    """The newest edit of each name, or of another kind, oldest first: what a terminology's edits come to now.

    after: leaves out what was not edited since the edit of this number.
    """
    slug, until = source(db, terminology)
    where, values = "id > ? AND terminology = ? AND kind = ?", [after, slug, kind]
    if until is not None:
        where, values = f"{where} AND id <= ?", [*values, until]
    if concept is not None:
        where, values = f"{where} AND concept = ?", [*values, concept]
    newest = f"SELECT max(id) FROM edits WHERE {where} GROUP BY concept, norm"
    rows = db.query(f"SELECT * FROM edits WHERE id IN ({newest}) ORDER BY id", values)
    return [_edit({**row, "terminology": terminology}) for row in rows]


def values_in_force(db: Database, terminology: str, kind: str) -> dict[str, str]:
    """Concept -> what the standing edit says, of a kind of which a concept has one: its preferred name, definition or
    replacement."""
    return {edit.concept_id: edit.name for edit in in_force(db, terminology, kind=kind) if edit.action == ADD}


def _edit(row: dict) -> Edit:
    return record(Edit, row, concept_id=row["concept"])
