"""The lines of an answered file as they stand, each with its judgement: filtered, in an order, or about one text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from store.kinds_of_difference import count_kinds, has_kind
from store.mention_spans import AS_ANSWERED, THERE, laid_over
from store.normalisations import COLUMNS
from store.reading import column, value
from store.records.normalisation import DECIDED, NAMING, Filter, Line, Other
from store.sqlite import Database

NAMES, DECIDES = (f"IN ({', '.join(map(repr, decisions))})" for decisions in (NAMING, DECIDED))
STATUSES = {
    "all": "1",
    "undecided": "coalesce(j.decision, '') = ''",
    "decided": f"j.decision {DECIDES}",
    "tied": f"j.decision {NAMES}",
    "none": "j.decision = 'none'",
    "skipped": "j.decision = 'skip'",
    "flagged": "j.decision = 'flag'",
}
ORDERS = {
    "doubtful first": "a.probability, a.score, a.row, a.part",
    "sure first": "a.probability DESC, a.score DESC, a.row, a.part",
    "frequent first": "count(*) OVER (PARTITION BY a.norm) DESC, a.norm, a.row, a.part",
    "as in the file": "a.row, a.part",
}
ONCE_ORDERS = {**ORDERS, "frequent first": "count(*) DESC, a.row, a.part"}  # of lines by their text
JUDGED = (
    "LEFT JOIN judgements j ON j.id = "
    "(SELECT max(id) FROM judgements WHERE normalisation = a.normalisation AND answer = a.id)"
)
OF_FILE = f"a.normalisation = :number AND {THERE}"  # its lines that are there: none that was added and taken back
CHUNK = 2_000
BESIDE = 200  # rows before and after a line in which its document is looked for


def where(number: int, filter: Filter) -> tuple[str, dict[str, Any]]:
    """The condition on answers `a` and standing judgements `j` that a filter means, with its values."""
    parts = [OF_FILE, STATUSES[filter.status]]
    values: dict[str, Any] = {"number": number}
    tests = {
        "lowest": "a.probability >= :lowest",
        "highest": "coalesce(a.probability, 0) <= :highest",
        "kind": "a.kind = :kind",
        "topic": "a.topic = :topic",
        "sieve": "a.sieve = :sieve",
        "difference": has_kind("a.differs"),
    }
    for name, test in tests.items():
        if getattr(filter, name) is not None:
            parts.append(test)
            values[name] = getattr(filter, name)
    if filter.text:
        parts.append("(instr(lower(a.text), lower(:text)) OR instr(lower(a.name), lower(:text)))")
        values["text"] = filter.text
    if filter.differs is not None:
        parts.append("a.differs != ''" if filter.differs else "a.differs = ''")
    if filter.answered is not None:
        parts.append("a.concept != ''" if filter.answered else "a.concept = ''")
    return " AND ".join(parts), values


def count(db: Database, number: int, filter: Filter) -> int:
    """How many lines the filter lets through."""
    test, values = where(number, filter)
    what = "DISTINCT a.norm" if filter.once else "*"
    return int(value(db, f"SELECT count({what}) FROM answers a {JUDGED} WHERE {test}", values))


def lines(
    db: Database, number: int, filter: Filter, order: str = "doubtful first", limit: int = 50, offset: int = 0
) -> list[Line]:
    """The lines that the filter lets through, in one of ORDERS."""
    if filter.once:
        ids = queue(db, number, filter, order, limit, offset)
        found = {line.id: line for line in numbered(db, number, ids)}
        return [found[id] for id in ids]
    test, values = where(number, filter)
    return list(_lines(db, f"{test} ORDER BY {ORDERS[order]} LIMIT {int(limit)} OFFSET {int(offset)}", values))


def numbered(db: Database, number: int, ids: Sequence[int]) -> list[Line]:
    """The lines of a normalisation with these numbers, in the order of the file."""
    marks = ",".join(map(str, map(int, ids)))
    test = f"{OF_FILE} AND a.id IN ({marks}) ORDER BY a.row, a.part"
    return list(_lines(db, test, {"number": number}))


def queue(db: Database, number: int, filter: Filter, order: str, limit: int, offset: int = 0) -> list[int]:
    """The numbers of the lines that the filter lets through, in one of ORDERS."""
    test, values = where(number, filter)
    line, by = "a.id", f"ORDER BY {ORDERS[order]}"
    if filter.once:  # what is not counted is of the line with the lowest number, as SQLite has it beside a min()
        line, by = "min(a.id)", f"GROUP BY a.norm ORDER BY {ONCE_ORDERS[order]}"
    sql = f"SELECT {line} FROM answers a {JUDGED} WHERE {test} {by} LIMIT {int(limit)} OFFSET {int(offset)}"
    return column(db, sql, values)


def alike_counts(db: Database, number: int, ids: Sequence[int]) -> dict[int, int]:
    """Line -> how many lines are about the same text, itself among them."""
    marks = ",".join(map(str, map(int, ids)))
    return dict(
        db.execute(
            "WITH same AS (SELECT b.norm, count(*) AS many FROM answers b WHERE b.normalisation = :number AND "
            f"{AS_ANSWERED.format(answer='b.id')} AND b.norm IN (SELECT norm FROM answers WHERE id IN ({marks})) "
            "GROUP BY b.norm) "
            "SELECT a.id, coalesce(same.many, 0) FROM answers a LEFT JOIN same ON same.norm = a.norm "
            f"WHERE a.normalisation = :number AND a.id IN ({marks})",
            {"number": number},
        ).fetchall()
    )


def alike(db: Database, number: int, id: int) -> list[int]:
    """The numbers of the lines that are about the same text as line `id`, itself among them."""
    same = f"norm = (SELECT norm FROM answers a WHERE a.id = ? AND {AS_ANSWERED.format(answer='a.id')})"
    own = f"{same} AND {AS_ANSWERED.format(answer='answers.id')}"  # a corrected mention is about another text
    found = column(db, f"SELECT id FROM answers WHERE normalisation = ? AND {own} ORDER BY id", [number, id])
    return found or [id]


def decided_beside(db: Database, number: int, ids: Sequence[int]) -> dict[int, list[str]]:
    """Line -> the concepts that the other parts of its row, and the lines of its document near it, were tied to."""
    marks = ",".join(map(str, map(int, ids)))
    found: dict[int, list[str]] = {}
    for id, concept in db.execute(
        "SELECT a.id, j.concept FROM answers a JOIN answers b ON b.normalisation = a.normalisation "
        f"AND b.row BETWEEN a.row - {BESIDE} AND a.row + {BESIDE} AND b.id != a.id "
        "AND (b.row = a.row OR (a.document != '' AND b.document = a.document)) "
        "JOIN judgements j ON j.id = (SELECT max(id) FROM judgements WHERE answer = b.id) "
        f"WHERE a.normalisation = ? AND a.id IN ({marks}) AND j.concept != '' AND j.decision {NAMES} "
        "ORDER BY a.id, b.row, b.part",
        [number],
    ):
        if concept not in found.setdefault(id, []):
            found[id].append(concept)
    return found


def every(db: Database, number: int) -> Iterator[Line]:
    """All lines as in the file, read a few thousand at a time."""
    row, part = -1, -1
    while True:
        test = f"{OF_FILE} AND (a.row, a.part) > (:row, :part) ORDER BY a.row, a.part"
        found = list(_lines(db, f"{test} LIMIT {CHUNK}", {"number": number, "row": row, "part": part}))
        yield from found
        if len(found) < CHUNK:
            return
        row, part = found[-1].row, found[-1].part


def values_of(db: Database, number: int, column: str) -> dict[str, int]:
    """What stands in kind, topic, sieve or differs, and how often, most often first; of difference each kind."""
    assert column in ("kind", "topic", "sieve", "differs", "difference")
    held = "differs" if column == "difference" else column
    found = db.execute(
        f"SELECT {held}, count(*) FROM answers a WHERE {OF_FILE} GROUP BY 1 ORDER BY 2 DESC, 1", {"number": number}
    ).fetchall()
    return count_kinds(found) if column == "difference" else dict(found)


def decisions(db: Database, number: int) -> dict[str, int]:
    """Standing decision -> how many lines; undecided ones are not counted."""
    return dict(  # CROSS JOIN: the other way round, each line would be looked for among all decisions
        db.execute(
            "SELECT j.decision, count(*) FROM judgements j CROSS JOIN answers a ON a.id = j.answer "
            "WHERE j.id IN (SELECT max(id) FROM judgements WHERE normalisation = :number GROUP BY answer) "
            f"AND j.decision != '' AND {OF_FILE} GROUP BY 1",
            {"number": number},
        ).fetchall()
    )


def _lines(db: Database, test: str, values: dict[str, Any]) -> Iterator[Line]:
    rows = db.query(
        f"SELECT {', '.join(f'a.{field}' for field in COLUMNS)}, a.id, a.others, a.extra, "
        "coalesce(j.decision, '') decision, coalesce(j.concept, '') decided_concept, "
        "coalesce(j.name, '') decided_name, coalesce(j.who, '') who, "
        "coalesce(j.at, '') AS 'when', coalesce(j.comment, '') comment, "
        "coalesce(nullif(j.model, ''), n.encoder) model, coalesce(nullif(j.model_sha256, ''), n.encoder_sha256) "
        f"model_sha256 FROM answers a JOIN normalisations n ON n.id = a.normalisation {JUDGED} WHERE {test}",
        values,
    )
    found = []
    for row in rows:
        others = tuple(Other.read(*one) for one in json.loads(row.pop("others") or "[]"))
        found.append(Line(**{**row, "others": others, "extra": tuple(json.loads(row["extra"] or "[]"))}))
    return laid_over(db, found)
