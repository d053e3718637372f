"""What a selection draws: the names of each split with their classes, and how they become rows."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine.device import let_go
from engine.events import say
from engine.learning.samplers import FewShotSample, Names, TrainingData
from engine.learning.scratch import empty_rows
from engine.models.protocol import Encode
from engine.text import normalise

ENCODED = 4_096  # texts at once
Pair = tuple[str, str]  # a name's text and the key of its class


@dataclass(frozen=True)
class Sample:
    """The drawn names as (text, class key) lists; no text of a class stands in two splits.

    A name of several classes stands once for each. `classes` are the keys of the training classes; their places are
    the class numbers. `zero_shot` holds names of concepts that are in no other split, `hypernyms` names of the classes
    themselves. `mentions` are those of `train` that people added or that were met in text (D). `left_out`: reason ->
    how many names; `classes_left_out`: class -> why.
    """

    train: list[Pair]
    validation: list[Pair]
    classes: list[str]
    test: list[Pair] = field(default_factory=list)
    zero_shot: list[Pair] = field(default_factory=list)
    hypernyms: list[Pair] = field(default_factory=list)
    mentions: frozenset[Pair] = frozenset()
    left_out: dict[str, int] = field(default_factory=dict)
    classes_left_out: dict[str, str] = field(default_factory=dict)

    def fingerprint(self) -> str:
        """A sha256 over what trains and what stops training: it tells whether two trainings saw the same."""
        digest = hashlib.sha256()
        for split in (self.train, self.validation):
            for text, key in split:
                digest.update(f"{normalise(text)}\t{key}\n".encode())
            digest.update(b"\n")
        for text, key in sorted((normalise(text), key) for text, key in self.mentions):
            digest.update(f"{text}\t{key}\n".encode())
        return digest.hexdigest()


def numbers(classes: Sequence[str], *splits: Sequence[Pair]) -> dict[str, int]:
    """Class key -> number: the places in `classes`, then the keys that only the splits have, sorted."""
    new = sorted({key for split in splits for _, key in split} - set(classes))
    return {key: place for place, key in enumerate([*classes, *new])}


def names_of(
    split: Sequence[Pair],
    number: dict[str, int],
    encode: Encode,
    mentions: frozenset[Pair] = frozenset(),
    scratch: Path | None = None,
) -> Names:
    """A split as rows of an encoder with class numbers; each different text is encoded once, said as it goes.

    `mentions` are marked. A split of no names has no rows. Rows of very many names lie in a file in the folder
    `scratch`.
    """
    texts = [text for text, _ in split]
    classes = np.array([number[key] for _, key in split], dtype=np.int64)
    marked = np.array([pair in mentions for pair in split]) if mentions else None
    return Names(rows_of(texts, encode, scratch), classes, texts, marked)


def rows_of(texts: Sequence[str], encode: Encode, scratch: Path | None = None) -> np.ndarray:
    """float32 [len(texts), d], each different text encoded once, a part after the other."""
    different = list(dict.fromkeys(texts))
    if not different:
        return encode([])
    place = {text: at for at, text in enumerate(different)}
    places = np.array([place[text] for text in texts], dtype=np.int64)
    order = np.argsort(places, kind="stable")
    ends = np.searchsorted(places[order], np.arange(0, len(different) + ENCODED, ENCODED))
    rows = np.empty((0, 0), np.float32)
    for part, start in enumerate(range(0, len(different), ENCODED)):
        found = encode(different[start : start + ENCODED])
        rows = rows if part else empty_rows(len(texts), found.shape[1], scratch)
        mine = order[ends[part] : ends[part + 1]]
        rows[mine] = found[places[mine] - start]
        let_go(rows)
        say(f"{min(start + ENCODED, len(different)):,} of {len(different):,}")
    return rows


def as_rows(sample: Sample | FewShotSample, encode: Encode, scratch: Path | None = None) -> TrainingData:
    """The drawn names as rows of an encoder, with class numbers that are places in `sample.classes`."""
    number = numbers(sample.classes, sample.train, sample.validation)
    mentions: frozenset[Pair] = getattr(sample, "mentions", frozenset())
    train = names_of(sample.train, number, encode, mentions, scratch)
    validation = names_of(sample.validation, number, encode)
    return TrainingData(train, validation, encode, scratch)
