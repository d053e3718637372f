"""Keys of names kept in the workspace: read again, made again when damaged, and never those of other switches."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.normalisation.candidate_names import SearchPool
from engine.normalisation.dictionary import Dictionary
from engine.normalisation.key_cache import KeyCache
from engine.normalisation.preprocessing import Preparer, Switches
from engine.workspace import Workspace
from tests.engine.normalisation.small import dictionary

HASH = "f" * 64


def _kept(workspace: Workspace, **switches: bool) -> KeyCache:
    return KeyCache(workspace, HASH, Switches.from_dict(switches))


def test_keys_are_made_once_and_answer_alike(tmp_path: Path) -> None:
    workspace, pool = Workspace(tmp_path / "w"), SearchPool(dictionary())
    first = _kept(workspace)
    fresh = Preparer(pool, "O", Switches(), first.of)
    first.write()
    again = _kept(workspace)
    assert again.of == first.of and len(again.of) == len(pool.texts)

    again.of[pool.texts[0]] = ["not"] * len(again.of[pool.texts[0]])  # taken as it is kept, not worked out again
    marked = Preparer(pool, "O", Switches(), again.of)
    assert marked.match("not") == ([0], "exact")
    assert [fresh.match(text) for text in pool.texts[1:]] == [marked.match(text) for text in pool.texts[1:]]


def test_other_switches_and_other_versions_have_keys_of_their_own(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "w")
    one, other = _kept(workspace), _kept(workspace, plurals=False)
    assert one.path != other.path
    for kept in (one, other):
        Preparer(SearchPool(dictionary()), "O", Switches(), kept.of)
        kept.write()
    assert other.path.is_file() and not one.path.is_file()  # the last in place of the first


@pytest.mark.parametrize("switch", [name for name in Switches().to_dict() if name != "exact"])
def test_the_file_is_another_where_the_keys_are(tmp_path: Path, switch: str) -> None:
    workspace = Workspace(tmp_path / "w")
    pool = SearchPool(Dictionary("one", {"C1": ["Renal tumours of type II"]}))
    on, off = _kept(workspace), _kept(workspace, **{switch: False})
    Preparer(pool, "O", Switches(), on.of)
    Preparer(pool, "O", Switches.without(switch), off.of)
    assert (on.path == off.path) == (on.of == off.of)


def test_a_damaged_file_is_made_again(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "w")
    kept = _kept(workspace)
    Preparer(SearchPool(dictionary()), "O", Switches(), kept.of)
    kept.write()
    for damage in ("{", '["a"]', '{"a": 1}'):
        kept.path.write_text(damage, encoding="utf-8")
        assert _kept(workspace).of == {}


def test_few_new_names_are_not_worth_writing(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "w")
    kept = _kept(workspace)
    kept.of.update({str(number): [str(number)] for number in range(100)})
    kept.write()
    written = kept.path.read_bytes()
    kept.of["one more"] = ["one more"]
    kept.write()
    assert kept.path.read_bytes() == written
