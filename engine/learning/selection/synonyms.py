"""Synonym sets: the names of one concept are one class, with names and whole concepts held out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.errors import BadInput
from engine.learning.selection.annotated import with_mentions
from engine.learning.selection.filters import (
    ALL_KNOWN,
    ANY_WORD,
    SOME_KNOWN,
    ambiguous_texts,
    filter_names,
    says,
    without_metatags,
)
from engine.learning.selection.sample import Pair, Sample
from engine.learning.selection.source import Source
from engine.learning.selection.splits import held_out_names, in_order, zero_shot_concepts
from engine.settings import Settings, setting
from engine.text import normalise, words

VOCABULARIES = (ALL_KNOWN, SOME_KNOWN, ANY_WORD)
UNKNOWN = "no word, or one outside the vectors' vocabulary"
ZERO_SHOT, LEFT_OUT, TRAINED = "zero-shot", "left out", "trained"


@dataclass(frozen=True)
class Synonyms(Settings):
    """Names of the same concept, filtered and split as in the conceptual-grounding paper, sections 4.1 and 5.1.

    The shares are those of its SNOMED CT set (table 2: 29,517 training, 1,355 validation and 2,752 test names; 1,485
    of 21,625 concepts for zero-shot). Its ICD-10 set has 0.16, 0.11 and 0.16.
    """

    title = "synonym sets"
    vocabulary: str = setting(
        ALL_KNOWN,
        "Vocabulary",
        "Which names the vectors must know: asked of vectors with a list of words only.",
        choices=VOCABULARIES,
    )
    metatags: bool = setting(
        True, "Without metatags", "“(disorder)”, “(finding)” and their like go; names that then repeat are left out."
    )
    most_words: int = setting(6, "Most words a name", "Longer names are left out; 0 keeps all.", low=0, high=1_000)
    unambiguous: bool = setting(True, "Unambiguous", "Names that stand in several concepts are left out.")
    least_names: int = setting(2, "Least names a concept", "Concepts with fewer are left out.", low=1, high=1_000)
    test: float = setting(0.08, "Test share", "Of the names of training concepts.", low=0.0, high=0.9)
    validation: float = setting(0.04, "Validation share", "Of the names of training concepts.", low=0.0, high=0.9)
    zero_shot: float = setting(0.07, "Zero-shot share", "Of the concepts, kept from training whole.", low=0, high=0.9)
    held_out: str = setting(
        ZERO_SHOT,
        "Held-out concepts",
        "What becomes of the concepts that the workspace keeps for evaluation.",
        choices=(ZERO_SHOT, LEFT_OUT, TRAINED),
    )

    mention_files: str = setting(
        "",
        "Annotated mentions",
        "PubTator files, “;” between them: what people tied to a concept trains as a name of it. Never name a file "
        "that you measure on.",
    )

    def sample(self, source: Source, seed: int) -> Sample:
        """The splits by concept; the concepts' ids are the class keys. BadInput when fewer than two would train."""
        source = with_mentions(source, self.mention_files)
        names, left_out = self.filtered(source)
        held = frozenset() if self.held_out == TRAINED else source.held_out
        rng = np.random.default_rng(seed)
        unseen = set(
            zero_shot_concepts(names, self.zero_shot, held if self.held_out == ZERO_SHOT else frozenset(), rng)
        )
        held_back = [code for code in names if code in held and code not in unseen]
        if held_back:
            left_out["of a held-out concept"] = sum(len(names[code]) for code in held_back)
        found = split(names, unseen, set(held_back), self.test, self.validation, rng, left_out)
        annotated = frozenset(pair for pair in found.train if (pair[1], normalise(pair[0])) in source.annotated)
        return replace(found, mentions=annotated)

    def filtered(self, source: Source) -> tuple[dict[str, list[str]], dict[str, int]]:
        """The names that pass, concepts and names in a fixed order, and reason -> how many names do not."""
        names, left_out = in_order(source.names), {}
        if self.metatags:
            names, left_out["repeats a name but for its metatag"] = without_metatags(names)
        shared = ambiguous_texts(names)
        names, left_out[UNKNOWN] = filter_names(names, says(self.vocabulary, source.known))
        if self.most_words:
            names, left_out[f"more than {self.most_words} words"] = filter_names(
                names, lambda text: len(words(text)) <= self.most_words
            )
        if self.unambiguous:
            names, several = filter_names(names, lambda text: normalise(text) not in shared)
            left_out["stands in several concepts"] = several
        few = f"of a concept with fewer than {self.least_names} names left"
        left_out[few] = sum(len(texts) for texts in names.values() if len(texts) < self.least_names)
        names = {code: texts for code, texts in names.items() if len(texts) >= self.least_names}
        return names, {reason: count for reason, count in left_out.items() if count}


def split(
    names: dict[str, list[str]],
    unseen: set[str],
    held_back: set[str],
    test: float,
    validation: float,
    rng: np.random.Generator,
    left_out: dict[str, int],
) -> Sample:
    """The sample of filtered names: `unseen` concepts for zero-shot, those `held_back` nowhere, others divided."""
    zero_shot = [(text, code) for code in names if code in unseen for text in names[code]]
    seen = {code: list(texts) for code, texts in names.items() if code not in unseen and code not in held_back}
    if len(seen) < 2:
        unknown = left_out and max(left_out, key=left_out.__getitem__) == UNKNOWN
        remedy = f"Set the vocabulary to “{ANY_WORD}”" if unknown else "Loosen the filters"
        raise BadInput(
            f"Synonym sets need at least two concepts to train on, and {len(seen) or 'none'} is left; "
            f"left out: {'; '.join(f'{count:,} {reason}' for reason, count in left_out.items()) or 'nothing'}. "
            f"{remedy}, or choose a terminology with synonyms."
        )
    total = sum(map(len, seen.values()))
    tested = held_out_names(seen, round(test * total), rng)
    validated = held_out_names(seen, round(validation * total), rng)
    train: list[Pair] = [(text, code) for code, texts in seen.items() for text in texts]
    return Sample(train, validated, list(seen), tested, zero_shot, left_out=left_out)
