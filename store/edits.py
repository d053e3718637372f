"""Edits: append-only. What holds now is the newest edit of each name, parent or concept; undo adds the inverse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from store import history
from store.database import now
from store.history import CONCEPT, NAME, PARENT
from store.records.terminology import Edit

ADD, WITHDRAW = "add", "withdraw"
WORDS = {
    (NAME, ADD): "“{name}” added to {concept}",
    (NAME, WITHDRAW): "“{name}” withdrawn from {concept}",
    (PARENT, ADD): "{concept} placed under {name}",
    (PARENT, WITHDRAW): "{concept} taken from under {name}",
    (CONCEPT, ADD): "Concept {concept} “{name}” added",
    (CONCEPT, WITHDRAW): "Concept {concept} “{name}” withdrawn",
}
MANY = {NAME: "name", PARENT: "parent", CONCEPT: "concept"}


@dataclass(frozen=True)
class Change:
    """An edit to be made: everything but who, when and its number.

    Of kind "parent", `concept_id` is the child's id and `name` the parent's; of kind "concept", `concept_id` is the
    new id and `name` the preferred name, and its parents are changes of kind "parent" beside it.
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
    db: Database, changes: Sequence[Change], who: str, normalise: Callable[[str], str], title: str = ""
) -> list[Edit]:
    """Append `changes`, of any kinds, as one batch: one transaction, one entry of the history, one undo."""
    if not changes:
        return []
    at = now()
    batch = append(db, [(change, who, at) for change in changes], normalise)
    history.record(db, changes[0].kind, batch, who, len(changes), title or in_words(changes), at=at)
    return in_batch(db, batch)


def append(db: Database, dated: Iterable[tuple[Change, str, str]], normalise: Callable[[str], str]) -> int:
    """Append (change, by, at) as a new batch, whose number it gives; its entry in the history is the caller's."""
    batch = history.next_batch(db, "edits")
    db.table("edits").insert_all(
        {
            "batch": batch,
            "action": change.action,
            "terminology": change.terminology,
            "concept": change.concept_id,
            "name": change.name,
            "norm": key_of(change.kind, change.name, normalise),
            "who": who,
            "at": at,
            "reason": change.reason,
            "query": change.query,
            "score": change.score,
            "model": change.model,
            "model_sha256": change.model_sha256,
            "role": history.DO,
            "of_batch": None,
            "kind": change.kind,
        }
        for change, who, at in dated
    )
    return batch


def key_of(kind: str, name: str, normalise: Callable[[str], str]) -> str:
    """What tells edits of one concept apart: the normalised name, the parent's id, or nothing for itself."""
    return {PARENT: name, CONCEPT: ""}.get(kind, "") if kind != NAME else normalise(name)


def in_words(changes: Sequence[Change | Edit]) -> str:
    """What a batch of changes does, as short as a heading: a new concept with its parents is one thing."""
    new = [change for change in changes if change.kind == CONCEPT]
    told = new if len(new) == 1 and all(change.concept_id == new[0].concept_id for change in changes) else changes
    if len(told) == 1:
        return WORDS[told[0].kind, told[0].action].format(name=told[0].name, concept=told[0].concept_id)
    counts: dict[tuple[str, str], int] = {}
    for change in told:
        counts[change.kind, change.action] = counts.get((change.kind, change.action), 0) + 1
    done = {ADD: "added", WITHDRAW: "withdrawn"}
    return ", ".join(
        f"{number:,} {MANY[kind]}{'' if number == 1 else 's'} {done[action]}"
        for (kind, action), number in counts.items()
    )


def in_batch(db: Database, batch: int) -> list[Edit]:
    """The edits of one batch, in order."""
    return [_edit(row) for row in db.query("SELECT * FROM edits WHERE batch = ? ORDER BY id", [batch])]


def newest(db: Database, limit: int) -> list[Edit]:
    """The last `limit` edits, newest first; who and when are those of the entry, of an undo too."""
    rows = db.query(
        "SELECT e.*, h.who AS entered_by, h.at AS entered_at FROM edits e JOIN history h ON h.batch = e.batch AND "
        "h.kind IN ('name', 'concept', 'parent') AND h.role != 'note' ORDER BY e.id DESC LIMIT ?",
        [limit],
    )
    return [_edit({**row, "who": row["entered_by"], "at": row["entered_at"]}) for row in rows]


def highest_number(db: Database, terminology: str, prefix: str) -> int:
    """The highest number that an id of a person's concept has after `prefix`, taken back or not; 0 when none has."""
    rows = db.execute(
        "SELECT DISTINCT concept FROM edits WHERE terminology = ? AND kind = 'concept' AND concept LIKE ?",
        [terminology, f"{prefix}%"],
    )
    numbers = [code[len(prefix) :] for (code,) in rows]
    return max((int(number) for number in numbers if number.isdigit()), default=0)


def last_id(db: Database) -> int:
    """The number of the newest edit: what is cached from edits is fresh while this is unchanged."""
    return db.execute("SELECT coalesce(max(id), 0) FROM edits").fetchone()[0]


def standing(db: Database, terminology: str, concept: str | None = None, kind: str = NAME) -> list[Edit]:
    """The newest edit of each name (or parent, or concept), oldest first: what a terminology's edits come to now."""
    where, values = "terminology = ? AND kind = ?", [terminology, kind]
    if concept is not None:
        where, values = f"{where} AND concept = ?", [*values, concept]
    return [
        _edit(row)
        for row in db.query(
            f"SELECT * FROM edits WHERE id IN (SELECT max(id) FROM edits WHERE {where} GROUP BY concept, norm) "
            "ORDER BY id",
            values,
        )
    ]


def _edit(row: dict) -> Edit:
    return Edit(
        id=row["id"],
        batch=row["batch"],
        action=row["action"],
        terminology=row["terminology"],
        concept_id=row["concept"],
        name=row["name"],
        who=row["who"],
        when=row["at"],
        reason=row["reason"],
        query=row["query"],
        score=row["score"],
        model=row["model"],
        role=row["role"],
        of_batch=row["of_batch"],
        kind=row["kind"],
        model_sha256=row["model_sha256"],
    )
