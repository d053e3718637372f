"""Local abbreviations: what the short forms of one abstract stand for, as the abstract itself says."""

from __future__ import annotations

import re

BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
SENTENCE = re.compile(r"[.;:?!]\s")
LEAD_IN = re.compile(r"^(?:or|also|abbreviated|called|termed|designated|named|i\.e\.,?|as|hereafter|known)\s+", re.I)
SHORT = re.compile(r"[^\W_][\w'’/.&+*-]*(?: [\w'’/.&+*-]+)?")
AFTER_HYPHEN = re.compile(r"-([A-Z]{2,})$")
BOTH = re.compile(r"\s*(?:/|\band/or\b|\band\b|\bor\b)\s*")
INNER = re.compile(r"[^\W_]+")
LAST_WORD = re.compile(r"[^\W_][\w'’/.&+*-]*$")
PLURAL = re.compile(r"(.*[^\W\d_a-z]\d*)['’]?s")
WORD = re.compile(r"[^\W_]+(?:[-'’/.&+*][^\W_]+)*")
REPEATED = re.compile(r"\b([^\W\d_]{4,}) \1(?!\w)", re.I)
LETTERS, WORDS = (2, 10), 2


def local_abbreviations(context: str) -> dict[str, str]:
    """Short form -> long form for every “long (short)” and “short (long)” of `context` (a title and abstract).

    A plural short form stands without its “s”; the first definition of a short form counts. Schwartz and Hearst (2003),
    stricter in one point: a short form without a capital or digit is taken only when each of its letters begins a word
    of the long form, which keeps out remarks such as “(mean)”. Wider in four: “Duchenne and Becker muscular dystrophy
    (DMD/BMD)”, letters in another order (“myotonic dystrophy (DM)”), a number that the long form lacks (“long-QT
    syndrome (LQT3)”), and the part after a hyphen (“X-linked adrenoleukodystrophy (X-ALD)” gives ALD too).
    """
    found: dict[str, str] = {}
    parts: dict[str, str] = {}
    for match in BRACKETS.finditer(context):
        before = " ".join(SENTENCE.split(context[max(0, match.start() - 300) : match.start()])[-1].split())
        inside = re.split(r"[,;]\s", match[1].strip(), maxsplit=1)[0]
        short = LEAD_IN.sub("", " ".join(inside.split()))
        if several := _several(short, before):
            for form, long in several:
                found.setdefault(form, long)
            continue
        pair = (_pair(short, before) or _loosely(short, before)) if _is_short(short) else None
        if pair is None and (last := LAST_WORD.search(before)) and _is_short(last[0]):
            pair = _pair(last[0], LEAD_IN.sub("", " ".join(match[1].split())), whole=True)
        if pair is not None:
            found.setdefault(*pair)
            if (after := AFTER_HYPHEN.search(pair[0])) and (part := _pair(after[1], pair[1])):
                parts.setdefault(*part)
    return {**parts, **found}


def expanded(text: str, found: dict[str, str]) -> str:
    """`text` with every short form of `found` written out; a short form in brackets after its long form goes.

    Short forms are whole words in the case of the abstract, with or without a plural “s” or hyphens (“A-T”, “AT”).

    >>> expanded("familial APC", {"APC": "adenomatous polyposis coli"})
    'familial adenomatous polyposis coli'
    """
    if not found or (not any(character.isupper() or character.isdigit() for character in text) and text not in found):
        return text
    said = text.lower()
    for bracket in reversed(list(BRACKETS.finditer(text))):
        long = _long(bracket[1].strip(), found)
        if long is not None and long.lower() in said:
            text = f"{text[: bracket.start()].rstrip()}{text[bracket.end() :]}"
    spaced = [short for short in found if not WORD.fullmatch(short)]
    for short in sorted(spaced, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(short)}(?!\w)", lambda _, long=found[short]: long, text)  # type: ignore[misc]

    def written_out(match: re.Match[str]) -> str:
        whole = _long(match[0], found)
        return whole if whole is not None else INNER.sub(lambda part: _long(part[0], found) or part[0], match[0])

    replaced = WORD.sub(written_out, text)
    return REPEATED.sub(r"\1", replaced) if replaced != text else text


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


