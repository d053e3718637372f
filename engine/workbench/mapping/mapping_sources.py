"""The lines of a mapping project as a release of its source leaves them: under their names of today, and marked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from engine.errors import NotFound
from engine.terminology.edited_view import EditedView, edited_view_in
from engine.text.differences import of_required
from engine.workspace import Workspace
from store.records.mapping import ANSWERS, RENAMED, WITHDRAWN, MappingDecision, MappingLine
from store.sqlite import Database

SHOWN = 10  # ids that a sentence names


def as_of_today(
    db: Database,
    workspace: Workspace,
    source: str,
    lines: Sequence[MappingLine],
    decisions: Mapping[str, Sequence[MappingDecision]],
) -> list[MappingLine]:
    """The lines with the names that their concepts have in `source` now, those marked that are out of use, and those
    whose name means something else than when people answered them, as another side; decisions: by concept.

    They stay as they are where the terminology was taken out.
    """
    with suppress(NotFound):
        view = edited_view_in(db, workspace, source)
        return [_today(one, decisions.get(one.source, ()), view) for one in lines]
    return list(lines)


def _today(line: MappingLine, decisions: Sequence[MappingDecision], view: EditedView) -> MappingLine:
    name = view.titles.get(line.source)
    if name is None or line.source in view.obsolete:
        return replace(line, changed=WITHDRAWN)
    were = {one.name for one in decisions if one.decision in ANSWERS and one.name}
    changed = RENAMED if any(of_required(one, name) for one in were) else ""
    return replace(line, name=name, changed=changed, suggested_for="" if line.name == name else line.name)


def still_meant(db: Database, workspace: Workspace, source: str, names: Mapping[str, str]) -> list[str]:
    """Those of the concepts that `source` has in use under a name that means what it meant when targets were suggested;
    names: concept -> its name then. All of them where the terminology was taken out."""
    with suppress(NotFound):
        view = edited_view_in(db, workspace, source)
        in_use = [one for one in names if one in view.titles and one not in view.obsolete]
        now = {one: view.titles[one] for one in in_use}
        return [one for one in in_use if now[one] == names[one] or not of_required(names[one], now[one])]
    return list(names)


def changed_sentences(lines: Iterable[MappingLine], source: str, outcome: str) -> list[str]:
    """That lines are about concepts that `source` has no longer in use, which are `outcome`, as “left out”, and about
    such whose name means something else now; each with their ids."""
    changed: dict[str, list[str]] = {}
    for one in lines:
        if one.changed:
            changed.setdefault(one.changed, []).append(one.source)
    sentences = []
    if gone := changed.get(WITHDRAWN):
        sentences.append(f"{source} has {_listed(gone)} no longer in use; {_lines(gone)} {outcome}.")
    if renamed := changed.get(RENAMED):
        again = "it was decided; look at it" if len(renamed) == 1 else "they were decided; look at them"
        sentences.append(f"The name of {_listed(renamed)} means something else than when {again} again.")
    return sentences


def _lines(ids: Collection[str]) -> str:
    return "the line is" if len(ids) == 1 else f"{len(ids):,} lines are"


def _listed(ids: Sequence[str]) -> str:
    return ", ".join(ids[:SHOWN]) + (", …" if len(ids) > SHOWN else "")
