"""Tables in Markdown, as every experiment writes them."""

from __future__ import annotations

from collections.abc import Sequence


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; cells as they are."""
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def number(value: float | None, signed: bool = False) -> str:
    """Three decimals, with its sign where it is a difference; nothing for None."""
    return "" if value is None else f"{value:+.3f}" if signed else f"{value:.3f}"


def interval(difference: float, low: float, high: float) -> str:
    """A difference with its interval: +0.051 (+0.020 to +0.083)."""
    return f"{difference:+.3f} ({low:+.3f} to {high:+.3f})"
