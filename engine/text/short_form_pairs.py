"""Whether a short form and the words before it belong together (Schwartz and Hearst 2003), and a little beyond."""

from __future__ import annotations

import re

SHORT = re.compile(r"[^\W_][\w'’/.&+*-]*(?: [\w'’/.&+*-]+)?")
BOTH = re.compile(r"\s*(?:/|\band/or\b|\band\b|\bor\b)\s*")
INNER = re.compile(r"[^\W_]+")
PLURAL = re.compile(r"(.*[^\W\d_a-z]\d*)['’]?s")
LETTERS, WORDS = (2, 10), 2


def is_short(text: str) -> bool:
    """Whether a text may be a short form: two to ten characters, at most two words, a letter, a letter or digit first.

    Schwartz and Hearst (2003), and no second word after a word in small letters (“type II”).
    """
    if not LETTERS[0] <= len(text) <= LETTERS[1] or not SHORT.fullmatch(text):
        return False
    words = text.split()
    if len(words) > WORDS or (len(words) == WORDS and words[0].islower()):
        return False  # "type II" is no short form
    return any(character.isalpha() for character in text)


def paired(short: str, before: str, whole: bool = False) -> tuple[str, str] | None:
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
    sought = [character for character in short.lower() if character.isalnum()]
    last = list(INNER.finditer(text))[-len(sought) :]
    if not last or [word[0][0].lower() for word in last] != sought:
        return None
    start = last[0].start()
    return None if text[:start].endswith("-") else text[start:]


def loosely_paired(short: str, before: str) -> tuple[str, str] | None:
    """Capitals that are the words' initials in another order, or a match but for the number at the end."""
    words = INNER.findall(before)[-len(short) :]
    capitals = short.isalpha() and short.isupper() and len(short) <= 4 and all(len(word) > 2 for word in words)
    if capitals and sorted(word[0].upper() for word in words) == sorted(short):
        return short, before[before.rfind(words[0]) :]
    if (numbered := re.fullmatch(r"([A-Z]{3,})-?(\d{1,2}[A-Z]?)", short)) and (pair := paired(numbered[1], before)):
        if re.search(r" (?:[IVX]+|\d+)$", pair[1]):
            return None
        return short, f"{pair[1]} {numbered[2]}"
    return None


def paired_each(shorts: str, before: str) -> list[tuple[str, str]]:
    """The pairs of “first and second head (SHORT1/SHORT2)”, the head being shared or not; [] when one fails."""
    forms, sides = BOTH.split(shorts), BOTH.split(" ".join(before.split()[-12:]))
    if len(forms) != 2 or len(sides) < 2 or not all(is_short(form) for form in forms):
        return []
    left, right = sides[-2], sides[-1]
    words = right.split()
    second = paired(forms[1], right)
    ends = ["", *(" ".join(words[start:]) for start in range(1, len(words)))]
    firsts = (paired(forms[0], f"{left} {end}".strip()) for end in ends)
    first = next((pair for pair in firsts if pair), None)
    return [first, second] if first and second else []


def _matched(short: str, text: str) -> str | None:
    """The shortest end of `text` that has the characters of `short` in order, the first one at a word's start."""
    place = len(text)
    for position in range(len(short) - 1, -1, -1):
        sought = short[position].lower()
        if not sought.isalnum():
            continue
        place -= 1
        while place >= 0 and (
            text[place].lower() != sought or (position == 0 and place > 0 and text[place - 1].isalnum())
        ):
            place -= 1
        if place < 0:
            return None
    whole = text.rfind(" ", 0, place) + 1
    if text[whole:place].endswith("-") and text[whole].lower() == short[0].lower():
        place = whole  # "tissue-type …", not "type …"
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
