"""Mentions with what people said of them, from PubTator files; training and test documents kept apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import BadInput
from engine.formats.mentions.pubtator import documents
from engine.formats.parsed import Problem
from engine.text import words
from store.records.mention import Mention

NO_ID, OTHER_TYPE, NO_WORD = "no id", "another type", "no word"
KINDS = {"disease": {"disease", "specificdisease", "diseaseclass", "modifier", "compositemention"}}  # NCBI's four


@dataclass(frozen=True)
class Corpus:
    """Mentions in the order of their files; those without an id apart, and how many were left out, by reason."""

    mentions: list[Mention]
    without_id: list[Mention] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def documents(self) -> set[str]:
        """The ids of all documents that have a mention."""
        return {mention.document for mention in (*self.mentions, *self.without_id)}

    def without(self, documents: Iterable[str]) -> Corpus:
        """The corpus less the mentions of these documents."""
        out = set(documents)
        return Corpus(
            [mention for mention in self.mentions if mention.document not in out],
            [mention for mention in self.without_id if mention.document not in out],
            self.left_out,
            self.problems,
        )

    def joined(self, other: Corpus) -> Corpus:
        """A corpus with the mentions of this one, then those of `other`; counts added up."""
        counts = Counter(self.left_out) + Counter(other.left_out)
        return Corpus(
            self.mentions + other.mentions,
            self.without_id + other.without_id,
            dict(counts),
            self.problems + other.problems,
        )


def read_corpus(paths: Sequence[Path], types: Sequence[str] = ()) -> Corpus:
    """The mentions of PubTator files, of the named types (“Disease” stands for NCBI's four types too) or of all.

    Ids joined by | or + are the parts of a composite; the file's own seventh column, which splits its text, is not
    read. Raises NotFound for a missing file and BadInput when no mention of the types has an id.
    """
    chosen_types = set().union(*(KINDS.get(type.lower(), {type.lower()}) for type in types))
    found: list[Mention] = []
    without: list[Mention] = []
    problems: list[Problem] = []
    left_out: Counter[str] = Counter()
    for path in paths:
        for document in documents(path, problems):
            text = document.text
            for marked in document.mentions:
                mention = Mention(
                    marked.text,
                    document.id,
                    marked.start,
                    marked.end,
                    marked.type,
                    tuple((id,) for id in marked.ids),
                    text,
                )
                reason = (
                    OTHER_TYPE
                    if chosen_types and marked.type.lower() not in chosen_types
                    else NO_WORD
                    if not words(marked.text)
                    else NO_ID
                    if not marked.ids
                    else ""
                )
                if reason:
                    left_out[reason] += 1
                else:
                    found.append(mention)
                if reason == NO_ID:
                    without.append(mention)
    if not found:
        named = ", ".join(path.name for path in paths)
        raise BadInput(f"No mention {f'of type {chr(44).join(types)} ' if types else ''}in {named} has an id.")
    return Corpus(found, without, dict(left_out), problems)


@dataclass(frozen=True)
class Splits:
    """What may be learnt from (`train`, `dev`) and what is measured (`test`); no document stands in two of them."""

    train: Corpus
    dev: Corpus | None
    test: Corpus
    shared: dict[str, int]  # documents taken out of train or dev because they stand in dev or test

    @property
    def searchable(self) -> list[Mention]:
        """The data of the search: train and, for the test, dev too (TS section 3.2)."""
        return self.train.mentions + (self.dev.mentions if self.dev else [])


def read_splits(train: Sequence[Path], dev: Sequence[Path], test: Sequence[Path], types: Sequence[str] = ()) -> Splits:
    """Corpora kept apart: documents of the test leave train and dev, documents of dev leave train, and are counted.

    BadInput where dev, or train alone, is left without a mention.
    """
    tested = read_corpus(test, types)
    chosen = read_corpus(dev, types) if dev else None
    learnt = read_corpus(train, types) if train else Corpus([])
    shared = {
        "train and test": len(learnt.documents & tested.documents),
        "dev and test": len(chosen.documents & tested.documents) if chosen else 0,
    }
    learnt = learnt.without(tested.documents)
    chosen = chosen.without(tested.documents) if chosen else None
    if chosen:
        shared["train and dev"] = len(learnt.documents & chosen.documents)
        learnt = learnt.without(chosen.documents)
    paths = dev or train
    if paths and not (chosen or learnt).mentions:  # nothing to choose by, or to learn from
        named = ", ".join(path.name for path in paths)
        raise BadInput(f"Every mention of {named} is of a document of the test files; name files of other documents.")
    return Splits(learnt, chosen, tested, {what: count for what, count in shared.items() if count})
