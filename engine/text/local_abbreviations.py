"""Local abbreviations: what the short forms of one abstract stand for, as the abstract itself says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.text.numbered_short_forms import numbered
from engine.text.short_form_pairs import INNER, LETTERS, PLURAL, is_short, loosely_paired, paired, paired_each
from store.records.mention import Mention

BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
SENTENCE = re.compile(r"[.;:?!]\s")
LEAD_IN = re.compile(r"^(?:or|also|abbreviated|called|termed|designated|named|i\.e\.,?|as|hereafter|known)\s+", re.I)
AFTER_HYPHEN = re.compile(r"-([A-Z]{2,})$")
LAST_WORD = re.compile(r"[^\W_][\w'’/.&+*-]*$")
WORD = re.compile(r"[^\W_]+(?:[-'’/.&+*][^\W_]+)*")
REPEATED = re.compile(r"\b([^\W\d_]{4,}) \1(?!\w)", re.I)


def local_abbreviations(context: str) -> dict[str, str]:
    """Short form -> long form for every “long (short)” and “short (long)” of `context` (a title and abstract).

    A plural short form stands without its “s”; the first definition of a short form counts. Schwartz and Hearst (2003),
    stricter in one point: a short form without a capital or digit is taken only when each of its letters begins a word
    of the long form, which keeps out remarks such as “(mean)”. Wider in four: “Duchenne and Becker muscular dystrophy
    (DMD/BMD)”, letters in another order (“myotonic dystrophy (DM)”), a number that the long form lacks (“long-QT
    syndrome (LQT3)”), and the part after a hyphen (“X-linked adrenoleukodystrophy (X-ALD)” gives ALD too). Numbers say
    which of several is meant (`numbered`).
    """
    found: dict[str, str] = {}
    parts: dict[str, str] = {}
    for match in BRACKETS.finditer(context):
        before = " ".join(SENTENCE.split(context[max(0, match.start() - 300) : match.start()])[-1].split())
        inside = re.split(r"[,;]\s", match[1].strip(), maxsplit=1)[0]
        short = LEAD_IN.sub("", " ".join(inside.split()))
        if several := paired_each(short, before):
            for form, long in several:
                found.setdefault(form, long)
            continue
        pair = (paired(short, before) or loosely_paired(short, before)) if is_short(short) else None
        if pair is None and (last := LAST_WORD.search(before)) and is_short(last[0]):
            pair = paired(last[0], LEAD_IN.sub("", " ".join(match[1].split())), whole=True)
        if pair is not None:
            found.setdefault(*pair)
            if (after := AFTER_HYPHEN.search(pair[0])) and (part := paired(after[1], pair[1])):
                parts.setdefault(*part)
    found = {**parts, **found}
    return found | numbered(context, found)


def expanded(text: str, found: dict[str, str]) -> str:
    """`text` with every short form of `found` written out; a short form in brackets after its long form goes.

    Short forms are whole words in the case of the abstract, with or without a plural “s” or hyphens (“A-T”, “AT”).

    >>> expanded("familial APC", {"APC": "adenomatous polyposis coli"})
    'familial adenomatous polyposis coli'
    """
    if not found or (not any(character.isupper() or character.isdigit() for character in text) and text not in found):
        return text
    lower = text.lower()
    for bracket in reversed(list(BRACKETS.finditer(text))):
        long = _long(bracket[1].strip(), found)
        if long is not None and long.lower() in lower:
            text = f"{text[: bracket.start()].rstrip()}{text[bracket.end() :]}"
    spaced = [short for short in found if not WORD.fullmatch(short)]
    for short in sorted(spaced, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(short)}(?!\w)", lambda _, long=found[short]: long, text)  # type: ignore[misc]

    def written_out(match: re.Match[str]) -> str:
        whole = _long(match[0], found)
        return whole if whole is not None else INNER.sub(lambda part: _long(part[0], found) or part[0], match[0])

    replaced = WORD.sub(written_out, text)
    return REPEATED.sub(r"\1", replaced) if replaced != text else text


def written_out(mentions: Iterable[Mention]) -> Iterator[tuple[Mention, str]]:
    """Each mention with its text, the short forms in it as its abstract spells them out."""
    local = lru_cache(1)(local_abbreviations)  # mentions of a document follow each other
    for mention in mentions:
        yield mention, expanded(mention.text, local(mention.context)) if mention.context else mention.text


def _long(word: str, found: dict[str, str]) -> str | None:
    """What `word` stands for: as it is, without a plural “s”, or with the hyphens and points left out."""
    if word in found:
        return found[word]
    if (plural := PLURAL.fullmatch(word)) and plural[1] in found:
        return found[plural[1]]
    if len(word) > LETTERS[1] or not any(character.isupper() for character in word):
        return None
    bare = _bare(word)
    return next((long for short, long in found.items() if _bare(short) == bare), None)


def _bare(word: str) -> str:
    return re.sub(r"[-.'’]", "", word)
