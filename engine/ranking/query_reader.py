"""What a typed text is read as, for terminologies of each wording, and what a person should know of that."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import chain

from engine.models.protocol import NameEncoder
from engine.ranking.exact import exact_candidates
from engine.ranking.known_by_wording import KnownByWording
from engine.ranking.marks.coding_marks import coding_marks
from engine.ranking.reading.core_finding import core_finding
from engine.ranking.reading.correcting import corrections
from engine.ranking.reading.findings_apart import FEWEST, as_coded
from engine.ranking.reading.joined_parts import clauses_of, joined_in, joins_known
from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.listed_findings import Listing, listing_of
from engine.ranking.reading.readings import CORRECTED, EXPANDED, Reading, as_typed, readings
from engine.ranking.reading.rewriting import without_surroundings
from engine.ranking.reading.rewriting_the_past import FAMILY
from engine.ranking.reading.unknown_words import unknown_words, without_unknown_words
from engine.ranking.shelves.shelves import Shelves
from engine.retrieval.word_index import content_key, telling_words
from engine.text import folded, normalise, words
from engine.text.codes import several_codes
from engine.text.dictionary.clinical_dictionary import CAPITALS, CAPITALS_OR_ALONE, ClinicalDictionary
from engine.text.findings.assertion import denies, family_condition, undenied
from engine.text.findings.circumstances import says_a_part
from engine.text.findings.introductions import introduced, slightly_introduced
from engine.text.findings.other_wordings import without_number, without_symbol
from store.records.terminology import Terminology
from store.sqlite import Database

PAST = "h/o "  # before what a text introduces as past
LONG_WORD = re.compile(r"[^\W\d_]{6,}")  # longer than most short forms
OR = re.compile(r"\s+n?or\s+", re.IGNORECASE)
HEADED = re.compile(r"[:=.]\s")  # “PMH: stroke”, which is the form “PMH stroke” but not read as that


class QueryReader:
    """Reads what is typed for the chosen terminologies, through one connection: by the words of every terminology, of
    an encoder, and of the workspace's dictionary."""

    def __init__(self, db: Database, chosen: Sequence[Terminology], known: KnownByWording, shelves: Shelves) -> None:
        self._db, self._chosen, self._by_wording, self._shelves = db, chosen, known, shelves
        self._known: dict[str, KnownNames] = {}  # by wording

    def read(self, text: str, encoder: NameEncoder) -> list[tuple[Reading, ...]]:
        """The readings of a text for each chosen terminology, with the dictionary of its wording."""
        learnt = self._by_wording.learnt_by(encoder) or frozenset()
        found = {wording: self._read_in(text, wording, learnt) for wording in dict.fromkeys(self._wordings)}
        return [found[wording] for wording in self._wordings]

    def introduced(self, text: str) -> str:
        """The finding that a text introduces, “gout” of “Dx: gout” or “a gout”, or that a title of OMIM names; the text
        itself where it introduces none, or where a dictionary or a name has it as it stands."""
        if title := without_symbol(text):
            return self._plain_title(title)
        if not self._by_wording.has_dictionary:
            return text
        dictionaries = [self._by_wording.dictionary(self._db, one) for one in set(self._wordings)]
        surely = introduced(_in_small_letters(text, dictionaries))
        bare = slightly_introduced(surely)
        if bare == text or words(bare) == words(text):  # without marks and capitals alone
            return bare
        if not HEADED.search(text) and _is_form_itself(text, bare, dictionaries):
            return text
        if bare == surely:
            return bare
        begins = "" if surely.startswith(bare) else " ".join(surely.split()[:2])  # “a flutter with block”
        if any(_is_form_itself(one, bare.split()[0], dictionaries) for one in (begins, surely)):
            return surely
        more = telling_words(surely) > telling_words(bare)
        named = more and any(index.has_all_words(surely) for index in self._first.indexes)
        return surely if named else bare

    def _plain_title(self, title: str) -> str:
        """A title of OMIM without its number, where that is a finding of the terminology that is asked first."""
        plain = without_number(title)
        return plain if plain and self._first.of_first.is_finding(plain) else title

    def says_more(self, text: str, bare: str) -> bool:
        """Whether the dictionary writes a text out as a name that what is left of it is not: “flare of COPD”."""
        known = self._first
        left = set(map(content_key, known.ways_of(bare)))
        return any(known.of_first.is_name(one) and content_key(one) not in left for one in known.expansions(text))

    def name_in(self, text: str) -> str:
        """The name of the chosen terminologies, or form of the dictionary, that a text is but for what is said around
        it, “SLE since 2015”, or name but for misspelt words, “broncihtis NOS”; "" where it is none, or another in
        another wording: “hx DVT” is a history where names say what is past."""
        if not self._by_wording.has_dictionary:
            return ""
        of_wording: dict[str, list[Terminology]] = {}
        for one, wording in zip(self._chosen, self._wordings, strict=True):
            of_wording.setdefault(wording, []).append(one)
        found = {self._name_in(text, wording, some) for wording, some in of_wording.items()}
        return found.pop() if len(found) == 1 else ""

    def _name_in(self, text: str, wording: str, chosen: Sequence[Terminology]) -> str:
        db, known = self._db, self._known_in(wording)
        bare = without_surroundings(text, known)
        right = _spelt_right(text, known)
        for form in (right, bare):
            if form != text and known.is_form(form) and not known.is_form(text):
                return form
        bare_right = right if bare == text else _spelt_right(bare, known)
        for name in dict.fromkeys((bare, bare_right)):
            exact = exact_candidates(db, name, chosen, self._shelves) if name != text else []
            if any(not coding_marks(db, one.terminology, [one.concept_id]) for one in exact):
                return name  # and no heading: what else is said may tell the code below it
        indexes = [self._shelves.words(db, one) for one in chosen]
        for one in dict.fromkeys((text, right, bare_right)):
            core = core_finding(one, known, indexes)
            if core and core.lower() in right.lower():  # and no “tonsilitis”, which few names are spelt by
                more = says_a_part(one) and not says_a_part(core)  # which may tell the code below a heading
                return "" if more and self._is_heading(core, chosen) else core
        return ""

    def _is_heading(self, name: str, chosen: Sequence[Terminology]) -> bool:
        """Whether a name is of concepts alone that cannot be sent in as they are."""
        exact = exact_candidates(self._db, name, chosen, self._shelves)
        return bool(exact) and all(coding_marks(self._db, one.terminology, [one.concept_id]) for one in exact)

    def added_to(self, text: str) -> str:
        """The preferred name of the one concept, of any terminology at hand, of which people made a text a name, where
        no dictionary of the chosen says what it stands for; else ""."""
        db = self._db
        deltas = [self._shelves.delta(db, one.slug) for one in self._shelves.at_hand(db)]
        plain = folded(text)
        named = {delta.preferred[edit.concept_id] for delta in deltas for edit in delta.by_text.get(plain, ())}
        wordings = set(self._wordings) if len(named) == 1 else ()
        known = any(self._by_wording.dictionary(db, one).find(text.split()) for one in wordings)
        return named.pop() if wordings and not known else ""

    def listing(self, text: str) -> Listing:
        """The codes or findings that a text may list, none where it names one thing.

        What a family has and what somebody had is said of each: “FHx: asthma, gout”, “PMH: MI, COPD, CVA”. These are
        surely lists, as one of codes is.
        """
        codes = several_codes(text)
        if codes and any(exact_candidates(self._db, code, self._chosen, self._shelves) for code in codes):
            return Listing(codes, surely=True)
        known = self._first
        if of_family := family_condition(text):
            return Listing([f"{FAMILY}{one}" for one in listing_of(of_family, known).parts], surely=True)
        bare = self.introduced(text)
        found = listing_of(text if words(bare) == words(text) else bare, known)  # with its semicolons
        if not bare.lower().startswith(PAST):
            return found._replace(parts=as_coded(found.parts, known))
        each = [one if one.lower().startswith(PAST) else PAST + one for one in found.parts]
        return Listing(each, surely=found.surely or len(each) >= FEWEST)

    def splits(self) -> tuple[Callable[[str], list[str]], ...]:
        """What parts a text into clauses, behind what introduces it, and what parts each of these into findings."""

        def clauses(text: str) -> list[str]:
            bare = self.introduced(text)
            past = PAST if bare.lower().startswith(PAST) and not text.lower().startswith(PAST) else ""
            found = clauses_of(text if words(bare) == words(text) else bare.removeprefix(past), self._first)
            return [one if one.lower().startswith(past) else past + one for one in found]

        return clauses, partial(joined_in, known=self._first)

    def joins_finding(self, text: str) -> bool:
        """Whether a text is a finding, or joins one, but for its side, since when it is, and misspelt words."""
        return joins_known(text, self._first)

    def ways(self, text: str) -> tuple[str, ...]:
        """A text, and the ways in which the dictionary of the terminology that is asked first writes it out."""
        return text, *self._first.expansions(text)

    def unknown_in(self, text: str, encoder: NameEncoder) -> list[str]:
        """The words that nobody here knows, of a text that is mostly in such; [] of another."""
        return unknown_words(text, self._first, self._by_wording.learnt_by(encoder) or frozenset())

    def left_out_in(self, text: str) -> list[str]:
        """The words that nobody here knows, of a text that is read as the finding without them."""
        left = without_unknown_words(text, self._first).split()
        return [one for one in text.split() if one not in left] if left else []

    def _read_in(self, text: str, wording: str, learnt: frozenset[str]) -> tuple[Reading, ...]:
        """The readings of a text; of what it denies, where no name denies it too, or of what it affirms behind that."""
        db, known = self._db, self._known_in(wording)
        if (affirmed := undenied(text)) != text:
            ways = chain((text, without_surroundings(text, known)), corrections(text, known, learnt))
            if not any(map(known.is_form, filter(denies, ways))):  # what is around “MI ruled out” denies it
                same = exact_candidates(db, text, self._shelves.at_hand(db), self._shelves)
                text = text if same else OR.sub(" and ", affirmed) if denies(text) else affirmed  # “no fever or cough”
        return tuple(readings(text, known, learnt))

    @cached_property
    def _wordings(self) -> list[str]:
        """That of each chosen terminology."""
        return [self._shelves.wording(self._db, one.slug) for one in self._chosen]

    @cached_property
    def _first(self) -> KnownNames:
        """What is known for the terminology that is asked first."""
        return self._known_in(self._wordings[0])

    def _known_in(self, wording: str) -> KnownNames:
        """What is known for terminologies of a wording, for the time of the query."""
        if wording not in self._known:
            self._known[wording] = self._by_wording.of(self._db, wording)
        return self._known[wording]


