"""Faults planted into a terminology as it is audited, so that it is known where they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice

import numpy as np

from engine.models.protocol import Encode
from engine.placement.audit.kinds import (
    AMBIGUOUS,
    CYCLE,
    DUPLICATE,
    FAR,
    KINDS,
    MISPLACED,
    MISSING_SYNONYM,
    REDUNDANT,
    STRAY,
)
from engine.placement.audit.missing import same_concepts
from engine.placement.audit.records import AuditedTerminology, Elsewhere, Finding
from engine.retrieval.word_index import content_key

SPLIT, AGAIN = "SPLIT:", "AGAIN:"  # what the ids of planted concepts begin with
MOST_NAMES = 3  # of a concept entered again
DAMAGES: tuple[Callable[[str], str], ...] = (
    lambda text: f"{text} (disorder)",
    lambda text: text.replace(" ", "  ", 1),
    lambda text: text.replace("e", "Ã©", 1),
    lambda text: text.replace(" ", "&nbsp;", 1),
    lambda text: f"{text},",
    lambda text: text.replace("i", "\ufffd", 1),
)


@dataclass(frozen=True)
class PlantedFault:
    """A fault: its kind, the ids, texts or keys that a finding of it names, and in which manner it was planted."""

    kind: str
    about: frozenset[object]
    manner: str = ""


@dataclass
class PlantedTerminology:
    """A terminology with faults; each stands at concepts of its own."""

    audited: AuditedTerminology
    faults: list[PlantedFault] = field(default_factory=list)

    def fault_of(self, finding: Finding) -> PlantedFault | None:
        """The fault that a finding has found, None for a finding of something else."""
        return self._by_about.get((finding.kind, about_of(finding)))

    @property
    def _by_about(self) -> dict[tuple[str, frozenset[object]], PlantedFault]:
        if not hasattr(self, "_found"):
            self._found = {(one.kind, one.about): one for one in self.faults}
        return self._found


def about_of(finding: Finding) -> frozenset[object]:
    """What a finding names, as `PlantedFault` says it."""
    if finding.kind in (DUPLICATE, MISPLACED, REDUNDANT, CYCLE):
        return frozenset([finding.concept, finding.other])
    if finding.kind == AMBIGUOUS:
        return frozenset([finding.concept, finding.other, finding.name.casefold()])
    return frozenset([finding.concept, finding.name.casefold()])


def plant(
    audited: AuditedTerminology, others: Sequence[Elsewhere], encode: Encode, number: int, seed: int
) -> PlantedTerminology:
    """`number` faults of each of KINDS, or as many as there is room for, drawn by `seed`."""
    planter = _Planter(audited, encode, np.random.default_rng(seed))
    for kind in KINDS:
        planter.plant(kind, number, others)
    return planter.planted()


class _Planter:
    """Draws concepts that no fault stands at yet, and changes copies of what it was given."""

    def __init__(self, audited: AuditedTerminology, encode: Encode, rng: np.random.Generator) -> None:
        self.before, self.encode, self.rng = audited, encode, rng
        self.titles, self.parents = dict(audited.titles), {code: list(over) for code, over in audited.parents.items()}
        self.codes, self.texts = list(audited.codes), list(audited.texts)
        self.added: list[np.ndarray] = []  # rows of further names
        self.encoded: list[int] = []  # names whose texts have changed
        self.removed: set[int] = set()
        self.faults: list[PlantedFault] = []
        self.taken: set[str] = set()

    def plant(self, kind: str, number: int, others: Sequence[Elsewhere]) -> None:
        """As many faults of a kind as there are candidates, at most `number`."""
        ways: dict[str, Callable[[], Iterator[PlantedFault]]] = {
            DUPLICATE: lambda: chain(islice(self._split(), number), islice(self._entered_again(others), number)),
            FAR: self._reassigned,
            MISPLACED: self._misplaced,
            AMBIGUOUS: self._shared,
            MISSING_SYNONYM: lambda: self._taken_out(others),
            REDUNDANT: self._redundant,
            CYCLE: self._circles,
            STRAY: self._damaged,
        }
        self.faults += islice(ways[kind](), 2 * number if kind == DUPLICATE else number)

    def planted(self) -> PlantedTerminology:
        """What has come of it."""
        rows = np.concatenate([self.before.rows, *self.added])
        if self.encoded:
            rows[self.encoded] = self.encode([self.texts[name] for name in self.encoded])
        left = [name for name in range(len(self.texts)) if name not in self.removed]
        codes, texts = [self.codes[name] for name in left], [self.texts[name] for name in left]
        known = dict(zip(self.before.texts, self.before.keys, strict=True))
        keys = np.array([known[text] if text in known else content_key(text) for text in texts], np.int64)
        audited = AuditedTerminology(self.titles, self.parents, codes, texts, rows[left], known_keys=keys)
        return PlantedTerminology(audited, self.faults)

    def _concepts(self, least_names: int = 1) -> Iterator[tuple[str, list[int]]]:
        """Concepts that no fault stands at, with their names, in random order; those taken now are marked."""
        for place in self.rng.permutation(len(self.before.concept_codes)).tolist():
            code, names = self.before.concept_codes[place], self.before.names_of[place]
            if code not in self.taken and len(names) >= least_names:
                yield code, names

    def _other(self, code: str) -> str:
        """A concept drawn at random that is no relative, and that no fault stands at."""
        while True:
            other = self.before.concept_codes[int(self.rng.integers(len(self.before.concept_codes)))]
            if other not in self.taken and not self.before.are_related(code, other):
                return other

    def _take(self, codes: Iterable[str]) -> None:
        self.taken.update(codes)

    def _synonym(self, names: Sequence[int]) -> int | None:
        chosen = [name for name in names if not self.before.is_preferred(name)]
        return chosen[int(self.rng.integers(len(chosen)))] if chosen else None

    def _split(self) -> Iterator[PlantedFault]:
        for code, names in self._concepts(least_names=4):
            away = [name for name in names if not self.before.is_preferred(name)][: len(names) // 2]
            new = f"{SPLIT}{code}"
            self.titles[new], self.parents[new] = self.texts[away[0]], list(self.parents.get(code, ()))
            for name in away:
                self.codes[name] = new
            self._take([code])
            yield PlantedFault(DUPLICATE, frozenset([code, new]), "split in two")

    def _entered_again(self, others: Sequence[Elsewhere]) -> Iterator[PlantedFault]:
        """A second concept with names that another terminology has for the first one, and that nothing here has."""
        known = set(self.before.keys)
        pairs = [
            (here, there, one.audited) for one in others for here, there, _ in same_concepts(self.before, one.audited)
        ]
        for place in self.rng.permutation(len(pairs)).tolist():
            here, there, other = pairs[place]
            code, names = self.before.concept_codes[here], other.names_of[there]
            names = [name for name in names if other.keys[name] not in known][:MOST_NAMES]
            if code in self.taken or not names:
                continue
            new = f"{AGAIN}{code}"
            self.titles[new], self.parents[new] = other.texts[names[0]], list(self.parents.get(code, ()))
            self.codes += [new] * len(names)
            self.texts += [other.texts[name] for name in names]
            self.added.append(np.asarray(other.rows[names], np.float32))
            self._take([code])
            yield PlantedFault(DUPLICATE, frozenset([code, new]), "entered again")

    def _reassigned(self) -> Iterator[PlantedFault]:
        for code, names in self._concepts(least_names=3):
            if (name := self._synonym(names)) is not None:
                other = self.codes[name] = self._other(code)
                self._take([code, other])
                yield PlantedFault(FAR, frozenset([other, self.texts[name].casefold()]))

    def _misplaced(self) -> Iterator[PlantedFault]:
        for code, _ in self._concepts():
            over = self.parents.get(code, [])
            if over and code not in self.before.family.children:
                other = self._other(code)
                while other not in self.before.family.children:
                    other = self._other(code)
                self.parents[code] = [other, *over[1:]]
                self._take([code])
                yield PlantedFault(MISPLACED, frozenset([code, other]))

    def _shared(self) -> Iterator[PlantedFault]:
        for code, names in self._concepts(least_names=2):
            if (name := self._synonym(names)) is not None:
                other = self._other(code)
                self.codes.append(other)
                self.texts.append(self.texts[name])
                self.added.append(self.before.rows[[name]])
                self._take([code, other])
                yield PlantedFault(AMBIGUOUS, frozenset([code, other, self.texts[name].casefold()]))

    def _taken_out(self, others: Sequence[Elsewhere]) -> Iterator[PlantedFault]:
        """Names that another terminology has for a concept with which this one shares two further names."""
        there: dict[int, set[tuple[int, int]]] = {}
        for place, one in enumerate(others):
            for key, owner in zip(one.audited.keys, one.audited.owners.tolist(), strict=True):
                there.setdefault(key, set()).add((place, owner))
        for code, names in self._concepts(least_names=4):
            keys = {self.before.keys[name] for name in names}
            shared = [key for key in keys if len(there.get(key, ())) == 1]
            same = [key for key in shared if sum(there[key] == there[other] for other in shared) > 2]
            synonyms = [name for name in names if self.before.keys[name] in same and not self.before.is_preferred(name)]
            if synonyms:
                name = synonyms[int(self.rng.integers(len(synonyms)))]
                key = self.before.keys[name]
                self.removed.update(one for one in names if self.before.keys[one] == key)
                self._take([code])
                ((place, owner),) = there[key]
                other = others[place].audited
                for text in (other.texts[one] for one in other.names_of[owner] if other.keys[one] == key):
                    yield PlantedFault(MISSING_SYNONYM, frozenset([code, text.casefold()]))
                    break

    def _redundant(self) -> Iterator[PlantedFault]:
        for code, _ in self._concepts():
            over = self.parents.get(code, [])
            above = [one for parent in over[:1] for one in self.parents.get(parent, ())]
            if above and above[0] not in over:
                self.parents[code] = [*over, above[0]]
                self._take([code])
                yield PlantedFault(REDUNDANT, frozenset([code, above[0]]))

    def _circles(self) -> Iterator[PlantedFault]:
        for code, _ in self._concepts():
            over = self.parents.get(code, [])
            if len(over) == 1 and over[0] not in self.taken and self.parents.get(over[0]):
                if self.before.family.children.get(code):
                    continue
                self.parents[over[0]] = [*self.parents[over[0]], code]
                self._take([code, over[0]])
                yield PlantedFault(CYCLE, frozenset([code, over[0]]))

    def _damaged(self) -> Iterator[PlantedFault]:
        for code, names in self._concepts():
            name = names[int(self.rng.integers(len(names)))]
            damaged = DAMAGES[int(self.rng.integers(len(DAMAGES)))](self.texts[name])
            if damaged != self.texts[name]:
                if self.before.is_preferred(name):
                    self.titles[code] = damaged
                self.texts[name] = damaged
                self.encoded.append(name)
                self._take([code])
                yield PlantedFault(STRAY, frozenset([code, damaged.casefold()]))
