"""Mapping projects: a terminology onto another, line by line, and what people say about each line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

EXACT, CLOSE, BROAD, NARROW, RELATED = RELATIONS = (
    "skos:exactMatch",
    "skos:closeMatch",
    "skos:broadMatch",
    "skos:narrowMatch",
    "skos:relatedMatch",
)
DENIED = "not"  # in place of a relation, where a file says that two concepts are not so related
MAPPED, NONE, SKIP, FLAG, TAKEN_BACK = DECISIONS = ("mapped", "none", "skip", "flag", "")
ANSWERS = (MAPPED, NONE)  # the decisions that say where a line maps
UNDECIDED, DECIDED, CONFIRMED, CONTESTED, FLAGGED, SKIPPED = STATES = (
    "undecided",
    "decided",
    "confirmed",
    "contested",
    "flagged",
    "skipped",
)
WITHDRAWN, RENAMED = "withdrawn", "renamed"  # what a release made of a line's concept
Targets = tuple[tuple[str, str], ...]  # target concepts with their relations of RELATIONS, sorted


def relation_word(relation: str) -> str:
    """A relation in a word: exact, broad, narrow, close or related."""
    return relation.removeprefix("skos:").removesuffix("Match")


BESIDE = " + "  # between the ids, or the hashes, of several encoders


def encoders_in(text: str) -> list[str]:
    """The ids that `encoders_joined` joined."""
    return text.split(BESIDE)


def encoders_joined(ids: Iterable[str]) -> str:
    """Several encoders, or their hashes, as a project keeps them."""
    return BESIDE.join(ids)


@dataclass(frozen=True)
class MappingProject:
    """A terminology, or the part below `branch`, mapped onto another; `unmapped` where only what was not mapped
    elsewhere is in it. `encoder` suggested, several with “ + ” between, after edit number `edit`; `run` is the job that
    did; `lines` how many."""

    id: int
    title: str
    source: str
    target: str
    branch: str
    unmapped: bool
    encoder: str
    encoder_sha256: str
    edit: int
    run: int
    who: str
    when: str
    lines: int = 0


@dataclass(frozen=True)
class MappingCandidate:
    """A suggested target: its preferred name, the name that was found, the relation and the probability; `same` where
    the texts are the same, `differs` the kinds of difference between the names, “side, number”; `via` by way of which
    other terminology's concept it was found; `encoders` those that suggest it, the one that is surest first."""

    target: str
    preferred: str
    found: str
    predicate: str
    confidence: float
    same: bool = False
    differs: str = ""
    via: str = ""
    encoders: tuple[str, ...] = ()


@dataclass(frozen=True)
class MappingLine:
    """A source concept of a project with its candidates, best first, what became of it (one of STATES), whom it is
    assigned to, and how often it occurs where somebody said so. `changed` is WITHDRAWN where the source has the concept
    no longer in use, RENAMED where its name means something else than when the line was answered; `suggested_for` is
    the name that its candidates were suggested for, where the concept has another one now."""

    id: int
    project: int
    source: str
    name: str
    branch: str
    candidates: tuple[MappingCandidate, ...]
    frequency: int
    state: str
    assigned: str = ""
    changed: str = ""
    suggested_for: str = ""


def decision_words(decision: str, targets: Targets, addressed: str = "") -> str:
    """A decision in a line: each target with its relation, “no match”, whom it is flagged for; "" where none is."""
    if decision == MAPPED:
        return ", ".join(f"{target} {relation_word(relation)}" for target, relation in targets)
    if decision == FLAG:
        return f"flagged for {addressed}" if addressed else "flagged"
    return {NONE: "no match", SKIP: "skipped"}.get(decision, "")


@dataclass(frozen=True)
class MappingDecision:
    """What a person says about a line: one of DECISIONS, its targets where it is mapped, and the probability that the
    first of them had when they said so. `addressed` is whom a flag is for."""

    source: str
    who: str
    decision: str
    targets: Targets = ()
    score: float | None = None
    reason: str = ""
    addressed: str = ""
    model: str = ""
    model_sha256: str = ""
    when: str = ""
    name: str = ""

    @property
    def answer(self) -> tuple[str, Targets]:
        """What is compared between people."""
        return self.decision, self.targets

    @property
    def words(self) -> str:
        """What is said, in a line."""
        return decision_words(self.decision, self.targets, self.addressed)


@dataclass(frozen=True)
class MappingInForce:
    """A line that a person answered, as it stands: the number of its row, its project, and the concepts that it names
    of one terminology, its source first where that is of it."""

    id: int
    project: int
    title: str
    concepts: tuple[str, ...]
    decision: MappingDecision


@dataclass(frozen=True)
class LoadedMapping:
    """A mapping that a file brought into a project; `origin` is the file's name."""

    source: str
    target: str
    predicate: str
    origin: str
    who: str = ""
    when: str = ""


@dataclass(frozen=True)
class MappingFilter:
    """Which lines of a project: of a state (“”: any; “contradicted” too), below a branch, with a text in a name or id.

    `whose`: “assigned” or “flagged” to `person`, or decided by others and not yet by `person` (“review”); “” all.
    `difference`: a kind in which the first suggestion differs.
    """

    state: str = ""
    branch: str = ""
    text: str = ""
    whose: str = ""
    person: str = ""
    difference: str = ""
