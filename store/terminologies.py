"""Terminologies: written once, in one transaction; their records, and their concepts by code."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from itertools import groupby
from operator import itemgetter
from typing import Any

from store import given_numbers, terminology_states
from store.bulk import ReportIndex, report_nothing, without_indexes
from store.reading import column, in_parts, last_id, value
from store.records.terminology import Concept, Terminology
from store.sqlite import Database

CACHE = 200_000  # KiB of pages kept while a terminology is written: its indexes grow in every place
FIELDS = (
    "slug, title, version, licence, source, fingerprint, imported, concepts, names, edges, language, newer, "
    "address, namespace"
)


def all_terminologies(db: Database) -> list[Terminology]:
    """Every terminology, in the order of import, then older versions, the newest of them first."""
    rows = db.query(
        f"SELECT {FIELDS} FROM terminologies WHERE present "
        "ORDER BY newer != '', CASE newer WHEN '' THEN id ELSE -id END"
    )
    return [Terminology(**row) for row in rows]


def fingerprints(db: Database) -> set[str]:
    """Of every terminology that is there or may come back by undo."""
    return set(column(db, "SELECT fingerprint FROM terminologies"))


def newest_versions(db: Database) -> list[Terminology]:
    """The terminologies without those that a newer version has taken the place of: what “all” means."""
    return [one for one in all_terminologies(db) if not one.newer]


def versions_beside(db: Database, terminology: Terminology) -> list[Terminology]:
    """The other versions of a terminology, the newest first."""
    newest = terminology.newer or terminology.slug
    return [one for one in all_terminologies(db) if newest in (one.slug, one.newer) and one.slug != terminology.slug]


def add(
    db: Database,
    terminology: Terminology,
    concepts: Sequence[Concept],
    normalise: Callable[[str], str],
    present: bool = True,
    counted: Callable[[Iterable[Any]], Iterable[Any]] = iter,
    report_index: ReportIndex = report_nothing,
) -> int:
    """Write a whole terminology; the caller's transaction makes it all or nothing. Its number.

    Names of live concepts get consecutive ids, so that row i of an index is the i-th name. One that is not yet
    `present` has a short name that nobody can ask for, until `store.terminology_states.append` puts it in its place.
    The rows pass through `counted`, which may say how many there were; `report_index` hears which index is made.
    """
    db.execute(f"PRAGMA cache_size = -{CACHE}")
    db.execute("PRAGMA threads = 1")  # one more, which sorts where indexes are made
    number = given_numbers.give(db, given_numbers.TERMINOLOGY)
    facts = vars(terminology) | ({} if present else {"slug": f"{terminology.slug}#new", "present": 0})
    db.table("terminologies").insert({"id": number, **facts})
    terminology_states.begin(db, number, terminology.slug, present)
    first = last_id(db, "concepts") + 1
    ids = {concept.id: first + place for place, concept in enumerate(concepts)}
    db.conn.executemany(
        "INSERT INTO concepts VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (ids[c.id], number, c.id, c.preferred, c.definition, _json(c.notes), int(c.obsolete), c.replaced_by)
            for c in concepts
        ),
    )
    names = ((ids[concept.id], name) for concept in concepts for name in concept.names)
    row = last_id(db, "names") + 1
    with without_indexes(db, "names", "edges", report_index=report_index) if terminology.names > row else nullcontext():
        db.conn.executemany(
            "INSERT INTO names VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (row, number, of, name.text, normalise(name.text), name.kind, name.scope, name.source, name.language)
                for row, (of, name) in enumerate(counted(names), row)
            ),
        )
        db.conn.executemany(
            "INSERT INTO edges VALUES (?, ?, ?)",
            counted((ids[c.id], ids[parent], number) for c in concepts for parent in c.parents),
        )
    return number


def _json(notes: dict[str, list[str]]) -> str:
    return json.dumps(notes) if notes else ""


def by_code(db: Database, slugs: Sequence[str], code: str) -> list[dict[str, Any]]:
    """Concepts, obsolete ones too, with this code; those with it in another case come last."""
    marks = ",".join("?" * len(slugs))
    return list(
        db.query(
            "SELECT c.id, c.code, c.preferred, c.obsolete, c.replaced_by, t.slug FROM concepts c "
            "JOIN terminologies t ON t.id = c.terminology "
            f"WHERE c.code = ? COLLATE NOCASE AND t.slug IN ({marks}) ORDER BY c.code != ?, c.id",
            [code, *slugs, code],
        )
    )


def codes_beginning(db: Database, slugs: Sequence[str], start: str) -> list[tuple[str, str]]:
    """(code, preferred name) of the concepts in use whose codes begin so, in whatever case."""
    marks = ",".join("?" * len(slugs))
    sql = (
        "SELECT c.code, c.preferred FROM concepts c JOIN terminologies t ON t.id = c.terminology "
        f"WHERE NOT c.obsolete AND substr(c.code, 1, ?) = ? COLLATE NOCASE AND t.slug IN ({marks}) ORDER BY c.id"
    )
    return list(db.execute(sql, [len(start), start, *slugs]))


def preferred_of(db: Database, slug: str, codes: Iterable[str]) -> dict[str, str]:
    """Code -> preferred name."""
    sql = "SELECT code, preferred FROM concepts WHERE terminology = ? AND code IN ({})"
    return dict(in_parts(db, sql, codes, key(db, slug)))


def edges(db: Database, slug: str) -> dict[str, list[str]]:
    """Code -> its parents' codes, for every concept that has one; shared as by `titles_and_edges`."""
    return _edges(db, slug, codes(db, slug))


