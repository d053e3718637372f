"""Synonym sets from annotated text: what people marked with one id are names of one concept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from engine.errors import BadInput
from engine.formats.mentions.pubtator import documents, read, synonym_sets
from engine.learning.selection.sample import Pair, Sample
from engine.learning.selection.source import Source
from engine.learning.selection.splits import in_order
from engine.learning.selection.synonyms import ANY_WORD, VOCABULARIES, Synonyms
from engine.settings import setting
from engine.text import normalise


@dataclass(frozen=True)
class PubtatorSynonyms(Synonyms):
    """Mentions of PubTator files such as MedMentions, grouped by concept; nothing is filtered (CG section 4.2).

    With files for validation and test, their mentions of training concepts are those splits, and concepts that only
    they mention, with two names or more, are the zero-shot set; with a training file alone, it is divided as synonym
    sets are.
    """

    title = "mentions by concept"
    own_files: ClassVar[bool] = True  # no terminology is read
    vocabulary: str = setting(ANY_WORD, "Vocabulary", "Which names the vectors must know.", choices=VOCABULARIES)
    metatags: bool = setting(False, "Without metatags", "“(disorder)”, “(finding)” and their like go.")
    most_words: int = setting(0, "Most words a name", "Longer names are left out; 0 keeps all.", low=0, high=1_000)
    unambiguous: bool = setting(False, "Unambiguous", "Names that stand in several concepts are left out.")
    least_names: int = setting(1, "Least names a concept", "Concepts with fewer are left out.", low=1, high=1_000)
    train_file: str = setting("", "Training file", "A PubTator file.")
    validation_file: str = setting("", "Validation file", "A PubTator file; empty draws from the training file.")
    test_file: str = setting("", "Test file", "A PubTator file; empty draws from the training file.")
    seen: bool = setting(False, "Names seen in training", "Keep validation and test names that also train.")

    def sample(self, source: Source | None, seed: int) -> Sample:
        """The splits; of `source` only the vocabulary is looked at. NotFound for a file that is not there."""
        if bool(self.validation_file) != bool(self.test_file):
            raise BadInput(f"{self.title}: name both a validation and a test file, or neither.")
        of_train = replace(Source.of_parsed(read(Path(self.train_file))), known=source.known if source else None)
        if not self.test_file:
            return super().sample(of_train, seed)
        names, left_out = self.filtered(of_train)
        if len(names) < 2:
            raise BadInput(f"{self.train_file} mentions fewer than two concepts; choose a larger file.")
        train = pairs(names)
        split: dict[str, list[Pair]] = {}
        unseen: dict[str, list[str]] = {}
        repeated = 0
        meant = {(normalise(text), code) for text, code in train}
        for name, file in (("validation", self.validation_file), ("test", self.test_file)):
            sets = in_order(synonym_sets(documents(Path(file)))[0])
            known = pairs({code: texts for code, texts in sets.items() if code in names})
            split[name] = [pair for pair in known if self.seen or (normalise(pair[0]), pair[1]) not in meant]
            repeated += len(known) - len(split[name])
            for code in sets.keys() - of_train.names.keys():
                unseen.setdefault(code, []).extend(sets[code])
        if repeated:
            left_out["stands in training too"] = repeated
        zero_shot = pairs({code: texts for code, texts in in_order(distinct(unseen)).items() if len(texts) > 1})
        found = Sample(train, split["validation"], list(names), split["test"], zero_shot)
        return replace(found, left_out=left_out)


def pairs(names: Mapping[str, Sequence[str]]) -> list[Pair]:
    """Every (text, concept)."""
    return [(text, code) for code, texts in names.items() for text in texts]


def distinct(names: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Of each normalised text of a concept one, the first in the order of characters."""
    return {
        code: list({normalise(t): t for t in sorted(texts, reverse=True)}.values()) for code, texts in names.items()
    }
