"""`vectors`: train, compact, add, fuse, enrich and list vectors."""

from __future__ import annotations

from engine.cli.group import Group

vectors = Group(
    "vectors",
    "train, compact or add vectors",
    {
        "": {
            "train": "engine.cli.vectors_training:train",
            "compact": "engine.cli.vectors_training:compact",
            "add": "engine.cli.vectors_adding:add",
            "fuse": "engine.cli.vectors_adding:fuse",
            "lexical": "engine.cli.vectors_adding:lexical",
            "context": "engine.cli.vectors_training:context",
            "enrich": "engine.cli.vectors_training:enrich",
            "list": "engine.cli.vectors_adding:list_vectors",
        }
    },
)