def _is_short(text: str) -> bool:
    """Two to ten characters, at most two words, a letter somewhere, a letter or digit first (the paper)."""
    if not LETTERS[0] <= len(text) <= LETTERS[1] or not SHORT.fullmatch(text):
        return False
    return any(character.isalpha() for character in text) and len(text.split()) <= WORDS


def _pair(short: str, before: str, whole: bool = False) -> tuple[str, str] | None:
    """The short form and its long form at the end of `before` (or all of it, with `whole`); None when none fits."""
    plural = PLURAL.fullmatch(short)
    for form in (plural[1], short) if plural else (short,):
        if len(form) < LETTERS[0]:
            continue
        most = min(len(form) + 5, 2 * len(form))
        words = before.split()
        if whole and len(words) > most:
            continue
        long = (
            _from_start(form, before) if whole else _initials(form, before) or _matched(form, " ".join(words[-most:]))
        )
        if long is not None and _sound(form, long):
            return form, long
    return None


def _from_start(short: str, text: str) -> str | None:
    """All of `text` when it has the characters of `short` in order, beginning with the first."""
    letters = iter(text.lower())
    fits = text[:1].lower() == short[0].lower()
    return text.strip(" ,") if fits and all(c in letters for c in short.lower() if c.isalnum()) else None


def _initials(short: str, text: str) -> str | None:
    """The end of `text` whose words begin with the characters of `short`; the paper's search may stop early."""
    wanted = [character for character in short.lower() if character.isalnum()]
    last = list(INNER.finditer(text))[-len(wanted) :]
    return text[last[0].start() :] if [word[0][0].lower() for word in last] == wanted else None


def _loosely(short: str, before: str) -> tuple[str, str] | None:
    """Capitals that are the words' initials in another order, or a match but for the number at the end."""
    words = INNER.findall(before)[-len(short) :]
    capitals = short.isalpha() and short.isupper() and len(short) <= 4 and all(len(word) > 2 for word in words)
    if capitals and sorted(word[0].upper() for word in words) == sorted(short):
        return short, before[before.rfind(words[0]) :]
    if (numbered := re.fullmatch(r"([A-Z]{3,})-?(\d{1,2}[A-Z]?)", short)) and (pair := _pair(numbered[1], before)):
        if re.search(r" (?:[IVX]+|\d+)$", pair[1]):
            return None
        return short, f"{pair[1]} {numbered[2]}"
    return None


def _several(shorts: str, before: str) -> list[tuple[str, str]]:
    """The pairs of “first and second head (SHORT1/SHORT2)”, the head being shared or not; [] when one fails."""
    forms, sides = BOTH.split(shorts), BOTH.split(" ".join(before.split()[-12:]))
    if len(forms) != 2 or len(sides) < 2 or not all(_is_short(form) for form in forms):
        return []
    left, right = sides[-2], sides[-1]
    words = right.split()
    second = _pair(forms[1], right)
    ends = ["", *(" ".join(words[start:]) for start in range(1, len(words)))]
    firsts = (_pair(forms[0], f"{left} {end}".strip()) for end in ends)
    first = next((pair for pair in firsts if pair), None)
    return [first, second] if first and second else []


def _matched(short: str, text: str) -> str | None:
    """The shortest end of `text` that has the characters of `short` in order, the first one at a word's start."""
    place = len(text)
    for position in range(len(short) - 1, -1, -1):
        wanted = short[position].lower()
        if not wanted.isalnum():
            continue
        place -= 1
        while place >= 0 and (
            text[place].lower() != wanted or (position == 0 and place > 0 and text[place - 1].isalnum())
        ):
            place -= 1
        if place < 0:
            return None
    return text[place:].strip(' ,"[(') if place < len(text) else None


def _sound(short: str, long: str) -> bool:
    """Whether the pair may stand: longer than the short form, not containing it, brackets closed."""
    if (
        len(long) <= len(short)
        or short in re.split(r"[\s()\[\]-]+", long)
        or long.count("(") != long.count(")")
        or ")," in long
    ):
        return False
    if any(character.isupper() or character.isdigit() for character in short):
        return True
    starts = "".join(word[0] for word in INNER.findall(long)).lower()
    letters = iter(starts)
    return all(character in letters for character in short if character.isalnum())
