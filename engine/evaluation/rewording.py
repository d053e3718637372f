"""Names typed otherwise: is the first concept still right when a name is introduced, hedged, punctuated or misspelt?

A metamorphic test (Chen et al. 1998): a manner of typing is no other finding. Only names with a right first concept are
asked again, so that one that is lost is a fault of the reading. Some manners may change what is meant (“recurrent”,
“follow up”): their shares are not to be one.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.evaluation.mapped_names import AnsweredName, MappedName
from engine.metrics.significance import mean_interval
from engine.workspace import written_whole
from store.records.terminology import Candidate, Ranking

Manner = Callable[[str], str]  # a name as it is typed otherwise; the name itself where it cannot be
LONG_WORD, VOWELS = re.compile(r"[a-z]{6,}"), re.compile("[aeiou]")
NEXT_VOWEL = dict(zip("aeiou", "eioua", strict=True))
LOST_COLUMNS = ("manner", "name", "typed", "id", "concept", "other id", "other concept", "probability")


def _written(pattern: str) -> Manner:
    return lambda name: pattern.format(name)


def _misspelt(slip: Callable[[str, int], str]) -> Manner:
    """The longest word of six small letters or more, the first of several, with a slip at its middle."""

    def misspelt(name: str) -> str:
        found = max(LONG_WORD.finditer(name), key=lambda one: len(one[0]), default=None)
        return (
            name if found is None else name[: found.start()] + slip(found[0], len(found[0]) // 2) + name[found.end() :]
        )

    return misspelt


def _other_vowel(word: str, at: int) -> str:
    """The last vowel up to the middle as the next vowel of the alphabet; the word where none stands there."""
    found = VOWELS.search(word[: at + 1][::-1])
    place = at - found.start() if found else 0
    return word[:place] + NEXT_VOWEL[word[place]] + word[place + 1 :] if found else word


def _in_small(change: Manner) -> Manner:
    """For names in small letters alone: capitals may say that a word is a short form."""
    return lambda name: change(name) if name.islower() else name


MANNERS: dict[str, Manner] = {
    **{
        pattern: _written(pattern)
        for pattern in (
            "pt with {}",
            "patient has {}",
            "child with {}",
            "Dx: {}",
            "1. {}",
            "Impression: {}",
            "evaluation of {}",
            "45M {}",
            "{} in a 45 year old man",
            "icd 10 code for {}",
            "a {}",
            "c/o {}",
            "?{}",
            "suspected {}",
            "known {}",
            "new {}",
            "severe {}",
            "recurrent {}",
            "{} again",
            "{} since yesterday",
            "{}, follow up",
            "acute onset {}",
            "mild {}",
            "intermittent {}",
            "found to have {}",
            "has had {} for years",
            "review of {}",
            "what is {}",
            "{} stable",
            "{} (mild)",
            "{} getting worse",
            "{} noted",
            "{} seen on CT",
            "{} clinic",
            "{} today",
            "{} 3 days",
            "{} since childhood",
            "{} 6/12",
            "{} x 3/7",
            "{} ?",
            "{}.",
            "[{}]",
        )
    },
    "IN CAPITALS": _in_small(str.upper),
    "second, first": lambda name: ", ".join(reversed(name.split())) if name.count(" ") == 1 else name,
    "first-hyphen": lambda name: name.replace(" ", "-", 1) if name.count(" ") == 1 else name,
    "two letters swapped": _misspelt(lambda word, at: word[:at] + word[at + 1] + word[at] + word[at + 2 :]),
    "a letter left out": _misspelt(lambda word, at: word[:at] + word[at + 1 :]),
    "a letter doubled": _misspelt(lambda word, at: word[:at] + word[at] + word[at:]),
    "a vowel for another": _misspelt(_other_vowel),
}


class RewordedName(NamedTuple):
    """A name typed otherwise: its first concept by itself, and the one of what was typed, None without an answer."""

    manner: str
    query: MappedName
    typed: str
    first: Candidate
    other: Candidate | None

    @property
    def holds(self) -> bool:
        """Whether the first concept is right still, the same or another that is."""
        return self.other is not None and self.other.concept_id in self.query.ids


def reworded(
    names: Sequence[MappedName], rank: Callable[[str], Ranking], manners: Mapping[str, Manner] = MANNERS
) -> Iterator[tuple[AnsweredName, list[RewordedName]]]:
    """Each name with its answer; where the first is right, every manner that changes the text, with what it answers.

    `rank` gives the ranking of a text, at least its first concept.
    """
    for query in names:
        answer = AnsweredName(query, rank(query.name).candidates[:1])
        found = []
        if answer.rank == 1:
            for manner, change in manners.items():
                typed = change(query.name)
                if typed != query.name:
                    other = rank(typed).first
                    found.append(RewordedName(manner, query, typed, answer.candidates[0], other))
        yield answer, found


def shares(found: Sequence[RewordedName], draws: int, seed: int = 0) -> dict[str, dict[str, float | int | None]]:
    """Manner -> {"names", "value", "low", "high"}: the share of names right still, 95 % by bootstrap."""
    held: dict[str, list[float]] = {}
    for one in found:
        held.setdefault(one.manner, []).append(float(one.holds))
    return {
        manner: {"names": len(values), **mean_interval(np.array(values), draws, seed)}
        for manner, values in held.items()
    }


def write_lost(path: Path, found: Sequence[RewordedName]) -> None:
    """Every name typed otherwise that lost its right first concept, as a line of a TSV file."""
    with written_whole(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, delimiter="\t", lineterminator="\n")
        lines.writerow(LOST_COLUMNS)
        for one in found:
            if not one.holds:
                there = one.other
                other = (
                    (there.concept_id, there.preferred_name, f"{there.probability or 0:.2f}") if there else ("",) * 3
                )
                lines.writerow(
                    (one.manner, one.query.name, one.typed, one.first.concept_id, one.first.preferred_name, *other)
                )
