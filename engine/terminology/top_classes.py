"""The top classes of a hierarchy with their names, which few-shot training learns from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.terminology.hierarchy import children_of, reached
from engine.text import normalise
from store.records.terminology import EXACT

NEARLY_ALL = 0.9  # a class with more of the names than this is no class but the trunk; its children are taken
LONGEST_TRUNK = 50  # steps down from a root: a longer chain is no trunk, and may be a circle


@dataclass
class Classes:
    """Classes by title -> their names, and what was left out and why."""

    names: dict[str, list[str]]
    ids: dict[str, str] = field(default_factory=dict)  # title -> concept id
    ambiguous: int = 0  # texts that stand in more than one class

    def sizes(self) -> dict[str, int]:
        """Title -> number of names, largest first."""
        return dict(Counter({title: len(names) for title, names in self.names.items()}).most_common())


def top_classes(codes: Iterable[str], parents: dict[str, list[str]]) -> dict[str, set[str]]:
    """Top class id -> the concepts below it.

    The classes are the roots; a root that stands alone or holds nearly all concepts gives way to its children (HPO's
    “All”, then “Phenotypic abnormality”), so that ICD-10-CM gives its chapters and HPO its organ systems.
    """
    children = children_of(parents)
    return {top: reached(top, children) for top in _tops(list(codes), parents, children)}


def first_classes(codes: Iterable[str], parents: dict[str, list[str]]) -> dict[str, str]:
    """Concept -> the first top class that it stands below, or is; each concept is looked at once."""
    children = children_of(parents)
    found: dict[str, str] = {}
    for top in _tops(list(codes), parents, children):
        stack = [top]
        while stack:
            here = stack.pop()
            if here not in found:  # else all below it is found too
                found[here] = top
                stack.extend(children.get(here, ()))
    return found


def _tops(codes: list[str], parents: dict[str, list[str]], children: dict[str, list[str]]) -> list[str]:
    tops = [code for code in codes if not parents.get(code) and children.get(code)]
    for _ in range(LONGEST_TRUNK):
        most = NEARLY_ALL * len(codes)
        trunk = next((top for top in tops if len(tops) == 1 or len(reached(top, children)) > most), None)
        if trunk is None or not any(child in children for child in children.get(trunk, ())):
            break
        tops = [child for child in children[trunk] if child in children]
    return tops


def named_classes(
    rows: Iterable[tuple[int, int, str, str, str, str]],
    titles: dict[str, str],
    parents: dict[str, list[str]],
    held_out: Iterable[str] = (),
) -> Classes:
    """The top classes with their names.

    rows: (name id, concept, code, text, kind, scope) as the store gives them; titles: code -> preferred name;
    held_out: concepts whose names are kept for evaluation. Only exact names count; a text that stands in two
    classes is left out of both (few-shot paper, section 2.3), and equal texts count once.
    """
    below = top_classes(titles, parents)
    class_of: dict[str, list[str]] = defaultdict(list)
    for top, codes in below.items():
        for code in codes:
            class_of[code].append(top)
    excluded = set(held_out)
    texts: dict[str, str] = {}
    places: dict[str, set[str]] = defaultdict(set)
    for _, _, code, text, _, scope in rows:
        if scope == EXACT and code in class_of and code not in excluded:
            norm = normalise(text)
            texts.setdefault(norm, text)
            places[norm].update(class_of[code])
    label = {top: titles[top] for top in below}
    for title, count in Counter(label.values()).items():
        if count > 1:
            label.update({top: f"{titles[top]} ({top})" for top in below if titles[top] == title})
    names: dict[str, list[str]] = {label[top]: [] for top in below}
    ambiguous = 0
    for norm, tops in places.items():
        if len(tops) == 1:
            names[label[next(iter(tops))]].append(texts[norm])
        else:
            ambiguous += 1
    return Classes(names, {title: top for top, title in label.items()}, ambiguous)
