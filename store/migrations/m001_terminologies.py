"""Terminologies: concepts, names, edges."""

from __future__ import annotations

from store.sqlite import Database


def m001_terminologies(db: Database) -> None:
    db.table("terminologies").create(
        {
            "id": int,
            "slug": str,
            "title": str,
            "version": str,
            "licence": str,
            "source": str,
            "fingerprint": str,
            "imported": str,
            "concepts": int,
            "names": int,
            "edges": int,
        },
        pk="id",
        not_null={"slug", "title", "fingerprint"},
    )
    db.table("terminologies").create_index(["slug"], unique=True)
    db.table("concepts").create(
        {
            "id": int,
            "terminology": int,
            "code": str,
            "preferred": str,
            "definition": str,
            "notes": str,
            "obsolete": int,
            "replaced_by": str,
        },
        pk="id",
        foreign_keys=[("terminology", "terminologies", "id")],
        not_null={"code", "preferred"},
    )
    db.table("concepts").create_index(["terminology", "code"], unique=True)
    db.execute("CREATE INDEX concepts_code_any_case ON concepts (terminology, code COLLATE NOCASE)")
    db.table("names").create(
        {
            "id": int,
            "terminology": int,
            "concept": int,
            "text": str,
            "norm": str,
            "kind": str,
            "scope": str,
            "source": str,
            "language": str,
        },
        pk="id",
        foreign_keys=[("concept", "concepts", "id"), ("terminology", "terminologies", "id")],
        not_null={"text", "norm", "scope"},
    )
    db.table("names").create_index(["norm"])
    db.table("names").create_index(["concept"])
    db.table("names").create_index(["terminology"])
    db.table("edges").create(
        {"child": int, "parent": int, "terminology": int},
        pk=("child", "parent"),
        foreign_keys=[("child", "concepts", "id"), ("parent", "concepts", "id")],
    )
    db.table("edges").create_index(["parent"])
    db.table("edges").create_index(["terminology"])