def note_on(text: str, read: Sequence[Reading]) -> str:
    """What a person should know of how a text was read; "" where it was read as it stands."""
    prefix = "What is denied is searched" if denies(text) else "Searched without what is denied"
    denied = f"{prefix}: “{undenied(text)}”. " if read[0].text != normalise(text) else ""
    each = {one.finding: f"“{as_typed(one.text, text)}”" for one in reversed(read) if one.finding}
    if each:
        return f"{denied}Read as {' and '.join(each[at] for at in sorted(each))}, each by itself."
    others = [f"“{as_typed(one.text, text)}”" for one in read if one.kind in (CORRECTED, EXPANDED)]
    return (denied + (f"Read as {' or '.join(others[:3])}." if others else "")).strip()


def _spelt_right(text: str, known: KnownNames) -> str:
    """A text of several words with the misspelt ones as they are likeliest meant; itself where none is misspelt."""
    return next(corrections(text, known, frozenset()), text) if " " in text else text


def _is_form_itself(text: str, bare: str, dictionaries: Sequence[ClinicalDictionary]) -> bool:
    """Whether a dictionary has a text, and as something else than what is left of it: “a flutter”, no “a bedsore”."""
    return any((form := one.find(text.split())) and form != one.find(bare.split()) for one in dictionaries)


def _in_small_letters(text: str, dictionaries: Sequence[ClinicalDictionary]) -> str:
    """A text all in capitals with its long words in small letters, but for what is a short form in capitals alone."""
    if not text.isupper():
        return text
    forms = [form for word in LONG_WORD.findall(text) for one in dictionaries if (form := one.find([word]))]
    capitals = {key for form in forms for key in form if key in (CAPITALS, CAPITALS_OR_ALONE)}
    return text if capitals else LONG_WORD.sub(lambda found: found[0].lower(), text)
