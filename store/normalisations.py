"""Files of mentions as a run answered them: one row a part of an answer, with the judgement that stands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlite_utils import Database

from store.database import now
from store.kinds_of_difference import count_kinds, has_kind
from store.mention_spans import ADDED, AS_ANSWERED, THERE, laid_over
from store.reading import column, first, last_id, record, value
from store.records.normalisation import Filter, Line, Normalisation, Other

PLAIN = (
    *("row", "part", "parts", "text", "document", "start", "end", "kind", "read_as", "concept", "name", "preferred"),
    *("score", "probability", "origin", "sieve", "differs", "topic"),
)
STATUSES = {
    "all": "1",
    "undecided": "coalesce(j.decision, '') = ''",
    "decided": "j.decision IN ('accept', 'second', 'other', 'none')",
    "tied": "j.decision IN ('accept', 'second', 'other')",
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
JUDGED = "LEFT JOIN judgements j ON j.id = (SELECT max(id) FROM judgements WHERE answer = a.id)"
CHUNK = 2_000
ALL = (
    f"SELECT *, (SELECT count(*) FROM answers a WHERE a.normalisation = n.id AND a.sieve = '{ADDED}' AND {THERE}) "
    "AS added FROM normalisations n"
)
BESIDE = 200  # rows before and after a line in which its document is looked for


def add(db: Database, facts: dict[str, Any]) -> int:
    """A normalisation without answers; `facts` are the columns that say what it is of. Its number."""
    facts = {**facts, "extra": json.dumps(facts.get("extra", ()))}
    counts = {"rows": 0, "lines": 0, "last_row": 0, "finished": 0}
    return int(db.table("normalisations").insert({"created": now(), "run": None, **facts, **counts}).last_pk or 0)


def get(db: Database, number: int) -> Normalisation | None:
    """One, or None."""
    row = first(db, f"{ALL} WHERE id = ?", [number])
    return _normalisation(row) if row else None


def of_run(db: Database, run: int) -> int | None:
    """The number of what a run has begun; None before it began."""
    number: int | None = value(db, "SELECT id FROM normalisations WHERE run = ?", [run])
    return number


def begun(db: Database, number: int) -> tuple[int, int]:
    """The last row of the file that is answered, and how many mentions are."""
    row = db.execute("SELECT last_row, rows FROM normalisations WHERE id = ?", [number]).fetchone()
    return int(row[0]), int(row[1])


def all_normalisations(db: Database) -> list[Normalisation]:
    """Every one, newest first."""
    return [_normalisation(row) for row in db.query(f"{ALL} ORDER BY id DESC")]


def append(
    db: Database, number: int, lines: Sequence[Line], last_row: int, rows: int, normalise: Callable[[str], str]
) -> int:
    """Add the answers to `rows` more mentions, up to the file's row `last_row`; the first line's number of its own.

    The lines are numbered one after another.
    """
    start = last_id(db, "answers") + 1
    db.table("answers").insert_all(
        {
            "id": place,
            "normalisation": number,
            **{field: getattr(line, field) for field in PLAIN},
            "norm": normalise(learnt(line)),
            "others": json.dumps(line.others, ensure_ascii=False),
            "extra": json.dumps(line.extra, ensure_ascii=False),
        }
        for place, line in enumerate(lines, start)
    )
    db.execute(
        "UPDATE normalisations SET lines = lines + ?, rows = rows + ?, last_row = ? WHERE id = ?",
        [len(lines), rows, last_row, number],
    )
    return start


def add_line(db: Database, number: int, line: Line, normalise: Callable[[str], str]) -> int:
    """Add a line that a person found, beside those of its row; its number. How many the file has stays."""
    part = value(db, "SELECT max(part) FROM answers WHERE normalisation = ? AND row = ?", [number, line.row])
    fields = {field: getattr(line, field) for field in PLAIN} | {"part": int(part or 0) + 1}
    row = {**fields, "normalisation": number, "norm": normalise(line.text), "extra": json.dumps(line.extra)}
    row["others"] = json.dumps(line.others, ensure_ascii=False)
    return int(db.table("answers").insert(row).last_pk or 0)


def learnt(line: Line) -> str:
    """The text that a decision about this line is about: the mention, or what it was read as in its document."""
    return line.read_as if line.read_as and (line.parts > 1 or line.document) else line.text


def finish(db: Database, number: int) -> None:
    """Say that every mention of the file is answered."""
    db.execute("UPDATE normalisations SET finished = 1 WHERE id = ?", [number])


def remove(db: Database, number: int) -> None:
    """Forget the answers; the judgements stay."""
    db.execute("DELETE FROM answers WHERE normalisation = ?", [number])
    db.execute("DELETE FROM normalisations WHERE id = ?", [number])


def where(number: int, filter: Filter) -> tuple[str, dict[str, Any]]:
    """The condition on answers `a` and standing judgements `j` that a filter means, with its values."""
    parts = ["a.normalisation = :number", THERE, STATUSES[filter.status]]
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
    test = f"a.normalisation = :number AND {THERE} AND a.id IN ({marks}) ORDER BY a.row, a.part"
    return list(_lines(db, test, {"number": number}))


def queue(db: Database, number: int, filter: Filter, order: str, limit: int, offset: int = 0) -> list[int]:
    """The numbers of the lines that the filter lets through, in one of ORDERS."""
    test, values = where(number, filter)
    line, by = "a.id", f"ORDER BY {ORDERS[order]}"
    if filter.once:  # what is not counted is of the line with the lowest number, as SQLite has it beside a min()
        line, by = "min(a.id)", f"GROUP BY a.norm ORDER BY {ONCE_ORDERS[order]}"
    sql = f"SELECT {line} FROM answers a {JUDGED} WHERE {test} {by} LIMIT {int(limit)} OFFSET {int(offset)}"
    return column(db, sql, values)


def run_of(db: Database, number: int) -> int | None:
    """The run that answered the file; None for a loaded export."""
    run: int | None = value(db, "SELECT run FROM normalisations WHERE id = ?", [number])
    return run


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
    naming = ", ".join(repr(one) for one in ("accept", "second", "other"))
    found: dict[int, list[str]] = {}
    for id, concept in db.execute(
        "SELECT a.id, j.concept FROM answers a JOIN answers b ON b.normalisation = a.normalisation "
        f"AND b.row BETWEEN a.row - {BESIDE} AND a.row + {BESIDE} AND b.id != a.id "
        "AND (b.row = a.row OR (a.document != '' AND b.document = a.document)) "
        "JOIN judgements j ON j.id = (SELECT max(id) FROM judgements WHERE answer = b.id) "
        f"WHERE a.normalisation = ? AND a.id IN ({marks}) AND j.concept != '' AND j.decision IN ({naming}) "
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
        test = f"a.normalisation = :number AND {THERE} AND (a.row, a.part) > (:row, :part) ORDER BY a.row, a.part"
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
        f"SELECT {held}, count(*) FROM answers WHERE normalisation = ? GROUP BY 1 ORDER BY 2 DESC, 1", [number]
    ).fetchall()
    return count_kinds(found) if column == "difference" else dict(found)


def decisions(db: Database, number: int) -> dict[str, int]:
    """Standing decision -> how many lines; undecided ones are not counted."""
    return dict(
        db.execute(
            "SELECT decision, count(*) FROM judgements WHERE id IN (SELECT max(id) FROM judgements "
            "WHERE normalisation = ? GROUP BY answer) AND decision != '' GROUP BY 1",
            [number],
        ).fetchall()
    )


def _lines(db: Database, test: str, values: dict[str, Any]) -> Iterator[Line]:
    rows = db.query(
        f"SELECT {', '.join(f'a.{field}' for field in PLAIN)}, a.id, a.others, a.extra, "
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


def _normalisation(row: dict[str, Any]) -> Normalisation:
    row["lines"] += row["added"]
    return record(Normalisation, row, extra=tuple(json.loads(row["extra"])), finished=bool(row["finished"]))
