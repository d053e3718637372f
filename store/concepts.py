"""Concepts as imported: their names and notes, and what stands above and below them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from store.reading import by_key, in_parts, value
from store.records.terminology import Concept, Name
from store.sqlite import Database
from store.terminologies import key

AT_ONCE = 5_000  # concepts
WHOLE = (
    "SELECT c.code, c.preferred, c.definition, c.notes, c.obsolete, c.replaced_by, c.id FROM concepts c "
    "JOIN terminologies t ON t.id = c.terminology WHERE t.slug = ?"
)
WITH_NOTES = "concepts c JOIN terminologies t ON t.id = c.terminology WHERE t.slug = ? AND instr(c.notes, ?)"


def names_of_concepts(db: Database, numbers: Sequence[int]) -> dict[int, tuple[str, dict[int, str]]]:
    """Number of a concept -> its preferred name and the texts of all its names, as imported, by their numbers."""
    found: dict[int, tuple[str, dict[int, str]]] = {}
    sql = (
        "SELECT c.id, c.preferred, n.id, n.text FROM concepts c JOIN names n ON n.concept = c.id "
        "WHERE c.id IN ({}) ORDER BY n.id"
    )
    for number, preferred, name, text in in_parts(db, sql, numbers):
        found.setdefault(number, (preferred, {}))[1][name] = text
    return found


def numbers_of(db: Database, slug: str, codes: Sequence[str]) -> dict[str, int]:
    """Code -> number of the concept, for those of a terminology that the import has."""
    sql = (
        "SELECT c.code, c.id FROM concepts c JOIN terminologies t ON t.id = c.terminology "
        "WHERE t.slug = ? AND c.code IN ({})"
    )
    return dict(in_parts(db, sql, codes, slug))


def first_id(db: Database, slug: str) -> str:
    """The id of a terminology's first concept; "" where it has none."""
    sql = "SELECT code FROM concepts WHERE terminology = ? ORDER BY id LIMIT 1"
    return str(value(db, sql, [key(db, slug)]) or "")


def parents_of(db: Database, numbers: Sequence[int]) -> dict[int, list[int]]:
    """Number of a concept -> the numbers of its direct parents."""
    return by_key(in_parts(db, "SELECT child, parent FROM edges WHERE child IN ({}) ORDER BY parent", numbers))


def first_parents(db: Database, slug: str) -> dict[int, int]:
    """The number of a concept -> that of the first concept above it, for every concept that has one."""
    return dict(db.execute("SELECT child, min(parent) FROM edges WHERE terminology = ? GROUP BY 1", [key(db, slug)]))


def with_children(db: Database, numbers: Sequence[int]) -> set[int]:
    """Those of the concepts that have a child."""
    return {row[0] for row in in_parts(db, "SELECT DISTINCT parent FROM edges WHERE parent IN ({})", numbers)}


def unspecified_children(db: Database, slug: str) -> dict[int, list[int]]:
    """The number of a concept -> those of its direct children whose preferred names say that they are unspecified."""
    sql = (
        "SELECT e.parent, c.id FROM terminologies t JOIN concepts c ON c.terminology = t.id "
        "JOIN edges e ON e.child = c.id WHERE t.slug = ? AND c.preferred LIKE '%unspecified%'"
    )
    return by_key(db.execute(sql, [slug]))


def notes_of(db: Database, slug: str, codes: Sequence[str]) -> dict[str, str]:
    """Code -> the notes of the concept as JSON, "" for none, for those of a terminology that the import has."""
    sql = (
        "SELECT c.code, c.notes FROM concepts c JOIN terminologies t ON t.id = c.terminology "
        "WHERE t.slug = ? AND c.code IN ({})"
    )
    return {code: notes or "" for code, notes in in_parts(db, sql, codes, slug)}


