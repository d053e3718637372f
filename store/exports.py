"""What people made, as the rows of exports: edits, parents, labels, judgements, the history and whole terminologies.

`slug` and `label_set` narrow the rows to one terminology or label set; "" is all of them. A last column `batch` is the
number of the batch in the row's own table, by which notes are found; 0 is none.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from itertools import chain
from typing import Any

from store import terminologies
from store.history import IN_FORCE
from store.mention_spans import THERE
from store.reading import record, value
from store.records.terminology import Edit
from store.sqlite import Database

ACCEPTED, REFUSED = "accepted", "refused"
# An edit that says what the import says already, such as the undo of an addition, changes nothing and is left out.
LAST_ACTION = (
    "(SELECT m.action FROM edits m WHERE m.terminology = e.terminology AND m.concept = e.concept AND {} ORDER BY m.id "
    "DESC LIMIT 1)"
)
OF_CONCEPT = LAST_ACTION.format("m.kind = 'concept'")
NAMED = (  # whether its concept is in use and has the name that a preferred one is
    OF_CONCEPT
    + " IS NOT 'withdraw' AND coalesce("
    + LAST_ACTION.format("m.kind = 'name' AND m.name = e.name COLLATE NOCASE")
    + " = 'add', EXISTS (SELECT 1 FROM names n WHERE n.concept = c.id AND n.text = e.name COLLATE NOCASE) OR "
    + LAST_ACTION.format("m.kind = 'concept' AND m.name = e.name")
    + " IS 'add')"
)
RETIRED = f"c.id IS NOT NULL AND {OF_CONCEPT} IS 'withdraw'"
IMPORTED = (
    "CASE e.kind WHEN 'name' THEN EXISTS (SELECT 1 FROM names n WHERE n.concept = c.id AND n.norm = e.norm) "
    "WHEN 'parent' THEN EXISTS (SELECT 1 FROM edges g JOIN concepts p ON p.id = g.parent WHERE g.child = c.id AND "
    f"p.code = e.name) WHEN 'preferred' THEN e.action = 'add' AND NOT ({NAMED}) "
    f"WHEN 'definition' THEN e.action = 'add' AND {OF_CONCEPT} IS 'withdraw' "
    f"WHEN 'replacement' THEN e.action = 'add' AND NOT ({RETIRED}) WHEN 'concept' THEN c.id IS NOT NULL END"
)
PREFERRED = (
    "coalesce(c.preferred, (SELECT m.name FROM edits m WHERE m.terminology = e.terminology AND m.kind = 'concept' AND "
    "m.concept = e.concept ORDER BY m.id DESC LIMIT 1), '')"
)
EFFECTIVE_EDITS = (
    "FROM edits e LEFT JOIN terminologies t ON t.slug = e.terminology LEFT JOIN concepts c ON c.terminology = t.id AND "
    "c.code = e.concept WHERE e.id IN (SELECT max(id) FROM edits WHERE :slug = '' OR terminology = :slug "
    f"GROUP BY terminology, kind, concept, norm) AND (e.action = 'add') != ({IMPORTED})"
)
PARENT_NAME = (
    "coalesce((SELECT p.preferred FROM concepts p JOIN terminologies s ON s.id = p.terminology WHERE s.slug = "
    "{0}.terminology AND p.code = {0}.{1}), (SELECT m.name FROM edits m WHERE m.terminology = {0}.terminology AND "
    "m.kind = 'concept' AND m.concept = {0}.{1} ORDER BY m.id DESC LIMIT 1), '')"
)
PARENTS = f"{EFFECTIVE_EDITS} AND e.kind = 'parent' AND e.action = 'add'"
REFUSALS = (
    "FROM refusals r WHERE r.id IN (SELECT max(id) FROM refusals WHERE :slug = '' OR terminology = :slug "
    "GROUP BY terminology, norm, parent) AND r.refused AND r.parent != ''"  # without: a name put aside
)
DECIDED = (  # of the lines that are there; CROSS JOIN: the decisions are gone through, not the lines
    f"FROM judgements j CROSS JOIN answers a ON a.id = j.answer AND {THERE} WHERE j.id IN (SELECT max(id) "
    "FROM judgements GROUP BY answer) AND (j.decision, j.comment) != ('', '')"
)
CURRENT_LABELS = (  # of every name that has a label now: that label, and each person's last one not taken back
    "WITH newest AS (SELECT max(id) AS id FROM labels WHERE :set = '' OR label_set = :set GROUP BY label_set, norm), "
    "now AS (SELECT l.* FROM labels l JOIN newest USING (id) WHERE l.label != ''), "
    "own AS (SELECT max(l.id) AS id FROM labels l JOIN history h ON h.kind = 'label' AND h.batch = l.batch "
    f"WHERE l.role IN ('do', 'back') AND h.role != 'note' AND {IN_FORCE} GROUP BY l.label_set, l.norm, l.who) "
    "SELECT {} FROM labels l JOIN now n ON n.label_set = l.label_set AND n.norm = l.norm LEFT JOIN label_origins o "
    "ON o.label = l.id WHERE l.label != '' AND (l.id = n.id OR (l.id IN (SELECT id FROM own) AND "
    "(l.label, l.who, l.at) != (n.label, n.who, n.at)))"  # what was done again is one label, not two
)
LABEL_FIELDS = (
    "l.label_set, l.name, l.label, l.who, l.at, coalesce(o.how, ''), coalesce(o.suggested, ''), o.score, "
    "coalesce(o.encoder, ''), coalesce(o.sha256, ''), CASE WHEN l.id = n.id THEN 'yes' ELSE 'no' END, l.batch"
)
EDITED = "c.code IN (SELECT concept FROM edits WHERE terminology = :slug)"


def edit_rows(db: Database, slug: str) -> Iterator[tuple[Any, ...]]:
    """Edits that change something now, oldest first, but preferred names last: each is a name by then.

    (terminology, kind, action, concept, its preferred name, name, who, at, reason, query, score, model, model_sha256,
    batch)
    """
    return db.execute(
        f"SELECT e.terminology, e.kind, e.action, e.concept, {PREFERRED}, e.name, e.who, e.at, coalesce(e.reason, ''), "
        f"coalesce(e.query, ''), e.score, coalesce(e.model, ''), e.model_sha256, e.batch {EFFECTIVE_EDITS} "
        "ORDER BY e.kind = 'preferred', e.id",
        {"slug": slug},
    )


def effective_edits(db: Database, slug: str) -> list[Edit]:
    """The edits of one terminology that change something now, oldest first."""
    rows = db.query(f"SELECT e.* {EFFECTIVE_EDITS} ORDER BY e.id", {"slug": slug})
    blank = ("reason", "query", "model", "model_sha256")
    return [record(Edit, row, concept_id=row["concept"], **{key: row[key] or "" for key in blank}) for row in rows]


def count_edits(
    db: Database, slug: str, kind: str = "", action: str = "", concepts: Collection[str] | None = None
) -> int:
    """How many edits of a kind and action (“”: any) change something now; of some concepts alone where they are
    given."""
    only = "AND (:kind = '' OR e.kind = :kind) AND (:action = '' OR e.action = :action)"
    only += " AND (:concepts IS NULL OR e.concept IN (SELECT value FROM json_each(:concepts)))"
    some = None if concepts is None else json.dumps(sorted(concepts))
    values = {"slug": slug, "kind": kind, "action": action, "concepts": some}
    return int(value(db, f"SELECT count(*) {EFFECTIVE_EDITS} {only}", values))


def proposal_rows(db: Database, slug: str) -> Iterator[tuple[Any, ...]]:
    """Parents that people accepted, oldest first, then those that they refused.

    (terminology, ACCEPTED or REFUSED, concept, name, parent, its name, who, at, reason, query, score, model,
    model_sha256, batch)
    """
    accepted = db.execute(
        f"SELECT e.terminology, '{ACCEPTED}', e.concept, {PREFERRED}, e.name, {PARENT_NAME.format('e', 'name')}, "
        "e.who, e.at, coalesce(e.reason, ''), coalesce(e.query, ''), e.score, coalesce(e.model, ''), e.model_sha256, "
        f"e.batch {PARENTS} ORDER BY e.id",
        {"slug": slug},
    )
    refused = db.execute(
        f"SELECT r.terminology, '{REFUSED}', '', r.text, r.parent, {PARENT_NAME.format('r', 'parent')}, r.who, r.at, "
        "coalesce(r.comment, ''), r.text, r.score, coalesce(r.model, ''), coalesce(r.model_sha256, ''), 0 "
        f"{REFUSALS} ORDER BY r.id",
        {"slug": slug},
    )
    return chain(accepted, refused)


def count_proposals(db: Database, slug: str) -> int:
    """How many parents were accepted or refused."""
    return int(value(db, f"SELECT (SELECT count(*) {PARENTS}) + (SELECT count(*) {REFUSALS})", {"slug": slug}))


def label_rows(db: Database, label_set: str) -> Iterator[tuple[Any, ...]]:
    """The label that each name has now, and what others labelled it, oldest first.

    (label set, name, label, who, at, how, suggested label, score, encoder, its sha256, "yes" for the label that counts
    else "no", batch)
    """
    return db.execute(f"{CURRENT_LABELS.format(LABEL_FIELDS)} ORDER BY l.id", {"set": label_set})


def count_labels(db: Database, label_set: str) -> int:
    """How many rows `label_rows` gives."""
    return int(value(db, CURRENT_LABELS.format("count(*)"), {"set": label_set}))


def batches_of_answers(db: Database) -> dict[int, int]:
    """Id of an answer -> the batch of its newest judgement; answers without a decision and a comment are left out."""
    return dict(db.execute(f"SELECT j.answer, j.batch {DECIDED}").fetchall())


def count_judged(db: Database) -> dict[int, int]:
    """Number of a normalisation -> how many of its answers have a decision or a comment."""
    return dict(db.execute(f"SELECT j.normalisation, count(*) {DECIDED} GROUP BY 1").fetchall())


def history_rows(db: Database) -> Iterator[tuple[Any, ...]]:
    """Every entry of the history, oldest first: (id, kind, role, of entry, rows, title, note, who, at)."""
    return db.execute("SELECT id, kind, role, of, rows, title, coalesce(note, ''), who, at FROM history ORDER BY id")


def count_history(db: Database) -> int:
    """How many entries the history has."""
    return int(value(db, "SELECT count(*) FROM history"))


def imported_names(db: Database, slug: str, edited_only: bool = False) -> Iterator[tuple[Any, ...]]:
    """The names of a terminology as imported, in order; a concept without names is one row of its own.

    (code, preferred name, definition, notes as JSON, obsolete, replaced by, text, norm, kind, scope, source, language);
    the last six are None without a name. With `edited_only` those of the concepts that people edited.
    """
    return db.execute(
        "SELECT c.code, c.preferred, c.definition, c.notes, c.obsolete, c.replaced_by, n.text, n.norm, n.kind, "
        "n.scope, n.source, n.language FROM concepts c LEFT JOIN names n ON n.concept = c.id "
        f"WHERE c.terminology = :key AND {EDITED if edited_only else '1'} ORDER BY c.id, n.id",
        {"key": terminologies.key(db, slug), "slug": slug},
    )


def count_unedited_names(db: Database, slug: str) -> int:
    """How many rows `imported_names` gives for the concepts that nobody has edited."""
    there = f"FROM concepts c LEFT JOIN names n ON n.concept = c.id WHERE c.terminology = :key AND NOT {EDITED}"
    return int(value(db, f"SELECT count(*) {there}", {"key": terminologies.key(db, slug), "slug": slug}))
