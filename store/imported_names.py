"""Names as imported: in index order, where row i of an index is the i-th; by number, text, concept and language."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from store.reading import by_key, column, in_parts, value
from store.sqlite import Database
from store.terminologies import key


class ImportedName(NamedTuple):
    """A name as it was imported, with the number and the code of its concept."""

    id: int
    concept: int
    code: str
    text: str
    kind: str  # preferred | synonym
    scope: str  # exact | broad | narrow | related


def rows(db: Database, slug: str) -> list[ImportedName]:
    """Every name, in index order."""
    found = db.execute(
        "SELECT n.id, n.concept, c.code, n.text, n.kind, n.scope FROM names n JOIN concepts c ON c.id = n.concept "
        "WHERE n.terminology = ? ORDER BY n.id",
        [key(db, slug)],
    )
    return list(map(ImportedName._make, found))


def texts(db: Database, slug: str) -> Iterator[str]:
    """The text of every name, in index order."""
    found = db.execute("SELECT text FROM names WHERE terminology = ? ORDER BY id", [key(db, slug)])
    return (text for (text,) in found)


def places(db: Database, slug: str) -> tuple[int, array[int]]:
    """The number of the first name, 0 where there is none, and of each name's concept, in index order."""
    where = "FROM names WHERE terminology = ?"
    first = value(db, f"SELECT min(id) {where}", [number := key(db, slug)])
    found = db.execute(f"SELECT concept {where} ORDER BY id", [number])
    return int(first or 0), array("q", map(itemgetter(0), found))


def by_id(db: Database, ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    """The names with these ids, each with its concept's code and preferred name."""
    columns = ("id", "text", "norm", "kind", "scope", "source", "code", "preferred")
    sql = (
        "SELECT n.id, n.text, n.norm, n.kind, n.scope, n.source, c.code, c.preferred FROM names n "
        "JOIN concepts c ON c.id = n.concept WHERE n.id IN ({})"
    )
    return {row[0]: dict(zip(columns, row, strict=True)) for row in in_parts(db, sql, ids)}


def exact(db: Database, slugs: Sequence[str], norm: str) -> list[dict[str, Any]]:
    """The names whose normalised text is `norm`."""
    marks = ",".join("?" * len(slugs))
    return list(
        db.query(
            "SELECT n.id, n.text, n.norm, n.kind, n.scope, n.source, c.code, c.preferred, t.slug FROM names n "
            "JOIN concepts c ON c.id = n.concept JOIN terminologies t ON t.id = +n.terminology "  # + : by its norm
            f"WHERE n.norm = ? AND t.slug IN ({marks}) ORDER BY n.id",
            [norm, *slugs],
        )
    )


def concepts_named(db: Database, norms: Sequence[str]) -> dict[str, list[tuple[str, str, str]]]:
    """Normalised text -> (terminology, code, preferred name) of each concept that it names exactly, each once."""
    found: dict[str, dict[tuple[str, str, str], None]] = {}
    sql = (
        "SELECT n.norm, t.slug, c.code, c.preferred FROM names n JOIN concepts c ON c.id = n.concept "
        "JOIN terminologies t ON t.id = n.terminology WHERE n.norm IN ({}) AND t.present AND t.newer = '' "
        "ORDER BY n.id"
    )
    for norm, slug, code, preferred in in_parts(db, sql, norms):
        found.setdefault(norm, {})[slug, code, preferred] = None
    return {norm: list(places) for norm, places in found.items()}


def texts_of(db: Database, slug: str, codes: Sequence[str]) -> dict[str, list[str]]:
    """Code -> the texts of the concept's names as imported; {} for a terminology that is not there."""
    sql = (
        "SELECT c.code, n.text FROM terminologies t JOIN concepts c ON c.terminology = t.id JOIN names n "
        "ON n.concept = c.id WHERE t.slug = ? AND c.code IN ({}) ORDER BY n.id"
    )
    return by_key(in_parts(db, sql, codes, slug))


def of_concepts(db: Database, slug: str, codes: Iterable[str]) -> list[tuple[int, str, str]]:
    """(name id, code, normalised text) of every name of these concepts."""
    sql = (
        "SELECT n.id, c.code, n.norm FROM names n JOIN concepts c ON c.id = n.concept WHERE c.terminology = ? "
        "AND c.code IN ({}) ORDER BY n.id"
    )
    return [(id, code, norm) for id, code, norm in in_parts(db, sql, codes, key(db, slug))]


def beyond_ascii(db: Database, slug: str) -> list[str]:
    """The normalised names of a terminology that hold an accent or another letter beyond ASCII, each once."""
    return column(  # more bytes than letters; a pattern would take three times as long
        db,
        "SELECT DISTINCT n.norm FROM names n JOIN terminologies t ON t.id = n.terminology "
        "WHERE t.slug = ? AND length(n.norm) <> length(CAST(n.norm AS BLOB))",
        [slug],
    )


def languages(db: Database) -> list[str]:
    """The languages that names are in, of every terminology."""
    return column(db, "SELECT DISTINCT language FROM names WHERE language != '' ORDER BY language")


def is_in(spoken: str, language: str) -> bool:
    """Whether what is `spoken` is this language, or its form in a country: de-AT is de."""
    return f"{spoken}-".casefold().startswith(f"{language}-".casefold())


def by_language(db: Database, slug: str, language: str) -> tuple[list[tuple[int, str, str]], set[tuple[str, str]]]:
    """(name id, code, normalised text) of every name in another language, and (code, text) of those in this one."""
    others, own = [], set()
    sql = (
        "SELECT n.id, c.code, n.norm, n.language FROM names n JOIN concepts c ON c.id = n.concept "
        "WHERE n.terminology = ? ORDER BY n.id"
    )
    for id, code, norm, spoken in db.execute(sql, [key(db, slug)]):
        if is_in(spoken, language):
            own.add((code, norm))
        else:
            others.append((id, code, norm))
    return others, own
