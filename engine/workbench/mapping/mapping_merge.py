"""What loading an export of a mapping project brings, and where it says something else than is here."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.workbench.mapping.mapping_left_out import NO_LINE, NO_TARGET
from store.records.mapping import MappingDecision

if TYPE_CHECKING:
    from engine.formats.mapping_sets.decided_mappings import DecidedFile

HERE, FILE = TAKES = ("here", "file")


@dataclass(frozen=True)
class Conflict:
    """A line about which the file says something else than this workspace, of the same person or the same line."""

    source: str
    what: str
    here: str
    file: str


@dataclass(frozen=True)
class MappingMerge:
    """What loading a file does, or would do: new decisions, assignments and mappings; how many of what the file says
    is left out; where it contradicts what is here, which stays as it is unless the file's word is taken; in sentences
    why something is left out, which columns nothing is taken from, and `encoding_note` of the file."""

    decisions: int
    assignments: int
    mappings: int
    left_out: int
    conflicts: tuple[Conflict, ...]
    reasons: tuple[str, ...] = ()
    unread: str = ""
    encoding: str = ""


def unknown(found: DecidedFile, names: Container[str], targets: Container[str]) -> Iterator[tuple[str, str]]:
    """(reason, id) of each decision and mapping about no line of a project, or with a target that there is not."""
    decided_targets = [(one.source, [target for target, _ in one.targets]) for one in found.decisions]
    for source, named_targets in [*decided_targets, *((one.source, [one.target]) for one in found.loaded)]:
        if source not in names:
            yield NO_LINE, source
        elif missing := [target for target in named_targets if target not in targets]:
            yield NO_TARGET, missing[0]


def new_decisions(
    here: Mapping[str, Sequence[MappingDecision]], decisions: Sequence[MappingDecision], take: str
) -> tuple[list[MappingDecision], list[Conflict]]:
    """Those of a file's decisions that are to be added to what people said `here`, and where the two differ; `take` is
    one of TAKES."""
    decisions_here = {(source, one.who): one for source, every in here.items() for one in every}
    new, conflicts = [], []
    for one in decisions:
        before = decisions_here.get((one.source, one.who))
        if before is None:
            new.append(one)
        elif (before.answer, before.addressed) != (one.answer, one.addressed):
            conflicts.append(Conflict(one.source, f"the decision of {one.who}", before.words, one.words))
            new += [one] if take == FILE else []
    return new, conflicts


def new_assignments(
    here: Mapping[str, str], assigned: Mapping[str, str], take: str
) -> tuple[dict[str, str], list[Conflict]]:
    """Those of a file's assignments that are to be made, and where one is somebody else's `here`; `take` of TAKES."""
    other = {source: person for source, person in assigned.items() if here.get(source) != person}
    conflicts = [
        Conflict(source, "whom it is assigned to", here[source], person)
        for source, person in other.items()
        if source in here
    ]
    return {source: person for source, person in other.items() if source not in here or take == FILE}, conflicts
