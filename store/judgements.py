"""Judgements: append-only. The newest row about an answer stands; undo appends what stood before.

`who` and `at` belong to the decision, which undo and loading an export carry along; `entered_by` and `entered_at` to
the row. A bulk decision is one batch: one transaction, one undo.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlite_utils import Database

from store.database import now
from store.normalisations import JUDGED, learnt, where
from store.records import Batch, Filter, Judgement, Line

ACCEPT, SECOND, OTHER, NONE, SKIP, FLAG, UNDECIDED = "accept", "second", "other", "none", "skip", "flag", ""
DECISIONS = (ACCEPT, SECOND, OTHER, NONE, SKIP, FLAG, UNDECIDED)
FIRST = 20  # judgements of a batch that are told
DONE = (ACCEPT, SECOND, OTHER, NONE)
NAMING = (ACCEPT, SECOND, OTHER)  # decisions that tie the mention to a concept
COLUMNS = (
    "batch, normalisation, answer, terminology, text, norm, decision, concept, name, score, probability, model, "
    "model_sha256, comment, who, at, entered_by, entered_at, role, of_batch"
)
SAID = ("decision", "concept", "name", "score", "probability", "model", "model_sha256", "comment", "who", "at")
ABOUT = "CASE WHEN a.read_as != '' AND (a.parts > 1 OR a.document != '') THEN a.read_as ELSE a.text END"


def add(
    db: Database,
    normalisation: int,
    terminology: str,
    said: Sequence[tuple[Line, str, str, str, float | None, str]],
    who: str,
    normalise: Callable[[str], str],
    dated: bool = False,
    batch: int | None = None,
) -> int:
    """Append (line, decision, concept, name, score, comment) as one batch, or to `batch`; its number.

    With `dated` the decisions are by whom and of when the lines say, as in an export that is loaded.
    """
    batch, at = batch or _next(db), now()
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
        for line, decision, concept, name, score, comment in said
    )
    return batch


def acceptable(number: int, wanted: Filter, probability: float) -> tuple[str, dict]:
    """The condition for lines that may be accepted in bulk: undecided, sure enough, and with no marked difference."""
    test, values = where(number, wanted)
    test += " AND a.probability >= :sure AND a.concept != '' AND a.differs = '' AND coalesce(j.decision, '') = ''"
    return test, {**values, "sure": probability}


def count_acceptable(db: Database, number: int, wanted: Filter, probability: float) -> int:
    """How many lines `accept_all` would accept."""
    test, values = acceptable(number, wanted, probability)
    return int(db.execute(f"SELECT count(*) FROM answers a {JUDGED} WHERE {test}", values).fetchone()[0])


def accept_all(db: Database, number: int, wanted: Filter, probability: float, who: str) -> int:
    """Accept the first candidate of every acceptable line as one batch; how many."""
    test, values = acceptable(number, wanted, probability)
    added = db.execute(
        f"INSERT INTO judgements ({COLUMNS}) SELECT :batch, a.normalisation, a.id, n.terminology, {ABOUT}, a.norm, "
        f"'{ACCEPT}', a.concept, coalesce(nullif(a.preferred, ''), a.name), a.score, a.probability, n.encoder, "
        "n.encoder_sha256, coalesce(j.comment, ''), :who, :at, :who, :at, 'do', NULL FROM answers a "
        f"JOIN normalisations n ON n.id = a.normalisation {JUDGED} WHERE {test}",
        {**values, "batch": _next(db), "who": who, "at": now()},
    )
    return added.rowcount


def undo(db: Database, who: str) -> Batch | None:
    """Take back the newest batch of `who` that still stands somewhere; what stands instead, None when there is none.

    Where somebody else has decided since, their decision stays.
    """
    batch = _before(db, who, "do", None)
    while batch is not None:
        if _last_role(db, batch)[0] in ("do", "redo"):
            new = _next(db)
            added = db.execute(
                f"INSERT INTO judgements ({COLUMNS}) SELECT :new, d.normalisation, d.answer, d.terminology, d.text, "
                "d.norm, coalesce(p.decision, ''), coalesce(p.concept, ''), coalesce(p.name, ''), p.score, "
                "p.probability, coalesce(p.model, ''), coalesce(p.model_sha256, ''), coalesce(p.comment, ''), "
                "coalesce(p.who, ''), coalesce(p.at, ''), :who, :at, 'undo', :batch FROM judgements d "
                "JOIN judgements s ON s.id = (SELECT max(id) FROM judgements WHERE answer = d.answer) "
                "LEFT JOIN judgements p ON p.id = (SELECT max(id) FROM judgements WHERE answer = d.answer AND batch < "
                ":batch) WHERE d.batch = :batch AND (s.who, s.at, s.decision, s.comment) = (d.who, d.at, d.decision, "
                "d.comment) ORDER BY d.id",
                {"new": new, "batch": batch, "who": who, "at": now()},
            )
            if added.rowcount > 0:
                return Batch(added.rowcount, tuple(in_batch(db, new, FIRST)))
        batch = _before(db, who, "do", batch)
    return None


def redo(db: Database, who: str) -> Batch | None:
    """Decide again what `who` undid last, unless they have decided anything since; None when there is nothing."""
    floor = _before(db, who, "do", None) or 0
    undone = _before(db, who, "undo", None)
    while undone is not None and undone > floor:
        batch = db.execute("SELECT of_batch FROM judgements WHERE batch = ? LIMIT 1", [undone]).fetchone()[0]
        if _last_role(db, batch) == ("undo", undone):
            new = _next(db)
            said = ", ".join(f"d.{column}" for column in SAID)
            added = db.execute(
                f"INSERT INTO judgements ({COLUMNS}) SELECT :new, d.normalisation, d.answer, d.terminology, d.text, "
                f"d.norm, {said}, :who, :at, 'redo', :batch FROM judgements d JOIN judgements s ON s.id = "
                "(SELECT max(id) FROM judgements WHERE answer = d.answer) JOIN judgements u ON u.answer = d.answer AND "
                "u.batch = :undone WHERE d.batch = :batch AND (s.who, s.at, s.decision, s.comment) = (u.who, u.at, "
                "u.decision, u.comment) ORDER BY d.id",
                {"new": new, "batch": batch, "undone": undone, "who": who, "at": now()},
            )
            if added.rowcount > 0:
                return Batch(added.rowcount, tuple(in_batch(db, new, FIRST)))
        undone = _before(db, who, "undo", undone)
    return None


def in_batch(db: Database, batch: int, limit: int) -> list[Judgement]:
    """The first judgements of one batch, in order."""
    rows = db.query("SELECT * FROM judgements WHERE batch = ? ORDER BY id LIMIT ?", [batch, limit])
    return [_judgement(row) for row in rows]


def newest(db: Database, normalisation: int, limit: int) -> list[Judgement]:
    """The last `limit` judgements about a normalisation, newest first."""
    rows = db.query("SELECT * FROM judgements WHERE normalisation = ? ORDER BY id DESC LIMIT ?", [normalisation, limit])
    return [_judgement(row) for row in rows]


def accepted(db: Database, terminology: str) -> list[tuple[str, str]]:
    """(text, concept) of every standing decision for a concept of the terminology, in the order they were made."""
    return db.execute(
        "SELECT text, concept FROM judgements WHERE id IN (SELECT max(id) FROM judgements WHERE terminology = ? "
        f"GROUP BY answer) AND decision IN ({', '.join(repr(one) for one in NAMING)}) AND concept != '' ORDER BY id",
        [terminology],
    ).fetchall()


def scored(db: Database, terminology: str, model_sha256: str) -> list[tuple[str, float, int]]:
    """(sieve, score, whether it was accepted) of the first candidate of every decided answer of a model."""
    return db.execute(
        f"SELECT a.sieve, a.score, j.decision = '{ACCEPT}' FROM judgements j JOIN answers a ON a.id = j.answer AND "
        "a.normalisation = j.normalisation JOIN normalisations n ON n.id = a.normalisation WHERE j.id IN "
        "(SELECT max(id) FROM judgements WHERE terminology = ? GROUP BY answer) AND n.encoder_sha256 = ? AND "
        f"a.score IS NOT NULL AND j.decision IN ({', '.join(repr(one) for one in DONE)}) ORDER BY j.id",
        [terminology, model_sha256],
    ).fetchall()


def last_id(db: Database) -> int:
    """The number of the newest judgement: what is made from judgements is fresh while this is unchanged."""
    return int(db.execute("SELECT coalesce(max(id), 0) FROM judgements").fetchone()[0])


def _next(db: Database) -> int:
    return int(db.execute("SELECT coalesce(max(batch), 0) + 1 FROM judgements").fetchone()[0])


def _before(db: Database, who: str, role: str, batch: int | None) -> int | None:
    """The newest batch of this role that `who` entered before `batch`."""
    found = db.execute(
        "SELECT max(batch) FROM judgements WHERE entered_by = ? AND role = ? AND batch < ?",
        [who, role, batch if batch is not None else 1 << 62],
    ).fetchone()[0]
    return int(found) if found is not None else None


def _last_role(db: Database, batch: int) -> tuple[str, int]:
    """What was done last about a batch, and in which batch: do, undo or redo."""
    row = db.execute(
        "SELECT role, batch FROM judgements WHERE of_batch = ? ORDER BY id DESC LIMIT 1", [batch]
    ).fetchone()
    return (row[0], row[1]) if row else ("do", batch)


def _judgement(row: dict) -> Judgement:
    same = (
        "id batch terminology text decision concept name score probability model model_sha256 comment who role of_batch"
    )
    return Judgement(**{name: row[name] for name in same.split()}, line=row["answer"], when=row["at"])
