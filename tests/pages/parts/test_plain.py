"""Texts, numbers and times for people."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from pages.parts.formatting import clock, count, duration, plain, probability, shortened, size


@pytest.mark.parametrize(
    "name",
    [
        "![x](http://a.example/x.png)",
        "[a](http://b)",
        ":red[c]",
        "$x$",
        "# head",
        "*a* _b_ `c`",
        "<img src=x>",
        ":smile:",
    ],
)
def test_no_markdown_survives_in_a_name(name: str) -> None:
    escaped = plain(name)

    assert all(escaped[at - 1] == "\\" for at, letter in enumerate(escaped) if letter in "![]()<>:#*_`$" and at)
    assert escaped.replace("\\", "").replace("\u2060", "") == name


ADDRESSES = ["http://a.example", "HTTPS://A.EXAMPLE/b", "www.a.example", "ann@a.example", "a@b.1-c.d", "a@b.cä1"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_is_left_that_would_become_a_link(address: str) -> None:
    shown = plain(f"see {address} there").replace("\\", "")
    assert re.search(r"https?://|www\.|@[-\w]+\.", shown, re.IGNORECASE) is None
    assert shown.replace("\u2060", "") == f"see {address} there"
    assert plain("HP:0001250, 5-HT (a.b)").replace("\\", "") == "HP:0001250, 5-HT (a.b)"


@pytest.mark.parametrize("text", ["was here is kh@2026-11-26. Next", "hpo@v2026.1", "a@b.c1.", "a@b._", "@ann", "5@x"])
def test_a_short_name_that_becomes_no_link_is_copied_as_it_is(text: str) -> None:
    assert plain(text).replace("\\", "") == text


def test_a_name_stays_on_one_line() -> None:
    assert plain("a\n\n# b") == "a \\# b"


def test_numbers_with_their_nouns() -> None:
    assert (count(1, "class", "classes"), count(98_505, "name")) == ("1 class", "98,505 names")


@pytest.mark.parametrize(("number", "said"), [(0, "0 B"), (999, "999 B"), (23_100_000, "23.1 MB"), (392e6, "392 MB")])
def test_sizes(number: float, said: str) -> None:
    assert size(number) == said


@pytest.mark.parametrize(
    ("seconds", "said"), [(2, "under 5 s"), (7, "7 s"), (42, "40 s"), (120, "2 min"), (3 * 3600 + 60, "3 h 1 min")]
)
def test_durations(seconds: float, said: str) -> None:
    assert duration(seconds) == said


def test_moments_say_only_what_is_not_understood() -> None:
    now = datetime.now().astimezone().replace(hour=12, minute=0)

    assert clock(now.isoformat()) == "12:00"
    assert clock((now - timedelta(days=800)).isoformat())[-4:] == str((now - timedelta(days=800)).year)
    assert clock("") == ""


def test_long_names_are_cut_with_an_ellipsis() -> None:
    assert shortened("a" * 100, 10) == "a" * 9 + "…"
    assert shortened("short", 10) == "short"


@pytest.mark.parametrize(("share", "told"), [(0.996, "> 99 %"), (0.93, "93 %"), (0.004, "< 1 %"), (1.0, "100 %")])
def test_a_probability_is_told_one_way(share: float, told: str) -> None:
    """Place said “99.6 %” where Rankings and Normalise say “> 99 %”."""
    assert probability(share) == told.replace(" ", "\u00a0") and probability(None) == ""


def test_a_line_does_not_break_between_a_number_and_its_sign() -> None:
    """“96” stood at the end of a line, and “%” alone on the next."""
    assert plain(f"likely  {probability(0.96)}\n") == "likely 96\u00a0\\%"
