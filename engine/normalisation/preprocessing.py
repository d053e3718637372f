"""Prepare: what is searched for a mention, its text after the pre-processing that is switched on."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from engine.normalisation.candidate_names import SearchPool
from engine.normalisation.exact_match import EXACT, ExactMatcher, keys, spaced
from engine.normalisation.mentions import composites, spelling
from engine.normalisation.mentions.implied import implied
from engine.normalisation.records import NameMatch
from engine.ranking.reading.listed_findings import Listing
from engine.settings import Settings, setting
from engine.text import local_abbreviations, normalise, numbers, plurals, words
from engine.text.findings.assertion import undenied
from engine.text.word_variants import americanised
from store.records.mention import Mention

CONTEXTS, TEXTS = 256, 16_384  # whose abbreviations, and texts whose matches, are remembered


@dataclass(frozen=True)
class Switches(Settings):
    """What is done to a text before it is searched; each can be left out for the ablation."""

    title = "pre-processing"
    abbreviations: bool = setting(True, "Local abbreviations", "Short forms stand for what their abstract spells out.")
    composites: bool = setting(True, "Composites", "“Breast and ovarian cancer” is searched as two names.")
    spelling: bool = setting(True, "Spelling", "A word that no name has is read as the nearest that one has.")
    numbers: bool = setting(True, "Numbers", "Roman, spelt and Arabic numbers are the same.")
    plurals: bool = setting(True, "Plurals", "“Tumours” is “tumour”.")
    order: bool = setting(True, "Order of words", "“Cancer of the breast” and “breast cancer” are the same.")
    wording: bool = setting(True, "Wording", "“Renal tumour” is “kidney neoplasm”; “severe” makes no other disease.")
    exact: bool = setting(True, "Exact match first", "A text that a name equals needs no search.")
    surroundings: bool = setting(
        True,
        "Surroundings",
        "Of equal names the one its abstract, or one like it, speaks of; a drug-induced “psychosis” where it says so.",
    )
    order_learnt: bool = setting(
        True, "Order learnt", "Where annotated mentions are loaded, they teach how candidates are ordered."
    )

    @classmethod
    def without(cls, *names: str) -> Switches:
        """All switches on but these; BadInput for a name that is none."""
        return cls.from_dict(dict.fromkeys(names, False))


@dataclass(frozen=True)
class PreparedMention:
    """`query`: the whole as it is searched; `queries`: its parts, none when it names one thing; `listing`: what it may
    list, where these are its parts."""

    query: str
    queries: tuple[str, ...] = ()
    listing: Listing | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """All that is searched: the whole, then its parts."""
        return (self.query, *self.queries)


class Preparer:
    """Pre-processes mentions for one pool, whose words are the vocabulary of the spelling.

    `known`: texts with their keys, from another preparer with the same switches; this one adds its own. `denials`:
    whether what a text denies is asked in its place. `listing_of`: what a text may list.
    """

    def __init__(
        self,
        pool: SearchPool,
        origins: str,
        switches: Switches,
        known: dict[str, list[str]] | None = None,
        denials: bool = True,
        listing_of: Callable[[str], Listing] | None = None,
    ) -> None:
        self.switches, self._denials, self._listing_of = switches, denials, listing_of
        change = changed(switches, numbers.unified, plurals.singular)
        found = keys(change is not None, switches.order, switches.wording)
        self._exact = ExactMatcher(pool, origins, found, change or spaced, known) if switches.exact else None
        self._names = [pool.texts[place] for place in pool.reached(origins)]
        self._corrector = spelling.Corrector(self._names) if switches.spelling else None
        self._local = lru_cache(CONTEXTS)(self._short_forms)
        self.match = lru_cache(TEXTS)(self._match)

    @cached_property
    def _words(self) -> set[str]:
        """Every word of a name; asked for only when a mention stands in an abstract."""
        return {word for name in self._names for word in words(normalise(name))}

    def _short_forms(self, context: str) -> dict[str, str]:
        """What the text defines, and what it must mean by short forms that it does not define and no name has."""
        found = local_abbreviations.local_abbreviations(context)
        meant = {short: long for short, long in implied(context, found).items() if short.lower() not in self._words}
        return {**meant, **found}

    def _match(self, text: str) -> NameMatch:
        """The names that equal the text; none when exact match is off."""
        return self._exact.places(text) if self._exact else NameMatch([], "")

    def undivided(self) -> Preparer:
        """The same preparer, but that it splits no text."""
        other = copy(self)
        other.switches = replace(self.switches, composites=False)
        return other

    def prepare(self, mention: Mention) -> PreparedMention:
        """The whole text and its parts; a text that a name equals as it is written is not changed further.

        Of a text that only denies what is denied is asked.
        """
        text = mention.text
        if self.switches.abbreviations and mention.context:
            text = local_abbreviations.expanded(text, self._local(mention.context))
        if self._known(text):
            return PreparedMention(text)
        if text != mention.text and self._known(mention.text):
            return PreparedMention(mention.text)
        if self._denials and (affirmed := undenied(text)) != text:
            return self.prepare(replace(mention, text=affirmed))
        if self._listing_of and self.switches.composites and (listing := self._listing_of(text)).parts:
            return PreparedMention(text, tuple(listing.parts), listing)
        parts = composites.split(text, self._known) if self.switches.composites else []
        queries = tuple(self._corrected(part) for part in parts) if len(parts) > 1 else ()
        return PreparedMention(self._corrected(text), queries)

    def _known(self, text: str) -> bool:
        """Whether a name equals the text."""
        return self.match(text).sieve == EXACT

    def _corrected(self, text: str) -> str:
        if self.match(text).places:
            return text
        corrected = text if self._corrector is None else self._corrector.corrected(text)
        return text if normalise(corrected) == normalise(text) else corrected


def changed(
    switches: Switches, numbers: Callable[[str], str], plurals: Callable[[str], str]
) -> Callable[[str], str] | None:
    """A function that unifies numbers, plurals and spelling as the switches say; None when none of the three is on."""
    given = ((numbers, switches.numbers), (plurals, switches.plurals), (americanised, switches.wording))
    steps = [step for step, on in given if on]
    if not steps:
        return None

    def change(text: str) -> str:
        for step in steps:
            text = step(text)
        return spaced(text)

    return change