def _edges(db: Database, slug: str, code_of: Mapping[int, str]) -> dict[str, list[str]]:
    links = db.execute("SELECT child, parent FROM edges WHERE terminology = ? ORDER BY child, parent", [key(db, slug)])
    parents: dict[str, list[str]] = {}
    lists: dict[tuple[int, ...], list[str]] = {}
    for child, rows in groupby(links, itemgetter(0)):
        over = tuple(parent for _, parent in rows)
        parents[code_of[child]] = lists.setdefault(over, [code_of[parent] for parent in over])
    return parents


def live_titles(db: Database, slug: str) -> dict[str, str]:
    """Code -> preferred name of every concept in use, in import order."""
    sql = "SELECT code, preferred FROM concepts WHERE terminology = ? AND NOT obsolete ORDER BY id"
    return dict(db.execute(sql, [key(db, slug)]))


def codes(db: Database, slug: str) -> dict[int, str]:
    """The number of every concept -> its code, in import order."""
    return dict(db.execute("SELECT id, code FROM concepts WHERE terminology = ? ORDER BY id", [key(db, slug)]))


def titles_and_edges(db: Database, slug: str) -> tuple[dict[str, str], frozenset[str], dict[str, list[str]]]:
    """Code -> preferred name of every concept in import order; the codes of the obsolete ones; and code -> its
    parents' codes, for every concept that has one.

    Of half a million concepts each code is one text, and those under the same parents share one list.
    """
    code_of: dict[int, str] = {}
    titles: dict[str, str] = {}
    obsolete = set()
    sql = "SELECT id, code, preferred, obsolete FROM concepts WHERE terminology = ? ORDER BY id"
    for id, code, preferred, old in db.execute(sql, [key(db, slug)]):
        code_of[id], titles[code] = code, preferred
        if old:
            obsolete.add(code)
    return titles, frozenset(obsolete), _edges(db, slug, code_of)


def fingerprint(db: Database, slug: str) -> str:
    """What tells this import from another under the same short name."""
    return str(value(db, "SELECT fingerprint || id FROM terminologies WHERE slug = ?", [slug]))


def replacements(db: Database, slug: str) -> dict[str, str]:
    """Code of an obsolete concept -> the code that replaces it, where one does."""
    sql = "SELECT code, replaced_by FROM concepts WHERE terminology = ? AND obsolete AND replaced_by != ''"
    return dict(db.execute(sql, [key(db, slug)]).fetchall())


def definitions(db: Database, slug: str) -> dict[str, str]:
    """Code -> definition, where there is one."""
    sql = "SELECT code, definition FROM concepts WHERE terminology = ? AND definition != '' AND NOT obsolete"
    return dict(db.execute(sql, [key(db, slug)]).fetchall())


def key(db: Database, slug: str) -> int:
    """The number of a terminology; KeyError when it is not there."""
    number = value(db, "SELECT id FROM terminologies WHERE slug = ?", [slug])
    if number is None:
        raise KeyError(slug)
    return int(number)
