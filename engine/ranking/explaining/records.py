"""What an explanation holds."""

from __future__ import annotations

from dataclasses import dataclass

WORD, SPELLING, SHORT_FORM, BRIDGE = KINDS = ("word", "spelling", "short form", "bridge")


@dataclass(frozen=True)
class Reason:
    """One reason of the learnt order: the candidate's value of a feature, what it is compared with, and its points.

    Points are parts of the log odds of a score; above 0 they speak for the candidate. `label` says the feature in
    words, `group` what it is a kind of.
    """

    feature: str
    group: str
    label: str
    value: float
    against: float
    points: float


@dataclass(frozen=True)
class ReasonGroup:
    """Parts of one kind together: its name, what it is about, and the sum of their points."""

    name: str
    about: str
    points: float


@dataclass(frozen=True)
class WordShare:
    """What a word carries of a cosine: the shares of all words of a text add up to it.

    `without` is the cosine once the word is left out. `by_letters`: the encoder has no vector of the word itself, so
    that its letters alone speak.
    """

    word: str
    share: float
    without: float
    by_letters: bool = False


@dataclass(frozen=True)
class WordLikeness:
    """Two texts as an encoder compares them, and what each of their words carries of the cosine.

    `exact`: the shares are those of a mean of vectors; else each is a word's mean effect over all ways of leaving words
    out (Shapley 1953), sampled for a text of many words.
    """

    query: str
    name: str
    cosine: float
    query_words: tuple[WordShare, ...]
    name_words: tuple[WordShare, ...]
    exact: bool


@dataclass(frozen=True)
class LeftOut:
    """What would become of the candidate without a word, a spelling corrected, a short form written out, or a bridge.

    `kind` is one of KINDS, `text` what is left out; `rank` and `score` are None where it would not be found.
    """

    kind: str
    text: str
    rank: int | None
    score: float | None


@dataclass(frozen=True)
class Explanation:
    """Why a concept has its score for a query under an encoder.

    score = 1 / (1 + exp(−(start + the sum of `parts`' points))) + `rule`: `start` are the points of a usual candidate,
    `rule` what a rule gives to the score or takes from it, and `because` says why, as a clause: the typed text is the
    concept's name or, `by_id`, its id, names and codes say that it or another is meant, or it is the best of
    `one_of_several` findings. `rank` is None where the ranking does not show it, `place` its place among the
    candidates of its own terminology. `sentences` say it all in words, the most telling first.
    """

    query: str
    encoder: str
    terminology: str
    concept: str
    preferred: str
    name: str
    rank: int | None
    place: int
    score: float
    probability: float | None
    exact: bool
    start: float
    parts: tuple[Reason, ...]
    groups: tuple[ReasonGroup, ...]
    rule: float
    because: str
    read_as: str
    via: str
    likeness: WordLikeness
    left_out: tuple[LeftOut, ...]
    differs: tuple[str, ...]
    marks: tuple[str, ...]
    by_id: bool = False
    one_of_several: bool = False
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True)
class Contrast:
    """Why one candidate stands before or behind another: the parts in which they differ, those of most points first.

    The points of `parts` add up to how much further the first is up than the second, in log odds.
    """

    one: Explanation
    other: Explanation
    parts: tuple[Reason, ...]
    sentences: tuple[str, ...] = ()
