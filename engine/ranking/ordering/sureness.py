"""How sure an answer is, in words first: exact, likely or a guess, then per cent."""

from __future__ import annotations

from engine.text.counts import percent

EXACT, LIKELY, GUESS = "exact", "likely", "guess"
LIKELY_FROM = 0.5  # the probability from which on an answer is likely; below it is a guess
LOWEST_TOLD, HIGHEST_TOLD = 0.01, 0.99  # a probability beyond these is told as beyond them


def confidence_word(exact: bool, probability: float | None) -> str:
    """EXACT where the text itself is the name, else LIKELY or GUESS by the probability; "" where that is not known."""
    if exact:
        return EXACT
    if probability is None:
        return ""
    return LIKELY if probability >= LIKELY_FROM else GUESS


def sureness(probability: float | None, exact: bool) -> list[str]:
    """The word and the per cent; [] where the probability is not known.

    >>> sureness(0.89, False), sureness(0.998, False)
    (['likely', '89 %'], ['likely', '> 99 %'])
    """
    if probability is None:
        return []
    word = confidence_word(exact, probability)
    if 0 < probability < LOWEST_TOLD:
        return [word, f"< {percent(LOWEST_TOLD)}"]
    return [word, f"> {percent(HIGHEST_TOLD)}" if HIGHEST_TOLD < probability < 1 else percent(probability)]