def notes_up(db: Database, slug: str, codes: Iterable[str]) -> dict[str, list[str]]:
    """Code -> the notes, as JSON, of the concept and of all that is above it, of those that have notes."""
    sql = (
        "WITH RECURSIVE up(code, id) AS (SELECT c.code, c.id FROM concepts c JOIN terminologies t "
        "ON t.id = c.terminology WHERE t.slug = ? AND c.code IN ({}) "
        "UNION SELECT up.code, e.parent FROM up JOIN edges e ON e.child = up.id) "
        "SELECT up.code, c.notes FROM up JOIN concepts c ON c.id = up.id WHERE c.notes != ''"
    )
    return by_key(in_parts(db, sql, codes, slug))


def noted(db: Database, slug: str, heading: str) -> list[tuple[int, str]]:
    """The numbers of a terminology's concepts with notes under a heading, and all their notes as JSON."""
    sql = f"SELECT c.id, c.notes FROM {WITH_NOTES} ORDER BY c.id"
    return [(number, notes) for number, notes in db.execute(sql, [slug, json.dumps(heading)])]


def first_notes(db: Database, slug: str, heading: str) -> dict[str, str]:
    """Code -> the first note under a heading, of a terminology's concepts that have some."""
    sql = f"SELECT c.code, c.notes FROM {WITH_NOTES}"
    found = db.execute(sql, [slug, f"{json.dumps(heading)}:"])
    return {code: json.loads(notes)[heading][0] for code, notes in found}


def codes_with_notes(db: Database, slug: str, heading: str) -> set[str]:
    """The codes of a terminology's concepts that have notes under a heading."""
    sql = f"SELECT c.code FROM {WITH_NOTES}"
    return {code for (code,) in db.execute(sql, [slug, f"{json.dumps(heading)}:"])}


def has_notes(db: Database, slug: str, heading: str) -> bool:
    """Whether a concept of a terminology has notes under a heading."""
    return any(db.query(f"SELECT 1 FROM {WITH_NOTES} LIMIT 1", [slug, f"{json.dumps(heading)}:"]))


def named_from(db: Database, slug: str, beginning: str) -> list[tuple[str, str, str]]:
    """(code, preferred name, name) of each name of a terminology whose normal form begins so."""
    sql = (
        "SELECT c.code, c.preferred, n.text FROM names n JOIN concepts c ON c.id = n.concept "
        "JOIN terminologies t ON t.id = c.terminology WHERE t.slug = ? AND n.norm >= ? AND n.norm < ? ORDER BY n.id"
    )
    return db.execute(sql, [slug, beginning, beginning + "\U0010ffff"]).fetchall()


def codes_below(db: Database, slug: str, codes: Sequence[str]) -> dict[str, list[str]]:
    """Code -> the codes of its direct children, for those that have one."""
    sql = (
        "SELECT p.code, c.code FROM terminologies t JOIN concepts p ON p.terminology = t.id JOIN edges e "
        "ON e.parent = p.id JOIN concepts c ON c.id = e.child WHERE t.slug = ? AND p.code IN ({}) ORDER BY c.id"
    )
    return by_key(in_parts(db, sql, codes, slug))


def children_of(db: Database, slug: str, codes: Sequence[str]) -> Iterator[tuple[str, str, str, str, str, list[str]]]:
    """(code, its preferred name, code of a direct child, its preferred name, its notes as JSON, all its names)."""
    sql = (
        "SELECT p.code, p.preferred, c.code, c.preferred, c.notes, json_group_array(n.text) FROM terminologies t "
        "JOIN concepts p ON p.terminology = t.id JOIN edges e ON e.parent = p.id JOIN concepts c ON c.id = e.child "
        "JOIN names n ON n.concept = c.id WHERE t.slug = ? AND p.code IN ({}) GROUP BY p.id, c.id ORDER BY c.id"
    )
    for code, preferred, child, name, notes, names in in_parts(db, sql, codes, slug):
        yield code, preferred, child, name, notes or "", json.loads(names)


