"""What a typed text may mean: as it stands, with words corrected, with short forms and lay words written out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass
from math import log10

from engine.ranking.rewriting import rewritten
from engine.retrieval.word_index import SHORTEST, WordIndex, undoubled
from engine.text import normalise
from engine.text.assertion import affirmed
from engine.text.clinical_dictionary import ClinicalDictionary
from engine.text.expansions import expansions
from engine.text.several_stages import stages_apart
from engine.text.spelling_distance import distance
from engine.text.word_variants import content_words

TYPED, CORRECTED, EXPANDED = "typed", "corrected", "expanded"
MOST = 6  # readings of one text
MOST_FURTHER = 2  # readings whose own short forms are written out, and how many times each
OF_ITS_OWN = 6  # letters of a word that texts have and that is taken at its word: “hart” may be a heart all the same
SHORTEST_JOINED = 3  # letters of each of two words that may be one
OFTEN = 3  # times that names have that one: “syndrometype” stands in one by mistake
SHORTEST_HEARD = 5  # letters of a word that another may sound like: short ones are many
FEWEST_EDITS, LETTERS_AN_EDIT = 2, 2  # edits between words that sound alike: these, or one for so many letters
AS_HEARD = 1.5  # what it takes from the cost of a word that it sounds like the one typed
MANY = 20  # names
FAR_MORE = 10  # times as often as its misspelling a word is written
WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Reading:
    """One way to read a text; `kind` is TYPED, CORRECTED or EXPANDED."""

    text: str
    kind: str = TYPED


def readings(
    text: str, indexes: Sequence[WordIndex], dictionary: ClinicalDictionary, learnt: Container[str] = ()
) -> list[Reading]:
    """The readings of `text`, as typed first, at most MOST.

    A word is misspelt when no name of `indexes` has it in any form and no form of the dictionary; a longer one
    (“community”) only where it is not among the words that the encoder has `learnt` from texts either. The nearest
    word that names have stands in its place, or, for the last, one that goes on as it begins, since somebody may
    still be typing. What somebody's mother had is read as family history, “possible pneumonia” as pneumonia, two
    stages each by itself, a cancer that has spread as where it has spread to, “spotting at 8 weeks” as in a pregnancy,
    and “ring worm” as ringworm too. “Cough without fever” is also read as cough, unless a name says just that. What a
    short form stands for may hold another: “breast ca”, “breast cancer”, “malignant neoplasm”.
    """
    found = [Reading(normalise(text))]
    instead = rewritten(text, dictionary, indexes)
    found += [Reading(normalise(one), EXPANDED) for one in instead]
    text, typed = instead[-1] if instead else text, found[-1].text
    apart = stages_apart(text)
    found += [Reading(normalise(one), EXPANDED) for one in apart]
    written_out = [further for one in apart or [text] for further in expansions(one, dictionary)]
    written_out = [_corrected(one, indexes, learnt, dictionary) for one in map(normalise, written_out)]
    if not written_out and (corrected := _corrected(typed, indexes, learnt, dictionary)) != typed:
        found.append(Reading(corrected, CORRECTED))
        written_out = expansions(corrected, dictionary)
    if (rest := affirmed(text)) and not any(_named(one, indexes) for one in (typed, *written_out)):
        written_out += [rest, *expansions(rest, dictionary)]
    whole = dictionary.find(typed.split()) is not None  # the dictionary says what the whole text stands for
    if not whole and (joined := _joined(typed, indexes, dictionary)) != typed:
        written_out += [joined, *expansions(joined, dictionary)]
    further: list[str] = []
    if not whole:
        first = written_out[:MOST_FURTHER]
        further = [another for one in first for another in expansions(one, dictionary)[:MOST_FURTHER]]
    known = {reading.text for reading in found}
    for one in (*written_out[:MOST_FURTHER], *further, *written_out[MOST_FURTHER:]):
        if (reading := normalise(one)) not in known:
            known.add(reading)
            found.append(Reading(reading, EXPANDED))
    return found[:MOST]


def as_typed(reading: str, text: str) -> str:
    """A reading with the capitals of `text` in the short forms that it still has.

    >>> as_typed("osa with copd", "OSA w COPD")
    'OSA with COPD'
    """
    capitals = {word.lower(): word for word in text.split() if word[1:] != word[1:].lower()}
    return " ".join(capitals.get(word, word) for word in reading.split())


def _corrected(text: str, indexes: Sequence[WordIndex], learnt: Container[str], dictionary: ClinicalDictionary) -> str:
    def replaced(match: re.Match[str]) -> str:
        word = match[0]
        if len(word) < SHORTEST:
            return word
        often = sum(index.surface.get(word, 0) for index in indexes)
        if often and (word in dictionary.words or word in learnt):
            return word if word in dictionary.words else _usual(word, indexes)
        alike = _sounding_alike(word, indexes, dictionary)
        if often:  # names may misspell it: “dermititis”
            other = alike is not None and alike[0] == 1 and -alike[1] >= max(MANY, FAR_MORE * often)
            return alike[2] if alike and other else _usual(word, indexes)
        if _known(word, indexes, learnt, dictionary):  # where it may be misspelt as well
            return alike[2] if alike and -alike[1] >= MANY and len(word) >= OF_ITS_OWN else word
        last = match.end() == len(text)
        nearest = min((one for index in indexes if (one := index.nearest_word(word, unfinished=last))), default=None)
        if alike and (nearest is None or _cost(*alike[:2]) - AS_HEARD <= _cost(*nearest[:2])):
            return alike[2]
        return nearest[2] if nearest else word

    return WORD.sub(replaced, text)


def _sounding_alike(
    word: str, indexes: Sequence[WordIndex], dictionary: ClinicalDictionary
) -> tuple[int, int, str] | None:
    """(edits, minus how often, word): the word of names or forms that a misspelt one likeliest is, of those that sound
    the same (“efusion” is no fusion), or None."""
    if len(word) < SHORTEST_HEARD or not indexes:
        return None
    allowed = max(FEWEST_EDITS, len(word) // LETTERS_AN_EDIT)
    every = dict.fromkeys(one for index in indexes for one in index.by_sound.like(word))
    every |= dict.fromkeys(dictionary.by_sound.like(word))
    near = [
        (edits, -sum(index.surface.get(one, 0) for index in indexes), one)
        for one in every
        if len(one) >= SHORTEST and one != word and (edits := distance(word, one, allowed)) <= allowed
    ]
    return min(near, key=lambda one: (_cost(*one[:2]), one[2]), default=None)


def _cost(edits: int, rarity: int) -> float:
    """How unlikely a word is meant that is so many edits away, and that names have minus `rarity` times."""
    return 2 * edits - 1.5 * log10(1 - rarity)


def _joined(text: str, indexes: Sequence[WordIndex], dictionary: ClinicalDictionary) -> str:
    """`text` with two words as one where that is a word: “ring worm”, “sun burn”."""
    found: list[str] = []
    for word in text.split():
        one = f"{found[-1]}{word}" if found and min(len(found[-1]), len(word)) >= SHORTEST_JOINED else ""
        if one.isalpha() and (
            dictionary.find([one]) is not None or any(index.surface.get(one, 0) >= OFTEN for index in indexes)
        ):
            found[-1] = one
        else:
            found.append(word)
    return " ".join(found)


def _named(text: str, indexes: Sequence[WordIndex]) -> bool:
    """Whether a name has the words of a text and no others."""
    return any(len(index.with_key(text)) for index in indexes)


def _known(word: str, indexes: Sequence[WordIndex], learnt: Container[str], dictionary: ClinicalDictionary) -> bool:
    """Whether a form of the dictionary has a word, or the encoder or names in other forms have it."""
    content = content_words(word)[0]
    learnt_of_texts = len(word) >= OF_ITS_OWN and word in learnt
    return learnt_of_texts or word in dictionary.words or any(content <= index.vocabulary.keys() for index in indexes)


def _usual(word: str, indexes: Sequence[WordIndex]) -> str:
    """A word, or the same with a letter doubled or not where names write it so far more often: Mondo has “tonsilitis”
    once."""
    often: Counter[str] = Counter()
    for index in indexes:
        often.update({one: index.surface[one] for one in index.spellings.get(undoubled(word), ())})
    usual, count = max(often.items(), key=lambda one: one[1], default=(word, 0))
    return usual if count >= FAR_MORE * often[word] else word
