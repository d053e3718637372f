"""The request for a normalisation: the file, what is searched (TS section 3.2) and the weight; where answers go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Protocol

from engine.errors import BadInput
from engine.models.open import VECTORS
from engine.workspace import Workspace
from store.records.normalisation import Line

TFIDF, AUTO = "tfidf", "auto"  # TF-IDF alone as an “encoder”; the weight chosen on dev
TRIED = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)  # on dev
USUAL = 0.5  # without dev: on NCBI's and BC5CDR's dev mentions the order learnt makes them nearly equal
EVIDENCE = "evidence"  # not of TS: names found and ordered as in a ranking, by all that speaks for them
TARGETS = ("D-T", "D-C", "O-T", "O-C", "OD-T", "OD-C")  # TS table 1
FIRST = ("D-T", "D-C")
SECOND = ("O-T", "O-C", "OD-T", "OD-C")  # TS table 2
TARGETS_IN_TURN = tuple(f"{first}+{second}" for first in FIRST for second in SECOND)
THRESHOLD = 0.95


@dataclass(frozen=True)
class NormalisationRequest:
    """Which file is to be normalised, in which terminology, and how.

    `columns` names the file's columns where they are not recognised. `train` and `dev` are PubTator files: the mentions
    of both are searched as data, and dev also gives the probabilities; without dev, `calibrate` estimates them from
    decisions or held-out synonyms. `hybrid` is the weight of character TF-IDF, or auto (chosen on dev). `billable`:
    with the search EVIDENCE, a heading gives its place to the code by default below it.
    """

    file: str
    terminology: str
    encoder: str = VECTORS
    search: str = "D-T+OD-T"
    threshold: float = THRESHOLD
    hybrid: str = f"{USUAL:g}"
    columns: Mapping[str, str] = field(default_factory=dict)
    train: tuple[str, ...] = ()
    dev: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    calibrate: bool = True
    billable: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The request as JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> NormalisationRequest:
        """The request that `to_dict` gave; BadInput for a key that is not known."""
        known = {one.name for one in fields(cls)}
        for key in values:
            if key not in known:
                raise BadInput(f"Normalising has no setting “{key}”; it has {', '.join(sorted(known))}.")
        lists = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
        return cls(**{**values, **lists})


@dataclass(frozen=True)
class SearchTarget:
    """`origins`: D for data, O for the ontology; `concepts`: whole concepts' mean vectors instead of single texts."""

    name: str

    @property
    def origins(self) -> str:
        """“D”, “O” or “OD”."""
        return self.name.split("-")[0]

    @property
    def concepts(self) -> bool:
        """Whether concepts are compared, not texts."""
        return self.name.endswith("-C")


@dataclass(frozen=True)
class Search:
    """One target, or two: the first one's answer stands when its score is above `threshold`.

    `by_evidence`: all names, found and ordered as in a ranking.
    """

    targets: tuple[SearchTarget, ...]
    threshold: float = THRESHOLD
    by_evidence: bool = False

    @classmethod
    def of(cls, text: str, threshold: float = THRESHOLD) -> Search:
        """The search that `text` names; BadInput lists what there is, and for a threshold that is no score."""
        if not 0 <= threshold <= 1:
            raise BadInput(
                f"A score lies from 0 to 1, so the threshold of a search cannot be {threshold:g}; {THRESHOLD:g} is "
                "usual."
            )
        if text.strip().lower() == EVIDENCE:
            return cls((SearchTarget("OD-T"),), threshold, True)
        names = [part.strip().upper() for part in text.split("+")]
        if (len(names) == 1 and names[0] in TARGETS) or "+".join(names) in TARGETS_IN_TURN:
            return cls(tuple(map(SearchTarget, names)), threshold)
        raise BadInput(
            f"There is no search “{text}”; choose one of {', '.join((EVIDENCE, *TARGETS, *TARGETS_IN_TURN))}."
        )

    @property
    def name(self) -> str:
        """As it is written on the command line."""
        return EVIDENCE if self.by_evidence else "+".join(target.name for target in self.targets)

    @property
    def origins(self) -> str:
        """All origins that any step reaches."""
        return "".join(origin for origin in "OD" if any(origin in target.origins for target in self.targets))


def usual_search(learns: bool, encoder: str) -> str:
    """The search where nobody names one: by evidence, but where it learns from mentions or names a weight of TF-IDF, or
    has no encoder."""
    return NormalisationRequest.search if learns or encoder == TFIDF else EVIDENCE


def usual(dev: bool) -> str:
    """The weight where nobody names one: chosen on dev mentions where there are any."""
    return AUTO if dev else f"{USUAL:g}"


def weight(text: str) -> float | None:
    """The weight of TF-IDF, None for “auto”; BadInput for what is neither."""
    if text == AUTO:
        return None
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e6:
        raise BadInput(f"The weight of TF-IDF cannot be “{text}”; give a number of 0 or more, or auto.")
    return number


class Sink(Protocol):
    """Where lines are stored until all are there."""

    def begun(self) -> tuple[int, int]:
        """The last row of the file that is answered already, and how many mentions that were."""
        ...

    def append(self, lines: Sequence[Line], last_row: int, mentions: int) -> None:
        """Store the lines of `mentions` more mentions, all or none."""
        ...


def encoder_hash(workspace: Workspace, encoder: str) -> str:
    """The hash of an encoder's weights; of TF-IDF, which has none, its name."""
    from engine.models.open import encoder_sha256

    return TFIDF if encoder == TFIDF else encoder_sha256(workspace, encoder)
