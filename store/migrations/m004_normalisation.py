"""Files that were normalised, their answers and the judgements on them."""

from __future__ import annotations

from store.migrations.append_only import INVERSE, append_only
from store.sqlite import Database


def m004_normalisation(db: Database) -> None:
    db.table("normalisations").create(
        {
            "id": int,
            "file": str,
            "source": str,
            "sha256": str,
            "terminology": str,
            "encoder": str,
            "encoder_sha256": str,
            "search": str,
            "extra": str,
            "created": str,
            "rows": int,
            "lines": int,
            "last_row": int,
            "finished": int,
            "run": int,
        },
        pk="id",
        not_null={"file", "terminology", "rows", "lines", "last_row", "finished"},
    )
    db.table("normalisations").create_index(["run"])
    db.table("answers").create(
        {
            "id": int,
            "normalisation": int,
            "row": int,
            "part": int,
            "parts": int,
            "text": str,
            "norm": str,
            "document": str,
            "start": int,
            "end": int,
            "kind": str,
            "read_as": str,
            "concept": str,
            "name": str,
            "preferred": str,
            "score": float,
            "probability": float,
            "origin": str,
            "sieve": str,
            "differs": str,
            "topic": str,
            "others": str,
            "extra": str,
        },
        pk="id",
        foreign_keys=[("normalisation", "normalisations", "id")],
        not_null={"normalisation", "row", "part", "text", "norm"},
    )
    db.table("answers").create_index(["normalisation", "row", "part"], unique=True)
    db.table("answers").create_index(["normalisation", "probability", "score", "row", "part"])
    db.table("answers").create_index(["normalisation", "norm"])
    db.table("judgements").create(
        {
            "id": int,
            "batch": int,
            "normalisation": int,
            "answer": int,
            "terminology": str,
            "text": str,
            "norm": str,
            "decision": str,
            "concept": str,
            "name": str,
            "score": float,
            "probability": float,
            "model": str,
            "model_sha256": str,
            "comment": str,
            "who": str,
            "at": str,
            "entered_by": str,
            "entered_at": str,
            "role": str,
            "of_batch": int,
        },
        pk="id",
        not_null={"batch", "normalisation", "answer", "terminology", "text", "norm", "decision", "entered_by", "role"},
    )
    db.table("judgements").create_index(["answer", "id"])
    db.table("judgements").create_index(["batch"])
    db.table("judgements").create_index(["of_batch"])
    db.table("judgements").create_index(["entered_by", "role", "batch"])
    db.table("judgements").create_index(["normalisation", "answer", "id"])
    db.table("judgements").create_index(["terminology", "norm"])
    append_only(db, ("judgements",), INVERSE)
