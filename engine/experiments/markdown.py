"""Tables in Markdown, as every experiment writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

DASH = "–"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; cells as they are."""
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def number(value: float | None, signed: bool = False, digits: int = 3) -> str:
    """A number with its sign where it is a difference; nothing for None."""
    return "" if value is None else f"{value:+.{digits}f}" if signed else f"{value:.{digits}f}"


def ends(found: Mapping[str, float | None], form: str = ".3f") -> str:
    """An interval {"low", "high"} as 0.702 to 0.793; nothing where there is none."""
    return "" if found["low"] is None or found["high"] is None else f"{found['low']:{form}} to {found['high']:{form}}"


def mean_and_spread(mean: float | None, spread: float | None) -> str:
    """0.576 ± 0.015, without a spread where there is one run; a dash where the mean is not defined."""
    return (number(mean) or DASH) + ("" if spread is None else f" ± {spread:.3f}")


def interval(difference: float | None, low: float | None, high: float | None) -> str:
    """A difference with its interval: +0.051 (+0.020 to +0.083); a dash for what too few queries leave unknown."""
    return _with_ends(number(difference, signed=True), number(low, signed=True), number(high, signed=True))


def difference(found: Mapping[str, float | None] | None) -> str:
    """A paired difference {"difference", "low", "high"} with its interval; nothing where there is none."""
    return interval(found["difference"], found["low"], found["high"]) if found else ""


def value_interval(found: Mapping[str, float | None]) -> str:
    """{"value", "low", "high"} as 0.750 (0.702 to 0.793), with the same dash."""
    return _with_ends(*(number(found[name]) for name in ("value", "low", "high")))


def _with_ends(value: str, low: str, high: str) -> str:
    return f"{value} ({f'{low} to {high}' if low and high else DASH})" if value else DASH
