"""Terminologies as frozen dataclasses: concepts, names, edits and labels, what was done to them, and rankings."""

from __future__ import annotations

from dataclasses import dataclass, field

EXACT, BROAD, NARROW, RELATED = "exact", "broad", "narrow", "related"
SCOPES = (EXACT, BROAD, NARROW, RELATED)
BILLABLE_NOTE = "Billable"  # heading of the note that a code may be sent in as it stands


@dataclass(frozen=True)
class Terminology:
    """One imported version of a vocabulary; it never changes after import."""

    slug: str
    title: str
    version: str
    licence: str
    source: str
    fingerprint: str
    imported: str
    concepts: int
    names: int
    edges: int
    language: str = ""
    newer: str = ""  # the short name of the newest version, where this is an older one
    address: str = ""  # its own, as its publisher writes it: the url of a code system, the IRI of a scheme
    namespace: str = ""  # what the addresses of its concepts begin with, before their ids


@dataclass(frozen=True, slots=True)
class Name:
    """A text that denotes a concept. `kind` is preferred or synonym; `source` says where the name came from."""

    text: str
    kind: str = "synonym"
    scope: str = EXACT
    source: str = ""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Concept:
    """An identifier with its names. `notes` maps a heading (Excludes1, Billable …) to its lines."""

    id: str
    preferred: str
    names: tuple[Name, ...] = ()
    parents: tuple[str, ...] = ()
    definition: str = ""
    notes: dict[str, list[str]] = field(default_factory=dict)
    obsolete: bool = False
    replaced_by: str = ""


@dataclass(frozen=True)
class Edit:
    """A synonym, parent or concept added or withdrawn, a name made the preferred one, or a concept defined or merged,
    and what the person saw when they did it.

    Of a parent, `concept_id` is the child's id and `name` the parent's; of a concept, `name` is its preferred name; of
    a preferred name or a definition, `name` is its text; of a replacement, `name` is the id of the concept that took
    its place.
    """

    id: int
    batch: int
    action: str  # add | withdraw
    terminology: str
    concept_id: str
    name: str
    who: str
    when: str
    reason: str = ""
    query: str = ""
    score: float | None = None
    model: str = ""
    role: str = "do"  # do | undo | redo | back
    of_batch: int | None = None
    kind: str = "name"  # one of store.history.EDITED
    model_sha256: str = ""  # what the model was at that moment
    stands: bool = True  # not taken back, said of the newest edits


@dataclass(frozen=True)
class Entry:
    """One batch of changes in the history, of whatever kind: who did it, when, and whether it still stands.

    `of` is the entry that an undo, a redo or a note is about; entries of one `act` are done and undone together. `note`
    is what was said last about the entry.
    """

    id: int
    kind: str  # one of store.history.KINDS
    batch: int  # its number in the table of its kind; 0 when it changed nothing there
    who: str
    when: str
    role: str  # do | undo | redo | back | note
    of: int | None
    rows: int
    title: str
    note: str
    act: int
    stands: bool = True  # not taken back


@dataclass(frozen=True)
class Alteration:
    """One thing that an entry of the history changed, what it said before and after, and what the person saw.

    `thing` is a name, a child's id, a new concept's name, a mention or "current model"; `about` the concept, label set
    or file that it belongs to; `before` and `after` are "" where nothing is said.
    """

    kind: str
    thing: str
    about: str
    before: str
    after: str
    action: str  # add | withdraw | label | a decision | current
    terminology: str
    who: str
    when: str
    reason: str = ""
    query: str = ""
    score: float | None = None
    model: str = ""


@dataclass(frozen=True)
class HistoryFilter:
    """Which entries of the history are meant; what is left as it is lets everything through."""

    who: str = ""
    kind: str = ""
    since: str = ""  # ISO 8601, UTC
    until: str = ""
    text: str = ""  # part of what was done, of a thing that it changed, or of a note about it
    act: int = 0
    entry: int = 0  # this entry's batch: it, and all that took it back or did it again


@dataclass(frozen=True)
class Label:
    """A person's assignment of a name to a class, for few-shot training."""

    label_set: str
    name: str
    label: str
    who: str
    when: str


@dataclass(frozen=True)
class Abbreviation:
    """A short form or lay words, and what they stand for, the commonest first; `case` is where they count.

    `case` and `wording`: see `engine.text.dictionary.clinical_dictionary.DictionaryEntry`; what people say counts in
    every wording. `who` is "" for one that ships; `removed` for one taken out.
    """

    form: str
    meanings: tuple[str, ...]
    case: str = ""
    who: str = ""
    when: str = ""
    removed: bool = False
    wording: str = ""


@dataclass(frozen=True)
class Candidate:
    """One line of a ranking: a concept (or a name of it), with its score and provenance."""

    rank: int
    score: float
    name: str
    concept_id: str
    preferred_name: str
    source: str
    terminology: str
    exact: bool = False
    added: bool = False  # the name is a person's edit
    scope: str = EXACT
    obsolete: bool = False
    replaced_by: str = ""
    differs: tuple[str, ...] = ()  # what it and the query differ in though vectors may not see it: side, number …
    probability: float | None = None  # that it is the concept meant, from 0 to 1; None where only vectors were compared
    cosine: float | None = None  # of its likest name with the query, under the encoder
    via: str = ""  # another terminology's concept by way of which it was found, “HPO: Myocardial infarction”
    reasons: tuple[tuple[str, float], ...] = ()  # the largest parts of its score beyond a usual candidate's
    marks: tuple[str, ...] = ()  # what a coder must know of the code: not billable, a seventh character wanted
    default_code: str = ""  # the code below one that is not billable that is taken where nothing more is known
    default_name: str = ""  # the preferred name of that
    evidence: str = ""  # the kind of what its probability rests on: “the same words”, “a lent name”, “alike”

    @property
    def key(self) -> tuple[str, str]:
        """What tells its concept from all others: its terminology and its id."""
        return self.terminology, self.concept_id

    @property
    def likelihood(self) -> float:
        """Its probability, 0 where it has none."""
        return self.probability or 0.0


@dataclass(frozen=True)
class Ranking:
    """The answer to a query, best first. `note` says in one sentence what a person should know; `meant` is the text
    that was ranked in place of the query, the name of the concept whose code it is or the finding that it introduces.
    """

    query: str
    encoder: str
    candidates: tuple[Candidate, ...]
    note: str = ""
    milliseconds: float = 0.0
    meant: str = ""

    @property
    def first(self) -> Candidate | None:
        """The best candidate, None where there is none."""
        return next(iter(self.candidates), None)
