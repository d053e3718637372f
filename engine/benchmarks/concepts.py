"""What whole-terminology work is measured with: real concepts, and as many more made of their words."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.benchmarks.names import changed_name, unfinished
from engine.errors import BadInput
from engine.text import words
from engine.workspace import Workspace
from store import imported_names, terminologies
from store.records.terminology import Concept, Name

TYPED = 0.5  # share of the different mentions that are no name as it stands


def every_concept(workspace: Workspace) -> list[Concept]:
    """Every concept of the workspace's terminologies, its ids with the short name before them; BadInput for none."""
    found = []
    with workspace.reading() as db:
        for one in terminologies.newest_versions(db):
            titles, parents = terminologies.live_titles(db, one.slug), terminologies.edges(db, one.slug)
            names: dict[str, list[Name]] = {}
            for name in imported_names.rows(db, one.slug):
                names.setdefault(name.code, []).append(Name(name.text, name.kind, name.scope))
            found += [
                Concept(f"{one.slug}:{code}", title, tuple(names[code]), _prefixed(one.slug, parents.get(code, ())))
                for code, title in titles.items()
                if code in names
            ]
    if not found:
        raise BadInput("There is nothing to measure; make a workspace with terminologies with “init”.")
    return found


def many_concepts(real: Sequence[Concept], names: int, seed: int = 0, changed: float = 0.0) -> list[Concept]:
    """Concepts with `names` names together: the real ones in their order, then again with a word of each name changed.

    changed: the share of the names of the first round that have a changed word too. Parents that are cut off are left
    out. Alike each time for one seed.
    """
    draw, pool = (
        random.Random(seed),
        [words(name.text) for one in real[:: max(1, len(real) // 5_000)] for name in one.names],
    )
    found: list[Concept] = []
    left, turn = names, 0
    while left > 0:
        for one in real:
            if left <= 0:
                break
            share = 1.0 if turn else changed
            texts = [
                replace(name, text=changed_name(name.text, pool, draw)) if draw.random() < share else name
                for name in one.names[:left]
            ]
            left -= len(texts)
            id = f"{one.id}+{turn}" if turn else one.id
            above = tuple(f"{parent}+{turn}" for parent in one.parents) if turn else one.parents
            found.append(replace(one, id=id, preferred=texts[0].text, names=tuple(texts), parents=above))
        turn += 1
    there = {one.id for one in found}
    return [replace(one, parents=tuple(parent for parent in one.parents if parent in there)) for one in found]


def write_terminology(path: Path, concepts: Sequence[Concept]) -> None:
    """The concepts as a table that an import reads."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("id", "name", "synonyms", "parents"))
        for one in concepts:
            texts = (name.text.replace("|", "/") for name in one.names)
            others = dict.fromkeys(text for text in texts if text != one.preferred)
            rows.writerow((one.id, one.preferred.replace("|", "/"), "|".join(others), "|".join(one.parents)))


def write_mentions(path: Path, real: Sequence[str], count: int, different: int) -> None:
    """`count` mentions as a table, `different` of them different: half of these as names stand, half cut short; the
    more often one occurs, the fewer there are that do (Zipf), each at least once."""
    draw = random.Random(0)
    texts = dict.fromkeys(draw.choice(real) for _ in range(round(different * (1 - TYPED))))
    while len(texts) < different:
        texts |= dict.fromkeys(
            f"{text} {draw.randrange(10)}" if text in texts else text
            for text in unfinished(list(real), different - len(texts), draw.randrange(2**31))
        )
    chosen = list(texts)[:different]
    draw.shuffle(chosen)
    often = draw.choices(chosen, [1 / place for place in range(1, different + 1)], k=max(0, count - different))
    rows = [*chosen, *often][:count]
    draw.shuffle(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("mention",), *((text,) for text in rows)])


def _prefixed(slug: str, codes: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{slug}:{code}" for code in codes)


def names_in(concepts: Sequence[Concept]) -> Iterator[str]:
    """The texts of all names."""
    return (name.text for one in concepts for name in one.names)
