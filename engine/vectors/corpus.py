"""Running text as the lines that vectors are trained on: tokenised as names are, in an order drawn from a seed."""

from __future__ import annotations

import random
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from mmap import ACCESS_READ, mmap
from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.events import Progress
from engine.formats.opening.lines import byte_lines
from engine.text import tokenise

_PUBTATOR_LINE = re.compile(r"\d+\|[ta]\|(.*)")
_EVERY = 20_000


def prepare(
    corpora: Sequence[Path], term_lines: Iterable[str], repeats: int, seed: int, folder: Path
) -> Iterator[Progress]:
    """Write `folder`/corpus.txt: all lines of `corpora` and `repeats` times each of `term_lines`, shuffled.

    Memory holds eight bytes a line, whatever the size of the corpus. Raises as `corpus_lines`, and BadInput when
    there is no text at all.
    """
    plain, starts, at = folder / "unshuffled.txt", array("q"), 0
    with plain.open("wb") as file:
        for source, line in _all_lines(corpora, term_lines):
            tokens = tokenise(line)
            if not tokens:
                continue
            for _ in range(1 if source else repeats):
                starts.append(at)
                at += file.write((" ".join(tokens) + "\n").encode("utf-8", "replace"))
                if len(starts) % _EVERY == 0:
                    where = source.name if source else "the terminologies"
                    yield Progress(0, 1000, f"Reading {where}: {len(starts):,} lines", {"lines": len(starts)})
    if not starts:
        raise BadInput("There is no text to train vectors on; give at least one corpus file with text in it.")
    random.Random(seed).shuffle(starts)
    with (
        plain.open("rb") as written,
        mmap(written.fileno(), 0, access=ACCESS_READ) as content,
        (folder / "corpus.txt").open("wb") as out,
    ):
        for number, start in enumerate(starts, start=1):
            out.write(content[start : content.find(b"\n", start) + 1])
            if number % (10 * _EVERY) == 0:
                yield Progress(0, 1000, f"Shuffling: {number:,} of {len(starts):,} lines", {"lines": number})
    plain.unlink()


def corpus_lines(path: Path) -> Iterator[str]:
    """The lines of a text file (.txt, .txt.gz or .txt.xz), or titles and abstracts of a PubTator file.

    Raises NotFound when it is not there, BadInput when it is not UTF-8 text, Damaged when it is cut short.
    """
    pubtator = ".pubtator" in path.name.lower()
    for line in raw_lines(path):
        if not pubtator:
            yield line
        elif match := _PUBTATOR_LINE.match(line):
            yield match[1]


def raw_lines(path: Path) -> Iterator[str]:
    """Every line of a text file, as it stands; raises as `corpus_lines`."""
    if not path.is_file():
        raise NotFound(f"There is no corpus file at {path}; check the path.")
    try:
        for number, raw in enumerate(byte_lines(path), start=1):
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8")
            if "\0" in line:
                raise BadInput(f"{path}, line {number}, is not text; give text or PubTator files.")
            yield line
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}, line {number}, is not text in UTF-8; save it as UTF-8 text.") from error


def _all_lines(corpora: Sequence[Path], term_lines: Iterable[str]) -> Iterator[tuple[Path | None, str]]:
    for path in corpora:
        for line in corpus_lines(path):
            yield path, line
    for line in term_lines:
        yield None, line
