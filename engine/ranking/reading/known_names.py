"""What texts are known by: the forms of a dictionary and the names of terminologies, asked by every rule of reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from engine.retrieval.delta import Delta
from engine.retrieval.spelt_words import SpeltWords
from engine.retrieval.word_index import EMPTY, WordIndex, telling_words
from engine.text.dictionary.clinical_dictionary import WORDINGS, ClinicalDictionary
from engine.text.dictionary.expansions import expansions

WAYS = 3  # to write a text out that are looked at
FEW_NAMES, MANY_NAMES, COMMAS_OF_A_LIST = 5, 12, 2  # names that are looked at
REMEMBERED = 5_000  # texts that were looked up
OF_ITS_OWN = 6  # letters of a word that texts have and that is taken at its word: “hart” may be a heart all the same

Rules = Callable[[str, "KnownNames"], tuple[str, ...]]  # what they make of a text, each of what the one before left


@dataclass(frozen=True)
class FindingAmongNames:
    """A finding in the ways to write it, and the names of some indexes, which are asked what they say of it."""

    ways: Sequence[str]
    indexes: Sequence[WordIndex]

    def is_said_with(self, text: str) -> bool:
        """Whether a name has all words of the finding and one of a text, in any form."""
        words = telling_words(text)
        for index in self.indexes:
            forms, rows = _forms(words, index), map(index.rows_with_all, self._words)
            if any(bool(index.shared(some, forms)[0].any()) for some in rows):
                return True
        return False

    def shares_a_name_with(self, text: str) -> bool:
        """Whether a name has a word of the finding and one of a text, in any form."""
        words, own = telling_words(text), frozenset[str]().union(*self._words)
        found = ((index, index.rows_with_any(_forms(words, index))) for index in self.indexes)
        return any(bool(index.shared(rows, own)[0].any()) for index, rows in found)

    @cached_property
    def _words(self) -> list[frozenset[str]]:
        """The telling words of the finding in each way to write it."""
        return [telling_words(way) - EMPTY for way in self.ways]


def _forms(words: Iterable[str], index: WordIndex) -> set[str]:
    return {form for word in words for form in index.forms_of(word)}


class FormWords(SpeltWords):
    """The words that forms of a dictionary have, each once, as a misspelt one may be one of them."""

    def __init__(self, words: Iterable[str]) -> None:
        self.surface = dict.fromkeys(words, 1)


@lru_cache(maxsize=2 * len(WORDINGS))
def form_words(dictionary: ClinicalDictionary) -> FormWords:
    """The words of a dictionary's forms; made once, when a word is first misspelt."""
    return FormWords(dictionary.words)


