"""Broken files of every format: hypothesis breaks them in the process, the torture in processes of their own."""

from __future__ import annotations

import functools
import json
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import BadInput, NomenclatorError
from engine.reliability.torture import reader_attack, readers
from engine.reliability.torture.attacked import AttackedReader, check_storable
from engine.reliability.torture.broken import RUNS, TOKENS, broken
from engine.reliability.torture.reader_attack import make_input, read_one
from engine.reliability.torture.reader_list import READERS
from engine.reliability.torture.reader_samples import SampleFile
from tests.budget import examples

NOT_LOADED = ("history", "proposals")  # exports that are refused whole, with a sentence
FEW = settings(
    max_examples=examples(25),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
KEPT = tempfile.TemporaryDirectory(prefix="readers-")
TRICKY = st.characters(codec="utf-8") | st.sampled_from('\t\r\n",;|²٣\u2028\x85\ufeff\u200b=-#\\{[')
CELLS = st.lists(st.lists(st.text(TRICKY, max_size=12), max_size=8), max_size=8)


@functools.cache
def made(name: str) -> tuple[AttackedReader, Path]:
    """A reader, and a folder for its inputs."""
    folder = Path(KEPT.name) / name.replace(" ", "-")
    (folder / "inputs").mkdir(parents=True)
    return READERS[name](folder), folder / "inputs"


def problem(name: str, sample: SampleFile, content: bytes) -> str:
    """What the reader does to a sample with another content that it must not."""
    reader, folder = made(name)
    for file, inside in {**sample.beside, sample.name: content}.items():
        (folder / file).write_bytes(inside)
    return read_one(reader, folder / sample.name)


@st.composite
def changed(draw: Callable[..., object], content: bytes) -> bytes:
    """A file with a few bytes, tokens or stretches of it changed."""
    for _ in range(draw(st.integers(1, 4))):
        first, last = sorted(draw(st.tuples(st.integers(0, len(content)), st.integers(0, len(content)))))
        token = draw(st.sampled_from((*TOKENS, *RUNS)) | st.binary(max_size=9))
        inside = token if isinstance(token, bytes) else token.encode()
        last = draw(st.sampled_from((first, min(first + 1, len(content)), last)))
        content = content[:first] + inside + content[last:]
    return content


@pytest.mark.parametrize("name", READERS)
def test_the_whole_files_are_read(name: str) -> None:
    reader, folder = made(name)
    for sample in reader.samples:
        for file, inside in {**sample.beside, sample.name: sample.content}.items():
            (folder / file).write_bytes(inside)
        if sample.name.startswith(NOT_LOADED):
            with pytest.raises(BadInput, match="not loaded back"):
                reader.read(folder / sample.name)
        else:
            reader.read(folder / sample.name)


@pytest.mark.parametrize("name", READERS)
@FEW
@given(data=st.data())
def test_changed_files_are_read_or_refused(name: str, data: st.DataObject) -> None:
    sample = data.draw(st.sampled_from(made(name)[0].samples))
    assert problem(name, sample, data.draw(changed(sample.content))) == ""


@pytest.mark.parametrize("name", READERS)
@FEW
@given(rng=st.randoms(use_true_random=False))
def test_files_that_are_broken_inside_are_read_or_refused(name: str, rng: object) -> None:
    whole = made(name)[0].samples
    sample = rng.choice(whole)  # type: ignore[attr-defined]
    assert problem(name, sample, broken(sample.content, [one.content for one in whole], rng)) == ""  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", [name for name in READERS if not name.startswith(("vectors", "model", "row")) and "xlsx" not in name]
)
@FEW
@given(rows=CELLS, separator=st.sampled_from(",\t;|"), end=st.sampled_from(("\n", "\r\n", "\r")))
def test_rows_of_any_cells_are_read_or_refused(name: str, rows: list[list[str]], separator: str, end: str) -> None:
    sample = made(name)[0].samples[0]
    head = sample.content.decode(errors="replace").split("\n")[:1]
    text = end.join([*head, *(separator.join(row) for row in rows)])
    assert problem(name, sample, text.encode()) == ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(TRICKY, max_size=8) | st.just("vectors:one"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("parts", "model", "x")), inner),
    max_leaves=8,
)


@pytest.mark.parametrize("kind", ["fused", "sentence-transformers", "lexical", "names"])
@FEW
@given(about=st.dictionaries(st.sampled_from(("parts", "weights", "model", "pooling", "precision", "dim")), JSON))
def test_a_recipe_of_any_json_is_read_or_refused(kind: str, about: dict[str, object]) -> None:
    sample = made("vectors fused")[0].samples[0]
    content = json.dumps({"format": f"nomenclator-vectors-{kind}-1", **about})
    assert problem("vectors fused", SampleFile("any.json", b"", sample.beside), content.encode()) == ""


