"""What is said about where a name belongs."""

from __future__ import annotations

from dataclasses import dataclass

MISSING_SYNONYM = "missing synonym"  # the kind of a finding of which the name is not in the terminology yet
Ref = tuple[str, str]  # a concept's id and preferred name


@dataclass(frozen=True)
class Sibling:
    """A child of a proposed parent, which the name would stand beside; `score` is that of its nearest name."""

    id: str
    preferred: str
    score: float
    differs: tuple[str, ...] = ()  # what the name and it differ in: side, number, stage …


@dataclass(frozen=True)
class Parent:
    """A proposed parent: its score, what the score is made of, and where it stands."""

    rank: int
    score: float
    id: str
    preferred: str
    name: str  # of its names the one nearest to the name that is placed
    own: float  # the score of that name
    children: float | None  # the mean of its nearest children, None where it has none
    level: int  # 0 is the top
    path: tuple[Ref, ...]  # from the root down to it, itself not among them
    siblings: tuple[Sibling, ...]  # nearest first
    all_siblings: int
    differs: tuple[str, ...] = ()
    already: bool = False  # the concept, or another that has the name, stands under it now


@dataclass(frozen=True)
class OnLevel:
    """The best ancestor on one level; `share` from 0 to 1 is the part of the best parents that stand below it."""

    level: int
    id: str
    preferred: str
    share: float


@dataclass(frozen=True)
class Placing:
    """Where a name belongs under one encoder, best parent first; `note` says what a person should know."""

    text: str
    terminology: str
    encoder: str
    sha256: str  # of the encoder
    parents: tuple[Parent, ...]
    levels: tuple[OnLevel, ...]
    named: tuple[Ref, ...] = ()  # concepts that the text is a name of already
    nearest: tuple[str, str, float] | None = None  # the nearest name of all: concept, name, score
    evidence: float = -1.0  # how much speaks for the first parent
    note: str = ""
    milliseconds: float = 0.0


@dataclass(frozen=True)
class Fault:
    """A parent link that is wrong as such.

    It closes a cycle, or it is redundant, because `way` leads down from the parent to the child as well; `beside` are
    the child's other parents.
    """

    kind: str
    child: str
    child_name: str
    parent: str
    parent_name: str
    way: tuple[str, ...]  # names, from the first to the last
    beside: tuple[str, ...]  # names of the child's other parents
    levels: tuple[int, int]  # of the parent and of the child
