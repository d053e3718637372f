"""Judgements: append-only. The newest row about an answer stands; undo appends what stood before.

`who` and `at` belong to the decision, which undo and loading an export carry along; `entered_by` and `entered_at` to
the row. A bulk decision is one batch: one transaction, one undo.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from store import history, reading, undoing
from store.answer_lines import JUDGED, where
from store.database import now
from store.mention_spans import AS_ANSWERED
from store.normalisations import learnt
from store.reading import column, record, value
from store.records.normalisation import DECISION_WORDS, NAMING, Filter, Judgement, JudgementBatch, Line
from store.records.terminology import Entry
from store.sqlite import Database

ACCEPT, SECOND, OTHER, NONE, SKIP, FLAG, UNDECIDED = "accept", "second", "other", "none", "skip", "flag", ""
DECISIONS = (ACCEPT, SECOND, OTHER, NONE, SKIP, FLAG, UNDECIDED)
FIRST = 20  # judgements of a batch that are told
COLUMNS = (
    "batch, normalisation, answer, terminology, text, norm, decision, concept, name, score, probability, model, "
    "model_sha256, comment, who, at, entered_by, entered_at, role, of_batch"
)
DecisionRow = tuple[Line, str, str, str, float | None, str]  # line, decision, concept, name, score, comment
ABOUT = "CASE WHEN a.read_as != '' AND (a.parts > 1 OR a.document != '') THEN a.read_as ELSE a.text END"


def add(
    db: Database,
    normalisation: int,
    terminology: str,
    rows: Sequence[DecisionRow],
    who: str,
    normalise: Callable[[str], str],
    dated: bool = False,
) -> int:
    """Append (line, decision, concept, name, score, comment) as one batch, one undo; its number.

    With `dated` the decisions are by whom and of when the lines say.
    """
    batch = append(db, normalisation, terminology, rows, who, normalise, dated)
    title = f"“{learnt(rows[0][0])}”: {DECISION_WORDS[rows[0][1]]} {rows[0][2]}".rstrip() if len(rows) == 1 else ""
    close(db, batch, who, len(rows), title)
    return batch


def decision_row(line: Line) -> DecisionRow:
    """What a line says was decided and commented about it, to be appended."""
    return line, line.decision, *decided_concept(line), line.comment


def comment(
    db: Database, normalisation: int, terminology: str, line: Line, text: str, who: str, normalise: Callable[[str], str]
) -> None:
    """Append another comment on a line, one undo, which the history calls a comment and no decision."""
    row = _commented(db, line, text)
    batch = append(db, normalisation, terminology, [row], who, normalise, dated=bool(row[1]))
    close(db, batch, who, 1, f"“{learnt(line)}”: " + (f"comment “{text}”" if text else "no comment any more"))


def _commented(db: Database, line: Line, comment: str) -> DecisionRow:
    """What stands at a line, as it was decided, with another comment."""
    stands = reading.first(db, "SELECT * FROM judgements WHERE answer = ? ORDER BY id DESC LIMIT 1", [line.id])
    if stands is None:
        return decision_row(replace(line, comment=comment))
    one = _judgement(stands)
    seen = {field: getattr(one, field) for field in ("who", "when", "probability", "model", "model_sha256")}
    return replace(line, **seen), one.decision, one.concept, one.name, one.score, comment


def decided_concept(line: Line) -> tuple[str, str, float | None]:
    """(concept, name, score) of a line's decision; ("", "", None) where it names none.

    A decision without its concept means the candidate of its place: the first, or for “second” the second.
    """
    if line.decision not in NAMING:
        return "", "", None
    candidates = [(line.concept, line.preferred or line.name, line.score), *(other[:3] for other in line.others)]
    place = 1 if line.decision == SECOND and len(candidates) > 1 else 0
    if not line.decided_concept:
        return candidates[place]
    score = next((score for concept, _, score in candidates if concept == line.decided_concept), None)
    return line.decided_concept, line.decided_name, score


def close(db: Database, batch: int, who: str, rows: int, title: str = "") -> None:
    """Enter a whole batch in the history."""
    history.record(db, history.JUDGEMENT, batch, who, rows, title or f"{rows:,} answers decided")


def append(
    db: Database,
    normalisation: int,
    terminology: str,
    rows: Sequence[DecisionRow],
    who: str,
    normalise: Callable[[str], str],
    dated: bool = False,
    batch: int | None = None,
) -> int:
    """Append to `batch`, or to a new one, as `add` does; its number. The last part is followed by `close`."""
    batch, at = batch or history.next_batch(db, "judgements"), now()
    db.table("judgements").insert_all(
        {
            "batch": batch,
            "normalisation": normalisation,
            "answer": line.id,
            "terminology": terminology,
            "text": learnt(line),
            "norm": normalise(learnt(line)),
            "decision": decision,
            "concept": concept,
            "name": name,
            "score": score,
            "probability": line.probability,
            "model": line.model,
            "model_sha256": line.model_sha256,
            "comment": comment,
            "who": line.who or who if dated else who,
            "at": line.when or at if dated else at,
            "entered_by": who,
            "entered_at": at,
            "role": "do",
            "of_batch": None,
        }
        for line, decision, concept, name, score, comment in rows
    )
    return batch


def acceptable(number: int, filter: Filter, probability: float, without: Sequence[str] = ()) -> tuple[str, dict]:
    """The condition for lines that may be accepted in bulk: undecided, sure enough, with no marked difference, and of
    none of the concepts `without`."""
    test, values = where(number, filter)
    test += f" AND {AS_ANSWERED.format(answer='a.id')}"
    test += " AND a.probability >= :sure AND a.concept != '' AND a.differs = '' AND coalesce(j.decision, '') = ''"
    test += " AND a.concept NOT IN (SELECT value FROM json_each(:without))"
    return test, {**values, "sure": probability, "without": json.dumps(list(without))}


def count_acceptable(db: Database, number: int, filter: Filter, probability: float) -> int:
    """How many lines `accept_all` would accept."""
    test, values = acceptable(number, filter, probability)
    return int(value(db, f"SELECT count(*) FROM answers a {JUDGED} WHERE {test}", values))


def acceptable_lines(
    db: Database, number: int, filter: Filter, probability: float, without: Sequence[str] = ()
) -> list[int]:
    """The numbers of the lines that `accept_all` would accept."""
    test, values = acceptable(number, filter, probability, without)
    return column(db, f"SELECT a.id FROM answers a {JUDGED} WHERE {test} ORDER BY a.id", values)


def acceptable_concepts(db: Database, number: int, filter: Filter, probability: float) -> dict[str, int]:
    """Concept -> how many lines `accept_all` would tie to it."""
    test, values = acceptable(number, filter, probability)
    sql = f"SELECT a.concept, count(*) FROM answers a {JUDGED} WHERE {test} GROUP BY a.concept"
    return dict(db.execute(sql, values).fetchall())


def accept_all(
    db: Database,
    number: int,
    filter: Filter,
    probability: float,
    who: str,
    without: Sequence[str] = (),
    titled: Callable[[int], str] = "{:,} answers accepted".format,
) -> int:
    """Accept the first candidate of every acceptable line as one batch, but for those of the concepts `without`; how
    many.

    titled: how many -> what the history calls them.
    """
    test, values = acceptable(number, filter, probability, without)
    batch = history.next_batch(db, "judgements")
    added = db.execute(
        f"INSERT INTO judgements ({COLUMNS}) SELECT :batch, a.normalisation, a.id, n.terminology, {ABOUT}, a.norm, "
        f"'{ACCEPT}', a.concept, coalesce(nullif(a.preferred, ''), a.name), a.score, a.probability, n.encoder, "
        "n.encoder_sha256, coalesce(j.comment, ''), :who, :at, :who, :at, 'do', NULL FROM answers a "
        f"JOIN normalisations n ON n.id = a.normalisation {JUDGED} WHERE {test}",
        {**values, "batch": batch, "who": who, "at": now()},
    )
    if added.rowcount:
        close(db, batch, who, added.rowcount, titled(added.rowcount))
    return added.rowcount


def undo(db: Database, who: str) -> JudgementBatch | None:
    """Take back the newest batch of `who` that still stands somewhere; what stands instead, None when there is none.

    Where somebody else has decided since, their decision stays. Undo of every kind of change: `store.undoing.undo`.
    """
    return _turned_batch(db, undoing.undo(db, who, (history.JUDGEMENT,)))


def redo(db: Database, who: str) -> JudgementBatch | None:
    """Decide again what `who` undid last, unless they have decided anything since; None when there is nothing."""
    return _turned_batch(db, undoing.redo(db, who, (history.JUDGEMENT,)))


def _turned_batch(db: Database, entries: list[Entry]) -> JudgementBatch | None:
    """What the entries of one undo or redo changed, of which one alone may have changed nothing."""
    changed = [entry for entry in entries if entry.rows]
    if not changed:
        return None
    return JudgementBatch(sum(entry.rows for entry in changed), tuple(in_batch(db, changed[0].batch, FIRST)))


def in_batch(db: Database, batch: int, limit: int) -> list[Judgement]:
    """The first judgements of one batch, in order."""
    rows = db.query("SELECT * FROM judgements WHERE batch = ? ORDER BY id LIMIT ?", [batch, limit])
    return [_judgement(row) for row in rows]


def newest(db: Database, normalisation: int, limit: int) -> list[Judgement]:
    """The last `limit` judgements about a normalisation, newest first."""
    rows = db.query("SELECT * FROM judgements WHERE normalisation = ? ORDER BY id DESC LIMIT ?", [normalisation, limit])
    return [_judgement(row) for row in rows]


def decide_again(
    db: Database, rows: Sequence[tuple[int, str | None, str, str, str | None, str | None]], who: str
) -> int:
    """Append, for judgements by their ids, (id, decision, concept, name, by whom, when) as a new batch of `who`; its
    number. A decision, person or time that is None is as it was. Its entry in the history is the caller's."""
    batch, at = history.next_batch(db, "judgements"), now()
    db.conn.executemany(
        f"INSERT INTO judgements ({COLUMNS}) SELECT ?, normalisation, answer, terminology, text, norm, coalesce(?, "
        "decision), ?, ?, score, probability, model, model_sha256, comment, coalesce(?, who), coalesce(?, at), ?, ?, "
        "'do', NULL FROM judgements WHERE id = ?",
        ((batch, *fields, who, at, id) for id, *fields in rows),
    )
    return batch


def last_id(db: Database) -> int:
    """The number of the newest judgement: what is made from judgements is fresh while this is unchanged."""
    return reading.last_id(db, "judgements")


def changed_since(db: Database, answers: Sequence[int], number: int, who: str) -> list[int]:
    """The answers, of these, at which a decision of somebody other than `who` stands that judgement `number` and those
    before it did not leave there; in their order."""
    columns = "decision, {0}.concept, {0}.who, {0}.at"
    sql = (
        "SELECT j.answer FROM judgements j LEFT JOIN judgements p ON p.id = (SELECT max(id) FROM judgements WHERE "
        "answer = j.answer AND id <= ?) WHERE j.id > ? AND j.who != ? AND j.decision != '' AND (p.id IS NULL OR "
        f"(p.{columns.format('p')}) != (j.{columns.format('j')})) AND j.id IN (SELECT max(id) FROM judgements WHERE "
        "answer IN ({}) GROUP BY answer)"
    )
    return sorted(answer for (answer,) in reading.in_parts(db, sql, answers, number, number, who))


def _judgement(row: dict) -> Judgement:
    return record(Judgement, row, line=row["answer"])
