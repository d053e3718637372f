"""Terminologies as text for vectors: lines to train them on, names to fit them on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from engine.text import normalise
from engine.workspace import Workspace
from store import imported_names, terminologies


def term_lines(workspace: Workspace, slugs: Sequence[str]) -> Iterator[str]:
    """“preferred name . synonym . … . definition”, each text once, for every concept in use of these terminologies."""
    for slug in slugs:
        with workspace.reading() as db:
            names: dict[str, list[str]] = defaultdict(list)
            for name in imported_names.rows(db, slug):
                names[name.code].append(name.text)
            definitions = terminologies.definitions(db, slug)
        for code, texts in names.items():
            yield " . ".join(dict.fromkeys([*texts, *filter(None, [definitions.get(code)])]))


def term_names(workspace: Workspace, slugs: Sequence[str]) -> list[str]:
    """The distinct names of these terminologies, normalised, in the order of the first."""
    found: dict[str, None] = {}
    for slug in slugs:
        with workspace.reading() as db:
            found |= dict.fromkeys(map(normalise, imported_names.texts(db, slug)))
    return list(found)
