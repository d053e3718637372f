"""What judgements in force say of texts: which concept a text was decided to mean, how often, and how sure it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from store import reading
from store.answer_lines import DECIDES, NAMES
from store.judgements import ACCEPT
from store.sqlite import Database


def accepted(db: Database, terminology: str) -> list[tuple[str, str]]:
    """(text, concept) of every standing decision for a concept of the terminology, in the order they were made."""
    return db.execute(
        "SELECT text, concept FROM judgements WHERE id IN (SELECT max(id) FROM judgements WHERE terminology = ? "
        f"GROUP BY answer) AND decision {NAMES} AND concept != '' ORDER BY id",
        [terminology],
    ).fetchall()


def decided_texts(db: Database) -> list[tuple[str, str, str, str]]:
    """(terminology, text, decision, concept) of every standing decision that says what a text denotes, or that it
    denotes nothing, in the order they were made."""
    return db.execute(
        "SELECT terminology, text, decision, concept FROM judgements WHERE id IN (SELECT max(id) FROM judgements GROUP "
        f"BY answer) AND decision {DECIDES} ORDER BY id"
    ).fetchall()


def naming(db: Database, terminology: str) -> list[dict[str, Any]]:
    """The standing decisions for a concept of the terminology: id, text, concept, name, who, at and file."""
    return list(
        db.query(
            "SELECT j.id, j.text, j.concept, j.name, j.who, j.at, coalesce(n.file, '') AS file FROM judgements j "
            "LEFT JOIN normalisations n ON n.id = j.normalisation WHERE j.id IN (SELECT max(id) FROM judgements WHERE "
            f"terminology = ? GROUP BY answer) AND j.decision {NAMES} "
            "AND j.concept != '' ORDER BY j.id",
            [terminology],
        )
    )


def tied(
    db: Database, terminology: str, norms: Sequence[str]
) -> list[tuple[str, str, float | None, float | None, str, str]]:
    """(normalised text, concept, score, probability, who, when) of every standing decision that ties one of these
    texts to a concept of the terminology, in the order they were made."""
    sql = (
        "SELECT norm, concept, score, probability, who, at FROM judgements j WHERE terminology = ? AND norm IN ({}) "
        f"AND decision {NAMES} AND concept != '' AND id = "
        "(SELECT max(id) FROM judgements WHERE answer = j.answer AND terminology = j.terminology) ORDER BY id"
    )
    return list(reading.in_parts(db, sql, norms, terminology))


def scored(db: Database, terminology: str, model_sha256: str) -> list[tuple[str, float, int]]:
    """(sieve, score, whether it was accepted) of the first candidate of every decided answer of a model."""
    return db.execute(
        f"SELECT a.sieve, a.score, j.decision = '{ACCEPT}' FROM judgements j JOIN answers a ON a.id = j.answer AND "
        "a.normalisation = j.normalisation JOIN normalisations n ON n.id = a.normalisation WHERE j.id IN "
        "(SELECT max(id) FROM judgements WHERE terminology = ? GROUP BY answer) AND n.encoder_sha256 = ? AND "
        f"a.score IS NOT NULL AND j.decision {DECIDES} ORDER BY j.id",
        [terminology, model_sha256],
    ).fetchall()