class KnownNames:
    """A dictionary, indexes of names and what people added, for the rules that read texts; ways to write a text out,
    findings and words that a misspelt one may be, which they ask for again and again, are looked up once."""

    def __init__(
        self,
        dictionary: ClinicalDictionary,
        indexes: Sequence[WordIndex] = (),
        added: Sequence[Delta] = (),
        corrects: bool = True,
    ) -> None:
        """`corrects`: whether misspelt words are put right; else every word is taken as it stands."""
        self.dictionary, self.indexes, self._added, self.corrects = dictionary, indexes, added, corrects
        self._expansions: dict[str, tuple[str, ...]] = {}
        self._findings: dict[str, FindingAmongNames | None] = {}
        self._nearest: dict[tuple[str, bool], list[tuple[int, int, str]]] = {}
        self._rewritten: dict[tuple[Rules, str], tuple[str, ...]] = {}

    def serves(self, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex], added: Sequence[Delta]) -> bool:
        """Whether it is made of these very objects, which nobody changes, and does not remember too much yet."""
        mine, theirs = (self.dictionary, *self.indexes, *self._added), (dictionary, *indexes, *added)
        same = len(mine) == len(theirs) and all(one is other for one, other in zip(mine, theirs, strict=True))
        every: list[Sized] = [self._expansions, self._findings, self._nearest, self._rewritten]
        return same and sum(map(len, every)) <= REMEMBERED

    def rewritten(self, text: str, rules: Rules) -> tuple[str, ...]:
        """What rules make of a text that look at nothing but these names."""
        if (rules, text) not in self._rewritten:
            self._rewritten[rules, text] = rules(text, self)
        return self._rewritten[rules, text]

    def is_form(self, text: str) -> bool:
        """Whether the dictionary has a whole text."""
        return self.dictionary.find(text.split()) is not None

    def added_with(self, word: str) -> Iterator[str]:
        """The names that people added with a word, in small letters."""
        for delta in self._added:
            if word in delta.words:
                yield from (name for name in delta.by_text if word in name.split())

    @cached_property
    def without_added(self) -> KnownNames:
        """The same without what people added."""
        return KnownNames(self.dictionary, self.indexes, corrects=self.corrects)

    @cached_property
    def of_first(self) -> KnownNames:
        """The same with the names of the terminology that comes first alone."""
        first = KnownNames(self.dictionary, self.indexes[:1], corrects=self.corrects)
        first._expansions = self._expansions  # which are the dictionary's alone
        return first

    def expansions(self, text: str) -> tuple[str, ...]:
        """The ways in which the dictionary writes a text out; see `engine.text.dictionary.expansions`."""
        if text not in self._expansions:
            self._expansions[text] = tuple(expansions(text, self.dictionary))
        return self._expansions[text]

    def ways_of(self, text: str) -> tuple[str, ...]:
        """A text as it stands, and written out."""
        return (text, *self.expansions(text)[:WAYS])

    def nearest(self, word: str, unfinished: bool) -> list[tuple[int, int, str]]:
        """(edits, minus how often, other word) of the names, and of the dictionary's forms for a longer word, that a
        misspelt word may be."""
        if (word, unfinished) not in self._nearest:
            found = [one for index in self.indexes for one in index.nearest_words(word, unfinished)]
            if self.indexes and len(word) >= OF_ITS_OWN:
                found += form_words(self.dictionary).nearest_words(word, unfinished=False)
            self._nearest[word, unfinished] = found
        return self._nearest[word, unfinished]

    def is_name(self, text: str) -> bool:
        """Whether a name has the words of a text and no others."""
        return any(len(index.with_key(text)) for index in self.indexes)

    def form_or_name(self, texts: Sequence[str]) -> str:
        """The first of several wordings that the dictionary has, else the first that is a name; "" where none is."""
        return next(chain(filter(self.is_form, texts), filter(self.is_name, texts)), "")

    def is_named(self, text: str) -> bool:
        """Whether a text is known as it stands: a name has its words, or it is a short form of the dictionary."""
        return self.is_form(text) if text.isupper() else self.is_name(text)

    def codes_of(self, text: str) -> list[str]:
        """The ids of the concepts of the terminology that comes first that have a text as a name, as it stands, else
        written out; else of those whose names have all its words, where they are few."""
        index, ways = self.indexes[0] if self.indexes else None, self.ways_of(text)
        if index is None:
            return []
        named = (index.with_key(way)[:FEW_NAMES] for way in ways)
        with_all_words = (index.rows_with_all(telling_words(way)) for way in ways)
        found = chain(named, (rows for rows in with_all_words if len(rows) <= MANY_NAMES))
        return next((index.codes(rows) for rows in found if len(rows)), [])

    def codes_with(self, text: str) -> list[str]:
        """The ids of the concepts of the terminology that comes first whose names have all words of a text."""
        index = self.indexes[0] if self.indexes else None
        return [] if index is None else index.codes(index.rows_with_all(telling_words(text)))

    def is_in_a_name(self, text: str) -> bool:
        """Whether a name has all words of a text."""
        return any(index.has_all_words(text) for index in self.indexes)

    def is_in_a_name_of_its_own(self, text: str, parts: Sequence[str]) -> bool:
        """Whether a name has all words of a text and is no list of signs, as a syndrome's may be that has two findings
        among others. Where the terminology that comes first names each of the text's `parts`, its names alone count.
        """
        words = telling_words(text)
        for index in self.indexes[:1] if all(map(self.of_first.finding, parts)) else self.indexes:
            rows = index.rows_with_all(words)
            names = index.texts(rows[:FEW_NAMES])
            if len(names) < len(rows) or any(name.count(",") < COMMAS_OF_A_LIST for name in names):
                return True
        return False

    def has_words_of(self, text: str) -> bool:
        """Whether names have each word of a text."""
        return all(any(word in index.vocabulary for index in self.indexes) for word in telling_words(text))

    def is_word_of_others(self, word: str) -> bool:
        """Whether a name has a word and nothing that it stands for: “cold”, and not “t2dm”, which is in “T2DM - type 2
        diabetes mellitus” alone."""
        meanings = [telling_words(way) for way in self.expansions(word)]
        for index in self.indexes:
            rows = index.rows_with_all(telling_words(word))
            if len(rows) > FEW_NAMES:
                return True
            if not all(any(one <= name for one in meanings) for name in map(telling_words, index.texts(rows))):
                return True
        return False

    @cached_property
    def says_what_is_past(self) -> bool:
        """Whether the terminology that comes first has names for what somebody had, “personal history of …”."""
        return self.of_first.is_in_a_name("personal history")

    def finding(self, text: str) -> FindingAmongNames | None:
        """A text as a finding, where a name has its words and no others, as it stands or written out."""
        if text not in self._findings:
            ways = self.ways_of(text)
            of_them = (index for index in self.indexes if any(len(index.with_key(way)) for way in ways))
            index = next(of_them, None)
            self._findings[text] = None if index is None else FindingAmongNames(ways, [index])
        return self._findings[text]

    def is_finding(self, text: str) -> bool:
        """Whether a text is a form of the dictionary or a finding."""
        return self.is_form(text) or self.finding(text) is not None
