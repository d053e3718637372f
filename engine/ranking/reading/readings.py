"""What a typed text may mean: as it stands, with words corrected, with short forms and lay words written out."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from engine.ranking.reading.correcting import corrected, corrections, is_spelt
from engine.ranking.reading.findings_apart import as_coded, findings_apart, joins_findings
from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.rewriting import rewritten
from engine.text import LETTERS, normalise
from engine.text.findings.assertion import affirmed
from engine.text.findings.combinations import combined
from engine.text.findings.no_finding import only_qualifies
from engine.text.findings.several_stages import stages_apart

TYPED, CORRECTED, EXPANDED = "typed", "corrected", "expanded"
MOST_READINGS = 6  # readings of one text
MOST_OF_EACH = 2  # more of each finding of a text that joins several
MOST_FURTHER = 2  # readings whose own short forms are written out, and how many times each
STAND_ALONE = frozenset(["after"])  # “yellow after birth” is no afterbirth
SHORTEST_JOINED = 3  # letters of each of two words that may be one
LONGEST_RESPELT = 15  # words of a text that every rule reads again
STOPS = ",;:"  # that stand behind a word
OFTEN = 3  # times that names have that one: “syndrometype” stands in one by mistake


@dataclass(frozen=True)
class Reading:
    """One way to read a text; `kind` is TYPED, CORRECTED or EXPANDED; `finding` is the number of the finding or stage
    that it is of, where the text joins several, else 0."""

    text: str
    kind: str = TYPED
    finding: int = 0


def readings(text: str, known: KnownNames, learnt: Container[str] = ()) -> list[Reading]:
    """The readings of `text`, as typed first: at most MOST_READINGS, and MOST_OF_EACH more of each finding or misspelt
    whole.

    A word is misspelt when no name that is `known` has it in any form and no form of the dictionary; a longer one
    (“community”) only where it is not among the words that the encoder has `learnt` from texts either. The nearest
    word that names have stands in its place, or, for the last, one that goes on as it begins, since somebody may
    still be typing. What somebody's mother had is read as family history, “possible pneumonia” as pneumonia, two
    stages or findings each by itself, a cancer that has spread as where it has spread to, “spotting at 8 weeks” as in
    a pregnancy, and “ring worm” as ringworm too. “Cough without fever” is also read as cough, unless a name says just
    that. What a short form stands for may hold another: “breast ca”, “breast cancer”, “malignant neoplasm”.
    """
    found, instead = [Reading(normalise(text))], rewritten(text, known)
    if right := _respelt(text, (text, *instead)[-1], known, learnt):
        as_meant, *others = readings(right, known, learnt)
        return [*found, Reading(as_meant.text, CORRECTED), *others][: MOST_READINGS + MOST_OF_EACH]
    found += [Reading(normalise(one), EXPANDED) for one in instead]
    text, typed = instead[-1] if instead else text, found[-1].text
    parts = _parts(text, known, learnt)
    found += [Reading(normalise(one), EXPANDED, number) for number, one in enumerate(parts, 1)]
    ways_of_parts = [_ways_of_part(one, known) for one in parts]
    written_out = _written_out(text, ways_of_parts, known, learnt)
    unfinished = not text.isupper()  # CAUTI is no beginning of “cautious”
    spelt = typed if written_out else corrected(typed, known, learnt, unfinished=unfinished)
    if spelt != typed:
        found.append(Reading(spelt, CORRECTED))
        written_out = [*known.expansions(spelt)]
    written_out += _affirmed(text, typed, written_out, known)
    if not (whole := known.is_form(typed)) and (joined := _joined(typed, known)) != typed:
        written_out += [joined, *known.expansions(joined)]
    first = written_out[: max(MOST_FURTHER, len(parts))]
    of_each = [() if whole else known.expansions(one)[:MOST_FURTHER] for one in first]
    finding_of = {normalise(way): at for at, some in enumerate(ways_of_parts, 1) for way in some}
    for one, further in zip(first, of_each, strict=True):
        finding_of |= {normalise(another): finding_of.get(one, 0) for another in further}
    ordered = (*first, *chain.from_iterable(of_each), *written_out[len(first) :])
    known_so_far = {reading.text for reading in found}
    new = (one for one in dict.fromkeys(map(normalise, ordered)) if one not in known_so_far)
    found += [Reading(one, EXPANDED, finding_of.get(one, 0)) for one in new]
    return found[: MOST_READINGS + MOST_OF_EACH * len(parts)]


def _parts(text: str, known: KnownNames, learnt: Container[str]) -> list[str]:
    """The stages or findings that a text joins, each by itself, misspelt ones as they are meant; [] where it joins
    none."""
    if stages := stages_apart(text):
        return stages
    apart = findings_apart(text, known)
    if not apart and joins_findings(text):
        apart = findings_apart(corrected(normalise(text), known, learnt), known)
    return as_coded(apart, known)


def _ways_of_part(part: str, known: KnownNames) -> tuple[str, ...]:
    """The ways in which the dictionary writes a part out, or the name of what it joins."""
    joined = "" if known.is_form(part) else combined(part, known.dictionary)
    return (joined,) if joined else known.expansions(part)


def _written_out(
    text: str, ways_of_parts: Sequence[Sequence[str]], known: KnownNames, learnt: Container[str]
) -> list[str]:
    """The ways to write a text out, or those of its parts by turns, with words corrected that the dictionary has not
    brought."""
    by_turns = [way for turn in zip_longest(*ways_of_parts) for way in turn if way]
    ways = by_turns if ways_of_parts else known.expansions(text)
    of_the_dictionary = {word for one in ways for word in normalise(one).split()} - set(normalise(text).split())
    return [corrected(one, known, learnt, of_the_dictionary) for one in map(normalise, ways)]


def _affirmed(text: str, typed: str, written_out: Sequence[str], known: KnownNames) -> list[str]:
    """What a text affirms beside what it denies, as it stands and written out, unless a name says just that."""
    rest = affirmed(text)
    if not rest or only_qualifies(rest) or any(map(known.is_name, (typed, *written_out))):
        return []
    return [rest, *known.expansions(rest)]


def _respelt(text: str, meant: str, known: KnownNames, learnt: Container[str]) -> str:
    """`text` with its misspelt words as they are meant, where it is read as a finding then and is `meant` as none now,
    or as one without a misspelt word: “wound infection postop, superifcial”; else "". Of what a word may be that goes
    first which makes the text known as a whole: “stoes in kidney” are stones, not toes."""
    if not 1 < len(text.split()) <= LONGEST_RESPELT or known.is_finding(text):
        return ""
    if known.is_finding(meant) and all(is_spelt(word, known) for word in LETTERS.findall(text.lower())):
        return ""
    ways = [*corrections(text, known, learnt)]
    if whole := next(filter(known.is_finding, ways), ""):
        return whole
    first = "" if known.is_finding(meant) else next(iter(ways), "")
    return first if first and known.is_finding((first, *rewritten(first, known))[-1]) else ""


def as_typed(reading: str, text: str) -> str:
    """A reading with the capitals of `text` in the short forms that it still has.

    >>> as_typed("osa with copd", "OSA w COPD")
    'OSA with COPD'
    >>> as_typed("htn", "HTN, T2DM")
    'HTN'
    """
    typed = (word.strip(STOPS) for word in text.split())
    capitals = {word.lower(): word for word in typed if word[1:] != word[1:].lower()}
    return " ".join(capitals.get(word, word) for word in reading.split())


def _joined(text: str, known: KnownNames) -> str:
    """`text` with two words as one where that is a word: “ring worm”, “sun burn”, “pneumo-thorax”."""
    found: list[str] = []
    for word in text.split():
        if (one := word.replace("-", "")) != word and _is_word(one, known):
            word = one
        last = found[-1] if found and found[-1].lower() not in STAND_ALONE else ""
        one = f"{last}{word}" if min(len(last), len(word)) >= SHORTEST_JOINED else ""
        if _is_word(one, known):
            found[-1] = one
        else:
            found.append(word)
    return " ".join(found)


def _is_word(text: str, known: KnownNames) -> bool:
    """Whether the dictionary or several names have it as a word."""
    return text.isalpha() and (known.is_form(text) or any(i.surface.get(text, 0) >= OFTEN for i in known.indexes))
