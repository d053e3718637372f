"""Concepts by their numbers: their names, and what stands above and below them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlite_utils import Database

from store.reading import in_parts


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


def parents_of(db: Database, numbers: Sequence[int]) -> dict[int, list[int]]:
    """Number of a concept -> the numbers of its direct parents."""
    found: dict[int, list[int]] = {}
    for child, parent in in_parts(db, "SELECT child, parent FROM edges WHERE child IN ({}) ORDER BY parent", numbers):
        found.setdefault(child, []).append(parent)
    return found


def with_children(db: Database, numbers: Sequence[int]) -> set[int]:
    """Those of the concepts that have a child."""
    return {row[0] for row in in_parts(db, "SELECT DISTINCT parent FROM edges WHERE parent IN ({})", numbers)}


def unspecified_children(db: Database, numbers: Sequence[int]) -> set[int]:
    """The direct children of these concepts whose preferred names say that they are unspecified."""
    sql = (
        "SELECT c.id FROM edges e JOIN concepts c ON c.id = e.child "
        "WHERE e.parent IN ({}) AND c.preferred LIKE '%unspecified%'"
    )
    return {row[0] for row in in_parts(db, sql, numbers)}


def notes_of(db: Database, slug: str, codes: Sequence[str]) -> dict[str, str]:
    """Code -> the notes of the concept as JSON, "" for none, for those of a terminology that the import has."""
    sql = (
        "SELECT c.code, c.notes FROM concepts c JOIN terminologies t ON t.id = c.terminology "
        "WHERE t.slug = ? AND c.code IN ({})"
    )
    return {code: notes or "" for code, notes in in_parts(db, sql, codes, slug)}


def codes_below(db: Database, slug: str, codes: Sequence[str]) -> dict[str, list[str]]:
    """Code -> the codes of its direct children, for those that have one."""
    found: dict[str, list[str]] = {}
    sql = (
        "SELECT p.code, c.code FROM terminologies t JOIN concepts p ON p.terminology = t.id JOIN edges e "
        "ON e.parent = p.id JOIN concepts c ON c.id = e.child WHERE t.slug = ? AND p.code IN ({}) ORDER BY c.id"
    )
    for parent, child in in_parts(db, sql, codes, slug):
        found.setdefault(parent, []).append(child)
    return found