def test_a_seed_breaks_the_same_files_again(tmp_path: Path) -> None:
    reader, _ = made("terminology csv")
    folders = [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
    for number in range(20):
        first, again, other = (
            make_input(reader, seed, number, folder) for seed, folder in zip((1, 1, 2), folders, strict=True)
        )
        assert first.name == again.name and first.read_bytes() == again.read_bytes()
    assert other.read_bytes() != first.read_bytes()


def test_what_a_reader_must_not_do_is_told_with_its_place(tmp_path: Path) -> None:
    def crash(path: Path) -> None:
        check_storable([{"a": float("inf")}])

    def refuse(path: Path) -> None:
        raise NomenclatorError("The file is damaged; copy it again.")

    def silent(path: Path) -> None:
        raise NomenclatorError

    assert read_one(AttackedReader([], crash), tmp_path).startswith(
        "ValueError: inf is no number of strict JSON (attacked.py:"
    )
    assert read_one(AttackedReader([], refuse), tmp_path) == ""
    assert read_one(AttackedReader([], silent), tmp_path) == "an error without a sentence"
    for value in ("\ud800", 2**63, [float("nan")]):
        with pytest.raises((ValueError, OverflowError)):
            check_storable(value)


def test_a_reader_is_attacked_in_a_process_of_its_own() -> None:
    found = readers.attack_readers(1.0, "mentions pubtator", seed=3)
    assert list(found) == ["mentions pubtator"]
    one = found["mentions pubtator"]
    assert one["inputs"] >= reader_attack.LEAST
    assert (one["crashes"], one["hangs"], one["failures"]) == (0, 0, [])
    assert 0 <= one["peak_mb"] < reader_attack.MOST_PEAK


@pytest.mark.slow
def test_readers_of_one_process_are_each_counted_and_one_that_hangs_stops_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(readers, "READERS", {name: READERS[name] for name in ("labels", "mapping", "relatedness")})
    found = readers.attack_readers(1.0, seed=3, in_a_process=0)
    assert [one["inputs"] >= reader_attack.LEAST for one in found.values()] == [True] * 3
    assert {name: (one["crashes"], one["hangs"]) for name, one in found.items()} == dict.fromkeys(found, (0, 0))
    monkeypatch.setattr(readers, "STARTING", 0.0)  # no process begins in that time
    found = readers.attack_readers(0.0, in_a_process=3)
    assert list(found) == ["labels", "mapping", "relatedness"] and all(one["hangs"] for one in found.values())


def test_an_unknown_reader_lists_those_there_are() -> None:
    with pytest.raises(BadInput, match="There is no reader “doc”; choose one of terminology csv, "):
        readers.attack_readers(1.0, "doc")


@pytest.mark.slow
def test_a_hang_is_ended_counted_and_can_be_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "HANG", 0.0)  # so that any input takes too long
    one = readers.attack_readers(8.0, "vectors lexical")["vectors lexical"]
    assert one["hangs"] >= 1 and one["crashes"] == 0
    assert (
        "still reading after 0 s; again with “python -m engine.reliability.torture.reader_attack 'vectors lexical'"
        in one["failures"][0]
    )


def test_a_process_that_others_keep_from_the_processor_is_waited_for_and_no_other() -> None:
    lines: queue.Queue[str] = queue.Queue()
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as idle:
        threading.Timer(1.5, lines.put, ["7"]).start()
        assert readers.next_line(lines, idle.pid, 1.0) == "7"  # used nothing when its time by the clock was over
        assert readers.next_line(lines, idle.pid, 0.05) is None
        idle.kill()
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        late = threading.Timer(60.0, lines.put, ["8"])
        late.start()
        assert readers.next_line(lines, busy.pid, 0.5) is None
        late.cancel()
        busy.kill()


def test_too_much_memory_ends_the_process_and_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(reader_attack, "MOST_PEAK", 0)
    reader_attack.attack_all(["terminology csv", "terminology obo"], 0, 5, 0.0)
    _, at, failure, end = capsys.readouterr().out.splitlines()
    assert at == "5" and json.loads(end)["inputs"] == 1
    assert json.loads(failure)["input"] == 5 and json.loads(failure)["failure"].endswith("MB of memory")


def test_an_input_is_made_again_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    assert reader_attack.again("terminology csv", 0, 3, tmp_path / "kept") == 0
    assert capsys.readouterr().out.startswith(("Read.", "Refused: "))
    assert len(list((tmp_path / "kept").iterdir())) == 1
