"""An act comes as often as the browser likes, and is carried out once."""

from __future__ import annotations

from functools import partial

import pytest

from pages.parts.shell import outbox
from pages.parts.shell.outbox import last_stored, once


def carried_out(*sent: tuple[str, int]) -> list[tuple[str, int]]:
    done: list[tuple[str, int]] = []
    for token, n in sent:
        once({"token": token, "n": n}, partial(done.append, (token, n)))
    return done


def test_what_comes_again_is_not_done_again() -> None:
    assert carried_out(("a", 1), ("a", 1), ("a", 2)) == [("a", 1), ("a", 2)]
    assert carried_out(("a", 1), ("a", 2), ("a", 3)) == [("a", 3)]
    assert last_stored({"a", "never seen"}) == {"a": 3}


def test_each_loading_of_the_window_counts_for_itself() -> None:
    assert carried_out(("b", 4), ("c", 1), ("b", 5)) == [("b", 4), ("c", 1), ("b", 5)]


def test_what_could_not_be_carried_out_comes_again() -> None:
    def locked() -> None:
        raise OSError("locked")

    with pytest.raises(OSError, match="locked"):
        once({"token": "d", "n": 1}, locked)

    assert last_stored({"d"}) == {"d": 0}
    assert carried_out(("d", 1)) == [("d", 1)]


def test_the_oldest_tokens_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "_turns", {})
    monkeypatch.setattr(outbox, "MOST_TOKENS", 2)
    carried_out(("e", 1), ("f", 1), ("g", 1))

    assert last_stored(["e", "f", "g"]) == {"f": 1, "g": 1}
