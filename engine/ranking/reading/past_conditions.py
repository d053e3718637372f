"""A condition that somebody had, as the history that a classification has for its codes: measles as an infection."""

from __future__ import annotations

from engine.ranking.headings.personal_histories import history_of, is_over
from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.past_tumours import PERSONAL
from engine.text.icd_codes import is_disease
from engine.text.sides import unsided


def past_condition(what: str, known: KnownNames, *, surely: bool = False) -> str:
    """The history of a condition that is over by its nature, or of any where it is `surely` said to be over; "" where
    the names of that condition have no history, or several."""
    for one in dict.fromkeys((what, unsided(what))):
        if codes := [*filter(is_disease, known.codes_of(one))]:
            histories = {history_of(code) for code in codes}
            name = f"{PERSONAL}{histories.pop()}"
            over = surely or all(any(is_over(code, way) for way in known.ways_of(one)) for code in codes)
            return name if over and not histories and known.of_first.is_name(name) else ""
    return ""
