"""Conditions that a classification has one code for: “CKD, CHF and HTN” in any order, “agitation in dementia” the other
way round."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import NamedTuple

from engine.text.dictionary.clinical_dictionary import ClinicalDictionary, key_of
from engine.text.dictionary.defaults import giving_way
from engine.text.dictionary.expansions import expansions
from engine.text.dictionary.form_words import SIDE_WORDS
from engine.text.dictionary.written_forms import forms_of, rows_of
from engine.text.sides import unsided

PARTS, NAMES = (Path(__file__).with_name(f"combination_{name}.tsv") for name in ("parts", "names"))
MOST_CONDITIONS = 4  # conditions of one text
IN_A_LIST = frozenset({"hypertension", "diabetes", "coronary artery disease", "COPD"})  # go with what else is listed
HEART_FAILURES = {"heart failure", "systolic heart failure", "diastolic heart failure"}
CODED_BESIDE = frozenset(  # conditions that keep a code of their own beside that of the combination
    {*HEART_FAILURES, "kidney disease", "kidney failure", "foot ulcer", "skin ulcer", "pneumonia", "diabetes"}
)
DICTIONARIES = 8  # that are asked by turns: a workspace has one for each wording
JOINS = re.compile(
    r"\s*(?:[,;+&]|(?<=\s)/(?=\s)"
    r"|\b(?:in (?:an? |the )?(?:setting|context|patient|pt|person|someone) (?:of|with)|complicated by|complicating"
    r"|associated with|accompanied by|secondary to|caused by|due to|because of|on top of|along with|as well as"
    r"|resulting in|leading to|and|with|in|from|plus|d/t|2/2|c/b|w(?!/))\b)\s*",
    re.IGNORECASE,
)
FIRST = re.compile(r"^(?:an?|the|known|underlying|also|both) +", re.IGNORECASE)
DIABETES = re.compile(r"\btype [12] (?=diabetes)")  # its name has type 2, which gives way to what is typed


class Combinations(NamedTuple):
    """What a part of a text may be, by its key, and the name of each set of such parts."""

    parts: dict[str, tuple[frozenset[str], ...]]
    names: dict[frozenset[str], str]


def combined(text: str, dictionary: ClinicalDictionary) -> str:
    """The name that a classification has for the conditions of a text together, or the same conditions as the
    dictionary has a form for them; "" where it has none, and of what is no combination.

    >>> from engine.text.dictionary.clinical_dictionary import shipped
    >>> combined("asthma, COPD", shipped()), combined("sore throat, fever", shipped())
    ('other specified chronic obstructive pulmonary disease', 'sore throat with fever')
    >>> combined("fever", shipped()), combined("asthma and elbow", shipped())
    ('', '')
    """
    pieces = [FIRST.sub("", piece) for piece in JOINS.split(text) if piece]
    if not 2 <= len(pieces) <= MOST_CONDITIONS or dictionary.find(text.split()) is not None:
        return ""
    return _named_together(text, pieces, dictionary) or _turned(pieces, dictionary)


def combined_in_list(
    findings: Sequence[str], dictionary: ClinicalDictionary, is_name: Callable[[str], bool]
) -> list[str]:
    """The findings of a list where those are joined that a classification takes to go together and has a name for: what
    only says more of another has no place of its own then.

    >>> from engine.text.dictionary.clinical_dictionary import shipped
    >>> combined_in_list(["HTN", "DM2", "CKD3", "neuropathy"], shipped(), lambda name: True)
    ['HTN with CKD3', 'DM2 with CKD3', 'DM2 with neuropathy', 'CKD3']
    """
    known = combinations_in(dictionary)
    meant = [_parts_of(one, dictionary, known)[:1] for one in findings]
    parts = [frozenset[str]().union(*some) for some in meant]
    found: list[tuple[int, str]] = []
    covered: set[int] = set()
    for place, (finding, own) in enumerate(zip(findings, parts, strict=True)):
        others = {at: some for at, some in enumerate(parts) if at != place and some} if own & IN_A_LIST else {}
        rest = dict(others)
        while joined := _most_with(own, rest, known, is_name):
            found.append((place, f"{finding} with {' and '.join(findings[at] for at in joined)}"))
            covered |= {at for at in joined if not parts[at] <= CODED_BESIDE}
            rest = {at: some for at, some in rest.items() if at not in joined}
        if rest == others:
            found.append((place, finding))
    return [one for place, one in found if place not in covered]


def _most_with(
    own: frozenset[str], others: Mapping[int, frozenset[str]], known: Combinations, is_name: Callable[[str], bool]
) -> list[int]:
    """The places of the most of other conditions that one has a name with; [] where it has none."""
    for number in range(min(MOST_CONDITIONS - 1, len(others)), 0, -1):
        for chosen in combinations(others, number):
            if (name := known.names.get(own.union(*(others[at] for at in chosen)))) and is_name(name):
                return list(chosen)
    return []


def _named_together(text: str, pieces: list[str], dictionary: ClinicalDictionary) -> str:
    known = combinations_in(dictionary)
    meant = [_parts_of(piece, dictionary, known) for piece in pieces]
    if not all(meant):
        return ""
    for chosen in product(*meant):
        if name := known.names.get(frozenset().union(*chosen)):
            return giving_way(name, text)
    return ""


def _parts_of(piece: str, dictionary: ClinicalDictionary, known: Combinations) -> list[frozenset[str]]:
    """The parts that a piece of a text may be, the likeliest first; those of the piece without its side where it is
    none with it."""
    for text in dict.fromkeys([piece, unsided(piece, SIDE_WORDS)]):
        keys = (_key(one) for one in (text, *expansions(text, dictionary)))
        if found := list(dict.fromkeys(some for key in keys for some in known.parts.get(key, ()))):
            return found
    return []


def _turned(pieces: list[str], dictionary: ClinicalDictionary) -> str:
    """The pieces in another order, the first with the others, where the dictionary has a form for that."""
    for first, *rest in permutations(pieces):
        form = f"{first} with {' and '.join(rest)}"
        if dictionary.find(form.split()) is not None:
            return form
    return ""


@lru_cache(maxsize=DICTIONARIES)
def combinations_in(dictionary: ClinicalDictionary) -> Combinations:
    """The combinations that ship, their parts found by whatever `dictionary` has for them too."""
    names = {_set(row["parts"]): row["name"] for row in rows_of(NAMES)}
    forms = [(part, _set(part)) for part in sorted({part for some in names for part in some})]
    forms += [(form, _set(row["parts"])) for row in rows_of(PARTS) for form in forms_of(row["form"])]
    found: dict[str, dict[frozenset[str], None]] = {}
    for form, parts in forms:
        cases = dictionary.find(form.split()) or {}
        for one in (form, *(meaning for some in cases.values() for meaning in some)):
            found.setdefault(_key(one), {})[parts] = None
    return Combinations({key: tuple(some) for key, some in found.items()}, names)


def _set(written: str) -> frozenset[str]:
    return frozenset(written.split(" + "))


def _key(text: str) -> str:
    return DIABETES.sub("", key_of(text))
