"""What a label set asks: its classes, where they come from, and how many names each wants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from engine.errors import BadInput, NotFound
from engine.formats.opening.numbers import whole_number
from engine.terminology.hierarchy import children_of, reached
from engine.terminology.levels import clean_hierarchy
from engine.terminology.top_classes import top_classes

TOP, LEVEL, BELOW, FREE = "top", "level", "below", "free"
HOWS = (TOP, LEVEL, BELOW, FREE)
MOST_CLASSES, LONGEST_TITLE = 300, 200
TARGET, MOST_TARGET = 30, 10_000


@dataclass(frozen=True)
class LabelClass:
    """One class by its title; `concept` is the id it stands for in the set's terminology, "" for a free one."""

    title: str
    concept: str = ""


@dataclass(frozen=True)
class Definition:
    """A set's question. `how` is top, level, below or free; `at` the level, or the concept that the classes are under.

    `target` is k, the names wanted for each class. A set that only ever had pasted labels is a free one.
    """

    label_set: str
    classes: tuple[LabelClass, ...]
    how: str = FREE
    terminology: str = ""
    at: str = ""
    target: int = TARGET

    @property
    def titles(self) -> tuple[str, ...]:
        """The classes' titles, in their order."""
        return tuple(one.title for one in self.classes)

    def to_dict(self) -> dict[str, Any]:
        """What is kept; the set's name is kept beside it."""
        return {key: value for key, value in asdict(self).items() if key != "label_set"}

    @classmethod
    def from_dict(cls, label_set: str, stored: Mapping[str, Any]) -> Definition:
        """A definition as it was kept."""
        classes = tuple(LabelClass(**one) for one in stored["classes"])
        return cls(label_set, classes, stored["how"], stored["terminology"], stored["at"], stored["target"])

    def check(self) -> None:
        """BadInput, in one sentence, for a set that cannot be labelled."""
        if not self.label_set.strip():
            raise BadInput("Name the label set, for example “organ systems”.")
        if len(self.label_set) > 100:
            raise BadInput("The name of a label set has at most 100 characters; shorten it.")
        if not 2 <= len(self.classes) <= MOST_CLASSES:
            raise BadInput(
                f"A label set has 2 to {MOST_CLASSES} classes, and here are {len(self.classes)}; choose another level "
                "or concept, or write the classes one a line."
            )
        for title, times in Counter(title.casefold() for title in self.titles).items():
            if times > 1 or not title.strip() or len(title) > LONGEST_TITLE:
                what = "stands twice" if times > 1 else "is empty" if not title.strip() else "is too long"
                raise BadInput(f"The class “{title[:60]}” {what}; give each class a short title of its own.")
        if not 2 <= self.target <= MOST_TARGET:
            raise BadInput(f"k is {self.target}; ask for 2 to {MOST_TARGET:,} names a class.")


def free_classes(text: str) -> tuple[LabelClass, ...]:
    """One class a line, each once, whatever its case; empty lines do not count.

    >>> [one.title for one in free_classes("cardiac\\n\\n lung  disease \\nCardiac")]
    ['cardiac', 'lung disease']
    """
    found: dict[str, LabelClass] = {}
    for title in (" ".join(line.split()) for line in text.splitlines() if line.strip()):
        found.setdefault(title.casefold(), LabelClass(title))
    return tuple(found.values())


def classes_of(how: str, at: str, titles: Mapping[str, str], parents: dict[str, list[str]]) -> tuple[LabelClass, ...]:
    """The classes that a hierarchy gives: its top ones, those of level `at`, or the children of the concept `at`.

    titles: code -> preferred name, in the terminology's order; only concepts with something below them are classes of
    a level. Equal titles get their code in brackets. NotFound for a concept that is not there, BadInput for a level
    that is no number.
    """
    if how == TOP:
        codes = list(top_classes(titles, parents))
    elif how == LEVEL:
        if (level := whole_number(at.strip())) is None:
            raise BadInput(f"“{at[:40]}” is no level; give its number, 0 for the top.")
        codes = levels_of(parents).get(level, [])
    elif how == BELOW:
        if at not in titles:
            raise NotFound(f"There is no concept “{at}” to take the classes from; search for one and choose it.")
        codes = children_of(parents).get(at, [])
    else:
        raise BadInput(f"Classes come from {', '.join(HOWS)}, not from “{how}”.")
    order = {code: position for position, code in enumerate(titles)}
    return _titled(sorted((code for code in codes if code in titles), key=order.__getitem__), titles)


def levels_of(parents: dict[str, list[str]]) -> dict[int, list[str]]:
    """Level -> its concepts that have something below them, from the cleaned hierarchy; level 0 is the top."""
    clean = clean_hierarchy(parents)
    inner = {parent for above in clean.parents.values() for parent in above}
    found: dict[int, list[str]] = {}
    for code, level in clean.levels.items():
        if code in inner:
            found.setdefault(level, []).append(code)
    return dict(sorted(found.items()))


def members(definition: Definition, parents: dict[str, list[str]]) -> set[str]:
    """Every concept that stands in or below a class of the set."""
    children = children_of(parents)
    found: set[str] = set()
    for one in definition.classes:
        if one.concept:
            found |= {one.concept} | reached(one.concept, children)
    return found


def _titled(codes: Sequence[str], titles: Mapping[str, str]) -> tuple[LabelClass, ...]:
    times = Counter(titles[code].casefold() for code in codes)
    return tuple(
        LabelClass(titles[code] if times[titles[code].casefold()] == 1 else f"{titles[code]} ({code})", code)
        for code in codes
    )
