"""Files and packages -> terminologies, one format a module.

A reader is a function `read(path, **options) -> Parsed`. To add a format: write its module, add its line to READERS.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from store.records.terminology import Concept

READERS = {
    "icd10cm": "engine.readers.icd10cm",
    "hpo": "engine.readers.hpo",
    "obo": "engine.readers.obo",
    "csv": "engine.readers.table",
    "medic": "engine.readers.medic",
    "pubtator": "engine.readers.pubtator",
}
ENDINGS = {".obo": "obo", ".csv": "csv", ".tsv": "csv", ".tab": "csv", ".txt": "csv"}


@dataclass(frozen=True)
class Problem:
    """What is wrong with one row of a file, in a sentence with its remedy; the row itself is left out."""

    row: int
    sentence: str


@dataclass
class Parsed:
    """What a reader found: concepts whose parents all exist, and the rows it could not use."""

    title: str
    version: str
    licence: str
    source: str
    concepts: list[Concept]
    problems: list[Problem] = field(default_factory=list)
    columns: dict[str, str] = field(default_factory=dict)

    @property
    def names(self) -> int:
        """How many names the live concepts have."""
        return sum(len(concept.names) for concept in self.concepts if not concept.obsolete)

    @property
    def edges(self) -> int:
        """How many parent links there are."""
        return sum(len(concept.parents) for concept in self.concepts)

    @property
    def live(self) -> int:
        """How many concepts are in use."""
        return sum(not concept.obsolete for concept in self.concepts)

    def fingerprint(self) -> str:
        """A sha256 over ids, names and parents: equal content, equal fingerprint."""
        digest = hashlib.sha256()
        for concept in self.concepts:
            texts = [f"{name.text}\x1f{name.kind}\x1f{name.scope}" for name in concept.names]
            line = "\x1e".join([concept.id, str(concept.obsolete), *texts, "\x1d", *concept.parents])
            digest.update(line.encode() + b"\n")
        return digest.hexdigest()


def reader(format: str) -> Callable[..., Parsed]:
    """The `read` function of a format; BadInput for an unknown one."""
    if format not in READERS:
        raise BadInput(f"There is no format “{format}”; choose one of {', '.join(READERS)}.")
    return importlib.import_module(READERS[format]).read


def format_of(path: Path) -> str:
    """The format a file's ending tells; BadInput when it tells none."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise BadInput(
            f"{path.name}: the ending “{ending}” tells no format; rename it to .obo, .csv or .tsv, or choose one."
        )
    return ENDINGS[ending]


def read_file(path: Path, format: str | None = None, **options: Any) -> Parsed:
    """Read a person's file; BadInput when it is missing, empty or holds no concept."""
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; check the path.")
    if path.stat().st_size == 0:
        raise BadInput(f"{path.name} is empty; choose a file with at least one concept.")
    parsed = reader(format or format_of(path))(path, **options)
    if not parsed.live:
        reason = (
            f" The first problem: row {parsed.problems[0].row}: {parsed.problems[0].sentence}"
            if parsed.problems
            else ""
        )
        raise BadInput(f"{path.name} holds no usable concept; check its format and columns.{reason}")
    return parsed
