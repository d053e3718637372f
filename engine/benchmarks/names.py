"""The names that are measured with: real ones, and as many more as are needed made of their words."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.text import words
from engine.workspace import Workspace
from store import imported_names, terminologies

REPEATED = 0.2  # share of the further names that are real ones once more, as a synonym stands in several terminologies


def every_name(workspace: Workspace) -> list[str]:
    """Every name of the workspace's terminologies, one terminology after the other."""
    with workspace.reading() as db:
        return [text for one in terminologies.all_terminologies(db) for text in imported_names.texts(db, one.slug)]


def many_names(real: list[str], count: int, seed: int = 0) -> list[str]:
    """`count` names: the real ones, then real ones again or with one word that another name has; alike each time."""
    draw = random.Random(seed)
    found = list(real)
    if len(found) > count:
        return draw.sample(found, count)
    split = [words(name) for name in real]
    while len(found) < count:
        place = draw.randrange(len(real))
        own, other = split[place], split[draw.randrange(len(real))]
        if not own or not other or draw.random() < REPEATED:
            found.append(real[place])
            continue
        found.append(_with_word_of(own, other, draw))
    return found


def changed_name(text: str, others: Sequence[Sequence[str]], draw: random.Random) -> str:
    """A name with one word of another one in place of its own; as it is where either has none."""
    own, other = words(text), draw.choice(others)
    return _with_word_of(own, other, draw) if own and other else text


def _with_word_of(own: Sequence[str], other: Sequence[str], draw: random.Random) -> str:
    changed = list(own)
    changed[draw.randrange(len(changed))] = draw.choice(other)
    return " ".join(changed)


def unfinished(real: list[str], count: int, seed: int = 0) -> list[str]:
    """Queries: real names with a word dropped or cut short, so that few of them match exactly."""
    draw = random.Random(seed)
    texts: list[str] = []
    while len(texts) < count:
        left = words(draw.choice(real))
        if len(left) > 1:
            left.pop(draw.randrange(len(left)))
        texts.append(" ".join(left)[: draw.randint(4, 60)])
    return [text for text in texts if text.strip()]
