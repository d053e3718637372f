"""Stray marks: what an export, a copy or a wrong encoding left in a text that is no part of the name."""

from __future__ import annotations

import html
import re
from contextlib import suppress

PLAIN = re.compile(r"[A-Za-z0-9]+(?:(?:, |[ '/-])[A-Za-z0-9]+)*")  # as most names are, and without a mark
TAGS = (
    "disorder|finding|procedure|body structure|morphologic abnormality|observable entity|situation|event|substance|"
    "organism|qualifier value|regime/therapy|clinical finding|context-dependent category|navigational concept|"
    "disease|symptom|medicinal product|medicinal product form|clinical drug|physical object|physical force|"
    "cell structure|record artifact|assessment scale|staging scale|tumor staging|specimen|social concept"
)
SEMANTIC_TAG = re.compile(rf"\((?:{TAGS})\)\s*$", re.I)
HTML_TAG = re.compile(r"</?(?:i|b|sup|sub|em|p|br)\s*/?>", re.I)
INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\ufeff]")
MARKS = (  # what it looks like, how telling it is, what a person reads
    (re.compile(r"\ufffd"), 1.0, "holds the sign � for a character that could not be read"),
    (re.compile(r"[ÃÂ][\u0080-\u00bf]|â€|Ã[\u0152-\u0178]|Î[±²³]"), 1.0, "holds UTF-8 that was read as Latin-1"),
    (re.compile(r"&(?:#\d+|#x[0-9a-f]+|amp|lt|gt|quot|apos|nbsp|[a-z]{2,8});", re.I), 1.0, "holds an HTML entity"),
    (HTML_TAG, 1.0, "holds an HTML tag"),
    (INVISIBLE, 0.95, "holds an invisible character"),
    (SEMANTIC_TAG, 0.95, "ends with a semantic tag, which is no part of the name"),
    (re.compile(r"\S(?:\s{2,}|[\t\n])\S"), 0.9, "holds two blanks in a row, a tab or a line break"),
    (re.compile(r"^\s|\s$"), 0.9, "begins or ends with a blank"),
    (re.compile(r"^[\W_]*$"), 0.9, "holds no letter and no number"),
    (re.compile(r"^[,;:.|\-]\s*\w|[,;:|]\s*$|\?\?"), 0.85, "begins or ends with a stray sign"),
    (re.compile(r"\s[,;](?:\s|$)|[,;]{2}|\(\s*\)"), 0.7, "holds a sign that stands alone"),
)
BRACKETS = {"(": ")", "[": "]", "{": "}"}
UNPAIRED, CLEAR = 0.6, 0.9
CLEAR_MARKS = [look for look, score, _ in MARKS if score >= CLEAR]


def mark_of(text: str) -> tuple[float, str] | None:
    """The clearest mark of a text: how telling it is, up to 1, and what it does, as “holds an HTML tag”; None without.

    >>> mark_of("Gout &amp; toe"), mark_of("Gout, acute")
    ((1.0, 'holds an HTML entity'), None)
    """
    if PLAIN.fullmatch(text):
        return None
    found = next(((score, why) for look, score, why in MARKS if look.search(text)), None)
    return (UNPAIRED, "has a bracket without its partner") if found is None and is_unpaired(text) else found


def without_mark(text: str) -> str:
    """The text without a mark that is clear and can be taken out with nobody looking; the same text where none is.

    >>> without_mark("Heart  attack (disorder)"), without_mark("Heart attack (left)"), without_mark("-")
    ('Heart attack', 'Heart attack (left)', '-')
    """
    if PLAIN.fullmatch(text):
        return text
    if PLAIN.fullmatch(bare := SEMANTIC_TAG.sub("", text).rstrip()):  # as most fully specified names of SNOMED CT
        return bare
    return (without_stray_marks(text) or text) if any(look.search(text) for look in CLEAR_MARKS) else text


def without_stray_marks(text: str) -> str:
    """The text without the marks that can be taken out, the same text where what belongs there cannot be told.

    >>> without_stray_marks("SjÃ¶gren  syndrome (disorder)"), without_stray_marks("Gout &amp; toe ,")
    ('Sjögren syndrome', 'Gout & toe')
    """
    text = html.unescape(text)
    for encoding in () if text.isascii() else ("cp1252", "latin-1"):
        with suppress(UnicodeError):
            text = text.encode(encoding).decode("utf-8")
            break
    text = HTML_TAG.sub("", INVISIBLE.sub("", text))
    text = re.sub(r"\(\s*\)", "", SEMANTIC_TAG.sub("", text))
    text = re.sub(r"\s+([,;])(?=\s|$)", r"\1", re.sub(r"([,;]){2,}", r"\1", text))
    return " ".join(text.split()).strip(",;:| ").lstrip(".-")


def is_unpaired(text: str) -> bool:
    """Whether a bracket of the text is not closed, or was not opened."""
    waiting: list[str] = []
    for sign in text:
        if sign in BRACKETS:
            waiting.append(BRACKETS[sign])
        elif sign in BRACKETS.values() and (not waiting or waiting.pop() != sign):
            return True
    return bool(waiting)
