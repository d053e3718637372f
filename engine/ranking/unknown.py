"""Honesty about a text of which nothing is known: what of a ranking may stand then, and what a person is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.ranking.ordering.calibration import ALIKE, FEW_WORDS, SAME_WORDS_READ
from engine.retrieval.word_index import WordIndex, telling_words
from engine.text import letters
from engine.text.codes import FULL_CODE
from engine.text.findings.no_finding import QUALIFYING, SEEN, only_doses, only_qualifies, only_says_who
from engine.text.known_words import knows_nothing
from engine.text.spelling_distance import distance
from store.records.terminology import Candidate

OF_LETTERS = 0.1  # what is left of a probability where names have no word of the text
FRAME_WORDS = ["history", "family", "personal", "past", "status", "encounter", "presence", "absence", "screening"]
FRAME = frozenset([*FRAME_WORDS, "trimester"]) | QUALIFYING  # of what says not of what
NORMAL = re.compile(r"normal [^,]+|[^,]+ normal", re.IGNORECASE)  # “ECG normal”, not “chest pain, normal ECG”
SIDED = re.compile(r"\b(left|right) ([^\W\d_]{3,})")
MISSPELT = 3  # edits of a word
BESIDE = re.compile(r"\b(?:with|but|and)\b", re.IGNORECASE)
TAKES = re.compile(r"(?:takes |taking |on (?!(?:and|exertion|call|standing|walking|waking|lying)\b))\w", re.IGNORECASE)
UNKNOWN = "No name here has a word of “{}”, so what follows is a guess from its letters; try other words."
HALF_KNOWN = "No name here has {}, so what follows is a guess; try other words."
KNOWN_ELSEWHERE = "No name here has a word of “{}”; another terminology has, and what follows first is by way of that."
UNKNOWN_SCRIPT = (
    "“{}” is in a script that no name here is written in, so nothing is found; import a terminology in this language, "
    "or type another name."
)
NO_CODE = "No concept here has the code {}, so what follows is a guess from its letters; look at the code again."
NO_LETTERS = "“{}” is no id of a concept here and has no letters, so what follows is a guess; type a name."
QUALIFIERS_ONLY = (
    "“{}” says how far, how bad or on which side, but not of what, so what follows is a guess; add what it is."
)
NO_FINDING = "“{}” says who was seen or how it went, but no finding, so what follows is a guess; add what it is."
DOSE_ONLY = "“{}” says what is taken, but no finding, so what follows is a guess; add what it is for."
NOT_LEARNT = (
    "This encoder has not learnt a word of “{}”, so only words and letters speak for what is found; train vectors on "
    "texts and names like it (Terminologies, Vectors)."
)


def as_far_as_known(
    text: str,
    read: Sequence[str],
    indexes: Mapping[str, WordIndex],
    learnt: frozenset[str] | None,
    found: Sequence[Candidate],
) -> tuple[list[Candidate], str]:
    """The candidates that may stand, and a sentence for a person, "" where something of the text is known.

    text: as it is typed, for the sentence; read: it and its other readings; indexes: the words of each terminology
    that is searched; learnt: those of the encoder, None where it has no list of them. Where the names have no word of
    it, or the encoder learnt none, a candidate that shares no letter with it says nothing and goes, unless another
    terminology lent it. What only letters speak for in its terminology is no more than a guess, nor what a stage or a
    side alone finds, what shares no more than “history of” or “left”, or what is merely like something normal or taken
    (“on warfarin”).
    """
    if note := _names_no_finding(text, read, found):
        return list(map(guess, found)), note.format(text)
    telling = [" ".join(telling_words(one) - FRAME - SEEN) or one for one in read]
    knowing = {slug for slug, index in indexes.items() if any(len(index.weights(one)[0]) for one in telling)}
    found = [
        guess(one)
        if (knowing and one.terminology not in knowing and not one.via)
        or _shares_a_frame(one, read)
        or _is_no_such_finding(one, read[0])
        or _is_half_a_spelling(one, read)
        or _is_of_another_side(one, read[0])
        else one
        for one in found
    ]
    in_names = bool(knowing)
    if not found or (in_names and (learnt is None or not all(knows_nothing(one, learnt) for one in read))):
        return list(found), ""
    known = letters(" ".join(read))
    kin = [one for one in found if not known or one.via or known & letters(one.name)]
    kin = [one if one.via or (in_names and not one.evidence.startswith(ALIKE)) else guess(one) for one in kin]
    if in_names:
        note = NOT_LEARNT
    elif kin and kin[0].via:
        note = KNOWN_ELSEWHERE
    elif kin or any(known & letters(word) for index in indexes.values() for word in index.surface):  # “22q”
        note = UNKNOWN
    else:
        note = UNKNOWN_SCRIPT
    return kin, note.format(text)


def half_known(
    unknown_words: Callable[[], Sequence[str]], left_out: Callable[[], Sequence[str]], found: Sequence[Candidate]
) -> tuple[list[Candidate], str]:
    """The candidates for a text that is mostly in unknown words, or read without them, and a sentence for a person; ""
    for another. The words are asked for only where nothing but likeness speaks for the first candidate, those that are
    left out where it is read as a name."""
    if not found or found[0].via:
        return list(found), ""
    evidence = found[0].evidence
    unknown = unknown_words() if evidence.startswith(ALIKE) else left_out() if evidence == SAME_WORDS_READ else ()
    if not unknown:
        return list(found), ""
    return list(map(guess, found)), HALF_KNOWN.format(" or ".join(f"“{one}”" for one in unknown))


def _names_no_finding(text: str, read: Sequence[str], found: Sequence[Candidate]) -> str:
    """The sentence for a text that is a code, or says how, who or what is taken, and not of what; "" for another."""
    if FULL_CODE.fullmatch(text):
        return NO_CODE
    if not found:
        return ""
    if not letters(text):
        return NO_LETTERS
    if only_qualifies(read[0]):
        return QUALIFIERS_ONLY
    if all(map(only_says_who, read)):
        return NO_FINDING
    return DOSE_ONLY if only_doses(read[0]) else ""


def _shares_a_frame(one: Candidate, read: Sequence[str]) -> bool:
    """Whether the name of a candidate shares words with what was typed, and none but those of FRAME."""
    name = telling_words(one.name)
    shared = {word for text in read for word in name & telling_words(text)}
    return bool(shared) and not one.via and not name <= shared and shared <= FRAME


def _is_no_such_finding(one: Candidate, typed: str) -> bool:
    """Whether something normal was typed, or what somebody takes, and the candidate is merely like that."""
    if not one.evidence.startswith(ALIKE):
        return False
    normal = NORMAL.fullmatch(typed) and not BESIDE.search(typed) and "normal" not in telling_words(one.name)
    return bool(normal) or TAKES.match(typed) is not None


def _is_half_a_spelling(one: Candidate, read: Sequence[str]) -> bool:
    """Whether a candidate is merely like a text of which it has no word but, spelt otherwise, at most half of them:
    “Grauer Star”, read as “brauer star”, is no Brauer-Setleis syndrome."""
    names = telling_words(one.name) | telling_words(one.preferred_name)
    if one.via or not one.evidence.startswith(ALIKE) or names & telling_words(read[0]):
        return False
    shared = [(names & (words := telling_words(text)), words, text) for text in read[1:]]
    found = [(some, words, text) for some, words, text in shared if some]
    return bool(found) and all(
        2 * len(some) <= len(words) and _is_spelling_of(text, read[0]) for some, words, text in found
    )


def _is_spelling_of(text: str, typed: str) -> bool:
    """Whether a text is what was typed but for letters of its words."""
    pairs = [*zip(text.split(), typed.split(), strict=False)]
    return len(text.split()) == len(typed.split()) and all(distance(*pair, MISSPELT) <= MISSPELT for pair in pairs)


def _is_of_another_side(one: Candidate, typed: str) -> bool:
    """Whether a candidate is merely like a text, and has the side of it at something else: “left hand”, and “left
    ventricular tachycardia”."""
    if one.evidence not in (ALIKE, FEW_WORDS) or one.via:
        return False
    at, there = dict(SIDED.findall(typed.lower())), dict(SIDED.findall(one.name.lower()))
    words = telling_words(one.name)
    return any(side in there and not telling_words(what) <= words for side, what in at.items())


def guess(one: Candidate) -> Candidate:
    """A candidate that only letters speak for; one in the encoder's own order has no probability."""
    return one if one.probability is None else replace(one, probability=OF_LETTERS * one.probability)
