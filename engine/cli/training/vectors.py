"""`vectors`: train, compact, add, fuse, enrich and list vectors."""

from __future__ import annotations

from engine.cli.group import Group

vectors = Group(
    "vectors",
    "train, compact or add vectors",
    {
        "": {
            "train": "engine.cli.training.vectors_training:train",
            "compact": "engine.cli.training.vectors_training:compact",
            "add": "engine.cli.training.vectors_adding:add",
            "fuse": "engine.cli.training.vectors_adding:fuse",
            "lexical": "engine.cli.training.vectors_adding:lexical",
            "context": "engine.cli.training.vectors_training:context",
            "enrich": "engine.cli.training.vectors_training:enrich",
            "list": "engine.cli.training.vectors_adding:list_vectors",
        }
    },
)
