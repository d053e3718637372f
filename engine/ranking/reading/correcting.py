"""Words that are misspelt, as they are meant: the nearest word that names have, or one that sounds the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator
from itertools import chain, islice, product
from math import log10

from engine.ranking.reading.known_names import OF_ITS_OWN, KnownNames
from engine.retrieval.spelt_words import SHORTEST, undoubled
from engine.text import LETTERS
from engine.text.findings.no_finding import SEEN
from engine.text.spelling_distance import distance
from engine.text.word_variants import content_words

SHORTEST_HEARD = 5  # letters of a word that another may sound like: short ones are many
FEWEST_EDITS, LETTERS_AN_EDIT = 2, 2  # edits between words that sound alike: these, or one for so many letters
AS_HEARD = 1.5  # what it takes from the cost of a word that it sounds like the one typed
MOST_OF_WORD, MOST_OF_TEXT = 4, 12  # that a misspelt word may be read, and a text with several
SHORTEST_PART = 3  # letters of each of two words that are written as one
MANY = 20  # names
FAR_MORE = 10  # times as often as its misspelling a word is written
DIGIT_BESIDE = re.compile(r"\d")  # of a gene's name, SEMA3A, or a dose


def corrected(
    text: str, known: KnownNames, learnt: Container[str], sure: Container[str] = (), unfinished: bool = True
) -> str:
    """`text` with its misspelt words as they are meant, but for those that are `sure`; its last word may be
    `unfinished`."""
    if not known.corrects:
        return text

    def replaced(match: re.Match[str]) -> str:
        word = match[0]
        if (
            len(word) < SHORTEST
            or word in sure
            or word in SEEN
            or _is_of_people(word, known)
            or DIGIT_BESIDE.search(text[max(match.start() - 1, 0) : match.end() + 1])
        ):
            return word
        often = sum(index.surface.get(word, 0) for index in known.indexes)
        if often and (word in known.dictionary.words or word in learnt):
            return word if word in known.dictionary.words else _usual(word, known)
        alike = _sounding_alike(word, known)
        if often:  # names may misspell it: “dermititis”
            other = alike is not None and alike[0] == 1 and -alike[1] >= max(MANY, FAR_MORE * often)
            return alike[2] if alike and other else _usual(word, known)
        if _is_known(word, known, learnt):  # where it may be misspelt as well
            return alike[2] if alike and -alike[1] >= MANY and len(word) >= OF_ITS_OWN else word
        last = unfinished and match.end() == len(text)
        nearest = min(known.nearest(word, last), default=None)
        if alike and (nearest is None or _cost(*alike[:2]) - AS_HEARD <= _cost(*nearest[:2])):
            return alike[2]
        return nearest[2] if nearest else word

    return LETTERS.sub(replaced, text)


def corrections(text: str, known: KnownNames, learnt: Container[str]) -> Iterator[str]:
    """`text` as it is typed, but for its misspelt words, each as what it may be: as they likeliest are first, at most
    MOST_OF_TEXT. What is all in capitals is a short form."""
    if not known.corrects:
        return
    parts = LETTERS.split(text)
    words = LETTERS.findall(text)
    ways = [[word] if word.isupper() else _may_be(word, known, learnt) for word in words]
    for chosen in islice(product(*ways), MOST_OF_TEXT):
        if list(chosen) != words:
            yield "".join(chain.from_iterable(zip(parts, (*chosen, ""), strict=True)))


def _may_be(word: str, known: KnownNames, learnt: Container[str]) -> list[str]:
    """What a word may be, the likeliest first: the word alone unless it is misspelt."""
    lower = word.lower()
    likeliest = corrected(lower, known, learnt, unfinished=False)
    if likeliest == lower and (is_spelt(lower, known) or len(lower) < SHORTEST):
        return [word]
    others = [one for _, _, one in sorted(known.nearest(lower, unfinished=False))]
    others += [f"{lower[:at]}-{lower[at:]}" for at in _parts(lower, known)]
    first = list(dict.fromkeys([word if likeliest == lower else likeliest, *others]))
    return [*first[:MOST_OF_WORD], *(one for one in first[MOST_OF_WORD:] if "-" in one)]


def _parts(word: str, known: KnownNames) -> list[int]:
    """The places at which a word that no name has is two that names have: “buckethandle”."""
    places = range(SHORTEST_PART, len(word) - SHORTEST_PART + 1)
    return [at for at in places if is_spelt(word[:at], known) and is_spelt(word[at:], known)]


def is_spelt(word: str, known: KnownNames) -> bool:
    """Whether a name, of people too, or a form of the dictionary has a word as it stands."""
    named = any(word in index.surface for index in known.indexes) or _is_of_people(word, known)
    return named or word in known.dictionary.words


def _is_of_people(word: str, known: KnownNames) -> bool:
    """Whether people added a name with a word that is none by mistake, as “hart attack” is heart attack."""
    added, plain = known.added_with(word), known.without_added
    return any(not any(map(plain.is_finding, corrections(name, plain, frozenset()))) for name in added)


def _sounding_alike(word: str, known: KnownNames) -> tuple[int, int, str] | None:
    """(edits, minus how often, word): the word of names or forms that a misspelt one likeliest is, of those that sound
    the same (“efusion” is no fusion), or None."""
    if len(word) < SHORTEST_HEARD or not known.indexes:
        return None
    allowed = max(FEWEST_EDITS, len(word) // LETTERS_AN_EDIT)
    every = dict.fromkeys(one for index in known.indexes for one in index.by_sound.like(word))
    every |= dict.fromkeys(known.dictionary.by_sound.like(word))
    near = [
        (edits, -sum(index.surface.get(one, 0) for index in known.indexes), one)
        for one in every
        if len(one) >= SHORTEST and one != word and (edits := distance(word, one, allowed)) <= allowed
    ]
    return min(near, key=lambda one: (_cost(*one[:2]), one[2]), default=None)


def _cost(edits: int, rarity: int) -> float:
    """How unlikely a word is meant that is so many edits away, and that names have minus `rarity` times."""
    return 2 * edits - 1.5 * log10(1 - rarity)


def _is_known(word: str, known: KnownNames, learnt: Container[str]) -> bool:
    """Whether a form of the dictionary has a word, or the encoder or names in other forms have it."""
    content = content_words(word)[0]
    learnt_of_texts = len(word) >= OF_ITS_OWN and word in learnt
    in_names = any(content <= index.vocabulary.keys() for index in known.indexes)
    return learnt_of_texts or word in known.dictionary.words or in_names


def _usual(word: str, known: KnownNames) -> str:
    """A word, or the same with a letter doubled or not where names write it so far more often: Mondo has “tonsilitis”
    once."""
    often: Counter[str] = Counter()
    for index in known.indexes:
        often.update({one: index.surface[one] for one in index.spellings.get(undoubled(word), ())})
    usual, count = max(often.items(), key=lambda one: one[1], default=(word, 0))
    return usual if count >= FAR_MORE * often[word] else word
