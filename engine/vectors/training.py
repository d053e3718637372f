"""Training vectors on a person's own corpus, as a generator of events that can be closed at any time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO

import numpy as np

from engine.errors import BadInput, NomenclatorError
from engine.events import Event, Finished, Progress
from engine.vectors.corpus import prepare
from engine.vectors.fasttext_file import END_OF_LINE, FastTextFile
from engine.vectors.settings import VectorSettings

TOO_RARE = "No word stands {count} times in the corpus; give more text, or lower “Fewest occurrences” (--min-count)."
_PROGRESS = re.compile(r"Progress:\s*([\d.]+)%.*?words/sec/thread:\s*(\d+).*?avg\.loss:\s*([\d.]+|-?nan)")
_READ = re.compile(r"Read (\d+)M words")
_ROOT = Path(__file__).parents[2]
_STEPS = 1000  # fastText tells its progress in tenths of a per cent
_PATIENCE = 0.5  # seconds without news before a sign of life


def train_vectors(
    corpora: Sequence[Path],
    out: Path,
    settings: VectorSettings | None = None,
    term_lines: Iterable[str] | Callable[[], Iterable[str]] = (),
) -> Iterator[Event]:
    """Train fastText vectors and write the model, a .bin file, to `out`.

    `corpora` are .txt, .txt.gz, .txt.xz or .pubtator.txt files; `term_lines` (or a function that gives them) are lines
    from terminologies, one a concept: names and definition joined by " . ". `Progress.step` counts to 1,000;
    `metrics` are `loss` and `words_per_second`. Ends with `Finished({"path", "words", "dim", "bytes", "settings"})`.
    Closing the generator ends the child process and leaves nothing behind; `out` appears only when complete.

    Raises BadInput, NotFound or Damaged for the corpora and the settings.
    """
    settings = settings or VectorSettings()
    out = Path(out).resolve()
    if not out.parent.is_dir():
        raise BadInput(f"The folder {out.parent} for the vectors is not there; make it first.")
    with tempfile.TemporaryDirectory(prefix=".vectors-", dir=out.parent, ignore_cleanup_errors=True) as folder:
        lines = term_lines() if callable(term_lines) else term_lines
        yield Progress(0, _STEPS, "Reading the corpus")
        yield from prepare([Path(path) for path in corpora], lines, settings.term_repeats, settings.seed, Path(folder))
        trained = Path(folder) / "model.bin"
        yield from _run_child(Path(folder) / "corpus.txt", trained, settings)
        words = _check(trained, settings)
        with trained.open("rb+") as file:
            os.fsync(file.fileno())
        size = trained.stat().st_size
        trained.replace(out)
    yield Finished({"path": str(out), "words": words, "dim": settings.dim, "bytes": size, "settings": asdict(settings)})


def _check(trained: Path, settings: VectorSettings) -> int:
    """The size of the vocabulary, once every value has been found to be a number.

    A function of its own, so that the file is no longer mapped when it is renamed: Windows refuses that.
    """
    model = FastTextFile.load(trained)
    for start in range(0, len(model.table), 10_000):
        if not np.isfinite(model.table[start : start + 10_000]).all():
            raise BadInput(
                f"Training with {settings.buckets:,} subword rows and a learning rate of {settings.learning_rate} "
                "ended in values that are not numbers; choose more rows or a lower learning rate."
            )
    words = [word for word in model.words if word != END_OF_LINE]  # which stands in every corpus
    if not any(letter.isalnum() for word in words for letter in word):  # in a small CSV the comma alone stands often
        raise BadInput(TOO_RARE.format(count=settings.min_count))
    return len(words)


def _run_child(corpus: Path, out: Path, settings: VectorSettings) -> Iterator[Progress]:
    """Run fastText and retell its progress line."""
    arguments = {
        "model": settings.model, "dim": settings.dim, "epoch": settings.epochs, "ws": settings.window,
        "minCount": settings.min_count, "minn": settings.shortest if settings.longest else 0,
        "maxn": settings.longest, "bucket": settings.buckets, "lr": settings.learning_rate,
        "neg": settings.negatives, "t": settings.sample, "thread": settings.threads,
    }  # fmt: skip
    command = [sys.executable, "-m", "engine.vectors.child", str(corpus), str(out), json.dumps(arguments)]
    command.append(str(settings.seed))
    child = subprocess.Popen(
        command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert child.stderr is not None and child.stdin is not None
    pieces: Queue[str | None] = Queue()
    Thread(target=_listen, args=(child.stderr, pieces), daemon=True).start()
    last_lines: deque[str] = deque(maxlen=5)
    began, last = time.monotonic(), Progress(0, _STEPS, "Counting the words of the corpus")
    try:
        while True:
            try:
                line = pieces.get(timeout=_PATIENCE)
            except Empty:
                # A sign of life, so that the caller can stop us: with one thread fastText says nothing until the end.
                seconds = round(time.monotonic() - began)
                yield replace(last, message=f"{last.message}: {seconds // 60} min {seconds % 60} s so far")
                continue
            if line is None:
                break
            if match := _PROGRESS.search(line):
                loss = float(match[3].lstrip("-"))
                metrics = {"loss": loss, "words_per_second": float(match[2]) * settings.threads}
                last = Progress(round(float(match[1]) * 10), _STEPS, "Training the vectors", metrics)
                yield last
            elif match := _READ.search(line):
                last = replace(last, message=f"Training on {match[1]} million words")
                yield last
            elif line.strip():
                last_lines.append(line.strip())
        code = child.wait()
    finally:
        child.kill()
        child.wait()
        child.stdin.close()
    if code == 0:
        return
    if any("empty" in line.lower() for line in last_lines):
        raise BadInput(TOO_RARE.format(count=settings.min_count))
    message = last_lines[-1] if last_lines else "no message"
    raise NomenclatorError(f"fastText ended without vectors (exit code {code}): {message}")


def _listen(source: IO[bytes], pieces: Queue[str | None]) -> None:
    """Pass on what the child says, cut at line ends and the carriage returns of its progress line; None at the end."""
    rest = b""
    with source:
        while block := os.read(source.fileno(), 65_536):
            *complete, rest = re.split(rb"[\r\n]", rest + block)
            for piece in complete:
                pieces.put(piece.decode("utf-8", "replace"))
    pieces.put(rest.decode("utf-8", "replace"))
    pieces.put(None)
