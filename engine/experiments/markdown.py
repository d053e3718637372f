"""Tables in Markdown, as every experiment writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

DASH = "–"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; cells as they are."""
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def number(value: float | None, signed: bool = False) -> str:
    """Three decimals, with its sign where it is a difference; nothing for None."""
    return "" if value is None else f"{value:+.3f}" if signed else f"{value:.3f}"


def interval(difference: float | None, low: float | None, high: float | None) -> str:
    """A difference with its interval: +0.051 (+0.020 to +0.083); a dash for what too few queries leave unknown."""
    return _with_ends(number(difference, signed=True), number(low, signed=True), number(high, signed=True))


def value_interval(found: Mapping[str, float | None]) -> str:
    """{"value", "low", "high"} as 0.750 (0.702 to 0.793), with the same dash."""
    return _with_ends(*(number(found[name]) for name in ("value", "low", "high")))


def _with_ends(value: str, low: str, high: str) -> str:
    return f"{value} ({f'{low} to {high}' if low and high else DASH})" if value else DASH
