"""How sure an answer is, in words first: exact, likely or a guess, then per cent."""

from __future__ import annotations

from engine.workbench import confidence_word

LEAST, MOST = 0.01, 0.99  # a probability beyond these is told as beyond them


def sureness(probability: float | None, exact: bool) -> list[str]:
    """The word and the per cent, such as ["likely", "89 %"]; [] where the probability is not known."""
    if probability is None:
        return []
    word = confidence_word(exact, probability)
    if 0 < probability < LEAST:
        return [word, "< 1 %"]
    return [word, "> 99 %" if MOST < probability < 1 else f"{100 * probability:.0f} %"]