def leaves_below(db: Database, slug: str, codes: Sequence[str]) -> dict[str, tuple[str, list[str]]]:
    """Code -> its preferred name, and those of the concepts below it that have none below themselves, of those codes
    that the import has."""
    sql = (
        "WITH RECURSIVE down(top, id) AS (SELECT c.id, c.id FROM concepts c JOIN terminologies t "
        "ON t.id = c.terminology WHERE t.slug = ? AND c.code IN ({}) "
        "UNION SELECT down.top, e.child FROM down JOIN edges e ON e.parent = down.id) "
        "SELECT p.code, p.preferred, c.preferred FROM down JOIN concepts p ON p.id = down.top "
        "JOIN concepts c ON c.id = down.id WHERE c.id NOT IN (SELECT parent FROM edges) ORDER BY c.id"
    )
    found: dict[str, tuple[str, list[str]]] = {}
    for code, preferred, leaf in in_parts(db, sql, codes, slug):
        found.setdefault(code, (preferred, []))[1].append(leaf)
    return found


def is_below(db: Database, slug: str, code: str, heading: str) -> bool:
    """Whether a concept of a terminology as imported stands anywhere below another."""
    sql = (
        "WITH RECURSIVE up(id) AS (SELECT e.parent FROM terminologies t JOIN concepts c ON c.terminology = t.id "
        "JOIN edges e ON e.child = c.id WHERE t.slug = ? AND c.code = ? "
        "UNION SELECT e.parent FROM up JOIN edges e ON e.child = up.id) "
        "SELECT 1 FROM up JOIN concepts c ON c.id = up.id WHERE c.code = ?"
    )
    return db.execute(sql, [slug, code, heading]).fetchone() is not None


def above(db: Database, slug: str, code: str, levels: int) -> list[str]:
    """The codes of the concepts that stand up to so many levels above a concept of a terminology as imported."""
    sql = (
        "WITH RECURSIVE up(id, level) AS (SELECT e.parent, 1 FROM terminologies t JOIN concepts c "
        "ON c.terminology = t.id JOIN edges e ON e.child = c.id WHERE t.slug = ? AND c.code = ? "
        "UNION SELECT e.parent, level + 1 FROM up JOIN edges e ON e.child = up.id WHERE level < ?) "
        "SELECT DISTINCT c.code FROM up JOIN concepts c ON c.id = up.id"
    )
    return [row[0] for row in db.execute(sql, [slug, code, levels])]


def each(db: Database, slug: str) -> Iterator[Concept]:
    """The concepts of a terminology as imported, obsolete ones too, some at a time."""
    rows = db.execute(f"{WHOLE} ORDER BY c.id", [slug])
    while part := rows.fetchmany(AT_ONCE):
        yield from _with_names(db, part).values()


def whole(db: Database, slug: str, codes: Iterable[str] | None = None) -> dict[str, Concept]:
    """Code -> the concept as imported, obsolete ones too; all of a terminology, or those of these codes it has."""
    if codes is None:
        return {one.id: one for one in each(db, slug)}
    return _with_names(db, list(in_parts(db, f"{WHOLE} AND c.code IN ({{}}) ORDER BY c.id", sorted(set(codes)), slug)))


def _with_names(db: Database, rows: Sequence[tuple]) -> dict[str, Concept]:
    numbers = [row[6] for row in rows]
    sql = "SELECT concept, text, kind, scope, source, language FROM names WHERE concept IN ({}) ORDER BY id"
    names = by_key((number, Name(*name)) for number, *name in in_parts(db, sql, numbers))
    links = "SELECT e.child, p.code FROM edges e JOIN concepts p ON p.id = e.parent WHERE e.child IN ({}) ORDER BY 2"
    parents = by_key(in_parts(db, links, numbers))
    return {
        code: Concept(
            code,
            preferred,
            tuple(names.get(number, ())),
            tuple(parents.get(number, ())),
            definition or "",
            json.loads(notes) if notes else {},
            bool(obsolete),
            replaced_by or "",
        )
        for code, preferred, definition, notes, obsolete, replaced_by, number in rows
    }
