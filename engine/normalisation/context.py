"""Context: which of several equal concepts a text means in its abstract, and whether a substance brought it about."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from engine.normalisation.abstract_context import Abstracts
from engine.normalisation.candidate_names import NamedConcept, SearchPool
from engine.normalisation.dictionary import JOIN
from engine.normalisation.exact_match import EXACT
from engine.normalisation.records import FROM_DATA, FROM_ONTOLOGY, Hit, NameMatch, SearchedText, SearchResult

CAUSED = re.compile(r"\b([^\W\d_]+)[- ]induced\b", re.I)
BEFORE = re.compile(r"(?<![\w'’-])([\w'’-]+?)[- ]induced (?=(?!by\b)((?:[\w'’-]+ ?){1,5}))", re.I)
AFTER = re.compile(
    r"(?<![\w'’-])((?:[\w'’-]+ ){1,5}?)(?:(?:that |which )?(?:is|was|are|were) )?"
    r"(?:induced by (?:an? |the )?([\w'’-]+)|"
    r"due to (?:the )?(?:treatment|therapy|use|administration|ingestion|abuse|overdose)\b)",
    re.I,
)
HYPHENS = str.maketrans("‐‑–", "---")
ANY = frozenset(["drug", "substance", "chemical", "chemically", "medication", "medicament"])  # whatever it is called
OTHER_CAUSES = """
activity anxiety autoimmune bacterial cold diet effort exercise fever heat hypoxia infection inflammation injury
ischemia light noise obesity pregnancy pressure radiation reperfusion self shock sleep strain stress surgery trauma
tumor viral virus and are be been had has have is it not or that they was were which who
"""
NO_SUBSTANCE = frozenset(OTHER_CAUSES.split())
MINOR = 0.2  # of the commonest concept's count in the data: a rarer one is no equal


class ContextResolver:
    """Resolves exact matches by their abstract; the concepts that are “induced” are gathered at the first question.

    Of several concepts that a text names equally, the one that the abstract names elsewhere without a doubt leads (one
    sense per discourse: Gale, Church and Yarowsky 1992); failing that, the one that the likest abstract of the data
    means by it. Where a concept is another one “drug-induced” and the abstract says that a substance induced it, as in
    “ketamine-induced psychosis”, it replaces the other in that abstract.
    """

    def __init__(self, pool: SearchPool, match: Callable[[str], NameMatch], abstracts: Abstracts, origins: str) -> None:
        self.pool, self.match, self.abstracts, self.origins = pool, match, abstracts, origins

    def resolve(self, searched: Sequence[SearchedText]) -> list[SearchedText]:
        """The same texts in the same order; only exact matches in an abstract may be led by another concept."""
        named = {one.text: self._named(one.text) for one in searched if one.context and one.found.sieve == EXACT}
        sure: dict[str, set[str]] = defaultdict(set)  # of every abstract with an exact match
        for context, text, found in searched:
            if context and text in named:
                sure[context].update([found.hits[0].concept] if len(named[text]) == 1 else [])
        induced = {context: self._induced(context) for context in sure} if sure and self._caused else {}
        resolved = []
        for context, text, found in searched:
            if context and text in named:
                meant = self._meant(context, text, named[text], sure[context])
                found = self._led(found, meant, induced.get(context, {}))
            resolved.append(SearchedText(context, text, found))
        return resolved

    def _meant(self, context: str, text: str, named: Sequence[NamedConcept], sure: Collection[str]) -> str | None:
        """The one of the equal concepts that the abstract speaks for; None where there is no choice, or it has none."""
        equal = _equal(named)
        if len(equal) < 2:
            return None
        beside = [concept for concept in equal if concept in sure]
        return beside[0] if len(beside) == 1 else self.abstracts.meant(self._places(text), context, equal)

    def _led(self, one: SearchResult, meant: str | None, induced: Mapping[str, str]) -> SearchResult:
        """What was found, led by the concept that is meant, or by what stands for it as induced."""
        named = meant or one.hits[0].concept
        lead = induced.get(named, named)
        resolved = meant is not None or lead != named
        origin = FROM_ONTOLOGY if lead in self.pool.dictionary.names else FROM_DATA
        first = next(
            (hit for hit in one.hits if hit.concept == lead), Hit(lead, self.pool.preferred[lead], 1.0, origin)
        )
        rest = (hit for hit in one.hits if hit.concept != lead)
        return replace(one, hits=(replace(first, score=1.0), *rest), tied=one.tied and not resolved)

    def _named(self, text: str) -> list[NamedConcept]:
        """What a text names exactly."""
        return [named for place in self._places(text) for named in self.pool.naming(place, self.origins)]

    def _in_dictionary(self, text: str) -> set[str]:
        """The concepts that a text names exactly in the dictionary, whatever the data says of it."""
        named = (one for place in self._places(text) for one in self.pool.named[place])
        return {one.concept for one in named if one.origin == FROM_ONTOLOGY}

    def _places(self, text: str) -> list[int]:
        match = self.match(text)
        return match.places if match.sieve == EXACT else []

    @cached_property
    def _caused(self) -> dict[str, dict[str, str]]:
        """Concept -> cause -> the concept that is the same brought about by it, by the names in the dictionary."""
        found: dict[str, dict[str, str]] = defaultdict(dict)
        reached = self.pool.members(self.origins)
        for concept in sorted(reached):
            name = self.pool.preferred[concept]
            match = CAUSED.search(name) if JOIN not in concept else None
            others = self._in_dictionary(CAUSED.sub("", name)) - {concept} if match else set()
            if match and len(others) == 1 and others <= reached.keys():
                found[others.pop()].setdefault(match[1].lower(), concept)
        return dict(found)

    def _induced(self, context: str) -> dict[str, str]:
        """Concept -> the induced one that stands for it in this abstract."""
        found: dict[str, str] = {}
        for cause, phrases in _induced_in(context):
            for one in next(filter(None, map(self._named, phrases)), []):
                for induced_by, induced in self._caused.get(one.concept, {}).items():
                    if induced_by == cause or (induced_by in ANY and cause not in NO_SUBSTANCE):
                        found.setdefault(one.concept, induced)
        return found


def _equal(named: Sequence[NamedConcept]) -> list[str]:
    """The concepts of which a text may be any: those that the data ties it to often, else those of one weight."""
    most = max(one.weight for one in named)
    annotated = [one for one in named if one.origin == FROM_DATA and one.weight >= MINOR * most]
    return list(dict.fromkeys(one.concept for one in annotated or named if annotated or one.weight == most))


def _induced_in(context: str) -> Iterator[tuple[str, list[str]]]:
    """What is said to induce, "" for a treatment, and what may be induced, the longest first.

    >>> next(_induced_in("Models of ketamine-induced psychosis."))
    ('ketamine', ['psychosis'])
    >>> next(_induced_in("Psychosis was induced by ketamine."))
    ('ketamine', ['Psychosis'])
    """
    text = " ".join(context.translate(HYPHENS).split())
    for match in BEFORE.finditer(text):
        words = match[2].split()
        yield match[1].lower().rpartition("-")[2], [" ".join(words[:count]) for count in range(len(words), 0, -1)]
    for match in AFTER.finditer(text):
        words = match[1].split()
        yield (match[2] or "").lower(), [" ".join(words[start:]) for start in range(len(words))]
