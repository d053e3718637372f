"""How much character TF-IDF counts beside an encoder in the hybrid score, and how people write it."""

from __future__ import annotations

from engine.errors import BadInput

TFIDF, AUTO = "tfidf", "auto"  # TF-IDF alone as an “encoder”; the weight chosen on dev
TRIED = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)  # on dev
USUAL = 0.5  # without dev: on NCBI's and BC5CDR's dev mentions the order learnt makes them nearly equal


def usual(dev: bool) -> str:
    """The weight where nobody names one: chosen on dev mentions where there are any."""
    return AUTO if dev else f"{USUAL:g}"


def weight(text: str) -> float | None:
    """The weight of TF-IDF, None for “auto”; BadInput for what is neither."""
    if text == AUTO:
        return None
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e6:
        raise BadInput(f"The weight of TF-IDF cannot be “{text}”; give a number of 0 or more, or auto.")
    return number
