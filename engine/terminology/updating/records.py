"""What a new release changes, and what of people's work no longer holds, as frozen dataclasses."""

from __future__ import annotations

from dataclasses import dataclass

ADDED, WITHDRAWN, MERGED, SPLIT, REPARENTED, RENAMED = "added", "withdrawn", "merged", "split", "moved", "renamed"
REDEFINED, NAME_ADDED, NAME_WITHDRAWN = "redefined", "name added", "name withdrawn"
CHANGES = (ADDED, WITHDRAWN, MERGED, SPLIT, REPARENTED, RENAMED, REDEFINED, NAME_ADDED, NAME_WITHDRAWN)
MOVE, KEEP, WITHDRAW = "move", "keep", "withdraw"
RESOLUTIONS = (MOVE, KEEP, WITHDRAW)
EDIT, JUDGEMENT, MAPPING, CONCEPT = "edit", "judgement", "mapping", "concept"
REPLACED_BY, TO_CONSIDER, HAS_ITS_NAME = "replaced by", "to consider", "has its name"


@dataclass(frozen=True)
class ReleaseChange:
    """One thing that differs between two versions. `change` is one of CHANGES; `branch` the top class it stands in.

    `before` and `after` are ids with “ | ” between of parents and successors, a name or a definition; "" where nothing
    is said.
    """

    change: str
    concept: str
    name: str
    branch: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class BranchCounts:
    """How much changed below one top class, "" for what stands below none: change -> how often."""

    branch: str
    title: str
    counts: dict[str, int]


@dataclass(frozen=True)
class ReleaseDifference:
    """What differs between two versions: in counts, by branch, and one by one, concepts before names."""

    counts: dict[str, int]
    branches: list[BranchCounts]
    changes: list[ReleaseChange]


@dataclass(frozen=True)
class InvalidTarget:
    """A person's edit, judgement or mapping whose concept the newest version does not have in use any more.

    `id` is “edit 12”, “judgement 7” or “mapping 3”; `kind` that of the edit, judgement or mapping; `what` the name,
    child, merged concept, mention or source concept.
    `replacement` is the concept that it can move to, "" where none is known, and `how` says from what that is known.
    """

    id: str
    kind: str
    what: str
    concept: str
    concept_name: str
    why: str
    replacement: str
    replacement_name: str
    how: str
    who: str
    when: str
    where: str = ""  # the file of a judgement, the project of a mapping

    @property
    def movable(self) -> bool:
        """Whether it can move without a person's look: its one replacement is known."""
        return bool(self.replacement) and self.how != TO_CONSIDER and self.kind != CONCEPT


@dataclass(frozen=True)
class UnusedConcept:
    """A class of a label set, a proposed parent or a file's mapping: for a concept out of use; known, not answered.

    `kind` is “label class”, “proposal” or “loaded mapping”; `what` the class, the new name or both ids, `where` the
    set, the list or the project.
    """

    kind: str
    what: str
    where: str
    concept: str


@dataclass(frozen=True)
class RenamedTarget:
    """An edit, judgement or mapping that holds, though its concept is called something else now: `differs` says in what
    the names differ that must not be missed, as side or number. `what` and `where` are those of an InvalidTarget."""

    kind: str
    what: str
    where: str
    concept: str
    before: str
    after: str
    differs: str


@dataclass(frozen=True)
class CarriedOver:
    """What of people's work holds in a version, counted, and what does not."""

    edits: int
    judgements: int
    taken_over: int  # edits that the release says by itself
    invalid: list[InvalidTarget]
    unused: list[UnusedConcept]
    mappings: int
    renamed: list[RenamedTarget]

    @property
    def held(self) -> dict[str, int]:
        """How many of each stand, in the words of a command's answer."""
        return {"edits": self.edits, "decisions": self.judgements, "mappings": self.mappings}
