"""Synonyms that a concept lacks, though another terminology of the workspace has them for the same concept."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from engine.placement.audit.records import AuditedTerminology, Elsewhere, Finding
from engine.placement.records import MISSING_SYNONYM
from engine.retrieval.word_index import content_key
from engine.text.stray_marks import without_mark

DISPOSITION = re.compile(  # of a person to a finding, or against it, as OMIM writes
    r"\b(susceptibilit(y|ies)|predisposition) to\b|\bprotection against\b|, (resistance|resistant) to\b"
    r"|, (progression|modifier|severity) of\b|, association with\b",
    re.IGNORECASE,
)
SHORT_FORM = re.compile(r"[A-Z][A-Z\d&/-]{1,5}")  # HF is heart failure, and hydrops fetalis
LEAST_LIKE = 0.3  # cosine of the missing name with the nearest name that the concept has


def missing_synonyms(audited: AuditedTerminology) -> Iterator[Finding]:
    """A finding for each name that the same concept elsewhere has, and that nothing here has.

    A concept elsewhere is the same when they share names that denote one concept on either side. Left out is what is
    no name of it alone, or none at all: what several concepts there are called, what says a disposition to it, and a
    name here with a mark such as “(disease)” behind it.
    """
    here = audited.denoted
    listed: set[tuple[str, int]] = set()
    for elsewhere in audited.others:
        for same in same_concepts(audited, elsewhere.audited):
            yield from _lacking(audited, here, elsewhere, same, listed)


def same_concepts(audited: AuditedTerminology, other: AuditedTerminology) -> Iterator[tuple[int, int, list[str]]]:
    """(concept here, the same concept there, the names that they share), concepts as places in `concept_codes`.

    They share names that denote one concept on either side and are no short forms, and the concept there shares such a
    name with no other.
    """
    here, there = audited.denoted, other.denoted
    shared: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))  # there -> here -> names shared
    for key, owners in there.items():
        if len(owners) == 1 and len(found := here.get(key, ())) == 1:
            number = next(iter(owners))
            name = next(other.texts[one] for one in other.names_of[number] if other.keys[one] == key)  # one at least
            if not SHORT_FORM.fullmatch(name):
                shared[number][next(iter(found))].append(name)
    for number, names in shared.items():
        if len(names) == 1:  # else it is two concepts here, and nobody knows whose the name would be
            ((concept, same),) = names.items()
            yield concept, number, same


def _lacking(
    audited: AuditedTerminology,
    here: dict[int, set[int]],
    elsewhere: Elsewhere,
    same: tuple[int, int, list[str]],
    listed: set[tuple[str, int]],
) -> Iterator[Finding]:
    concept, number, shared = same
    other = elsewhere.audited
    code, own = audited.concept_codes[concept], audited.names_of[concept]
    disposed = any(DISPOSITION.search(audited.texts[name]) for name in own)
    names = [
        name
        for name in other.names_of[number]
        if other.keys[name] not in here
        and len(other.denoted[other.keys[name]]) == 1
        and (disposed or not DISPOSITION.search(other.texts[name]))
        and _key_without_mark(other.texts[name], other.keys[name]) not in here
    ]
    if not names:
        return
    like = (np.asarray(other.rows[names], np.float32) @ audited.rows[own].T).max(axis=1)
    for name, cosine in zip(names, like.tolist(), strict=True):
        key = (code, other.keys[name])
        if cosine < LEAST_LIKE or key in listed:
            continue
        listed.add(key)
        there = other.concept_codes[number]
        score = min(1.0, 0.35 + 0.15 * min(len(shared), 3) + 0.2 * cosine)
        reason = (
            f"{elsewhere.title} has it for {other.titles[there]} ({there}), with which the concept shares "
            f"{len(shared)} other name{'s' if len(shared) > 1 else ''}, as “{shared[0]}”."
        )
        yield Finding(MISSING_SYNONYM, code, other.texts[name], there, score, reason)


def _key_without_mark(text: str, key: int) -> int:
    """The key of a name without a mark such as “(disorder)”, of which `key` is the key as it is."""
    clean = without_mark(text)
    return key if clean == text else content_key(clean)
