"""The process that breaks files for readers and reads them; it tells its parent before each what it is about to do.

    python -m engine.reliability.torture.reader_attack READER... --seed 7 --start 0 --seconds 60
    python -m engine.reliability.torture.reader_attack READER --seed 7 --input 1234 [--keep FOLDER]   one again

On standard output for each reader: {"reader", "until"}, then a line "N" before input N, {"failure", "input"} after one
that failed, {"inputs", "peak_mb", "ended_early"} at the end. The time that is left is shared among the readers left.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import logging
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from random import Random
from types import TracebackType

from engine.errors import NomenclatorError
from engine.reliability.torture.attacked import AttackedReader
from engine.reliability.torture.broken import broken
from engine.reliability.torture.reader_list import READERS
from engine.reliability.torture.reader_samples import SampleFile

MOST_PEAK = 1_000  # MB of memory at once
MOST_ADDRESSES = 8 * 2**30  # bytes after which the system gives no more, so that the machine stays usable
LEAST = 5  # inputs, however short the time
WHOLE = 20  # one input in so many is whole, or only renamed


def make_input(reader: AttackedReader, seed: int, number: int, folder: Path) -> Path:
    """Input `number` of this seed in `folder`, made anew; its path. The same numbers give the same bytes."""
    rng = Random(f"{seed} {number}")
    sample: SampleFile = rng.choice(reader.samples)
    files = {sample.name: sample.content, **sample.beside}
    others = [one.content for one in reader.samples]
    if rng.random() > 1 / WHOLE:
        name = rng.choice([sample.name] * 4 + list(files))
        files[name] = broken(files[name], others, rng)
    for old in folder.iterdir():
        if old.is_file():
            old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder / sample.name


def read_one(reader: AttackedReader, path: Path) -> str:
    """What is wrong with how a reader takes a file: the exception that is not ours, and where; "" when nothing is."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            reader.read(path)
    except NomenclatorError as error:
        return "" if str(error).strip() else "an error without a sentence"
    except Exception as error:  # this is what is looked for
        return f"{type(error).__name__}: {str(error)[:200]} ({_place(error.__traceback__)})"
    return ""


def _place(trace: TracebackType | None) -> str:
    """The last line of ours on the way to an error."""
    frames = [frame for frame in traceback.extract_tb(trace) if "/engine/" in frame.filename.replace("\\", "/")]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "outside the engine"


def peak_mb() -> int:
    """The most memory that this program had at once, in MB; 0 where the system does not tell.

    Linux counts what the process held before it became this program, too; VmHWM does not.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        return next((int(line.split()[1]) // 1024 for line in status.open() if line.startswith("VmHWM")), 0)
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(most / (2**20 if sys.platform == "darwin" else 1024))


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))


def attack_all(names: list[str], seed: int, start: int, until: float) -> None:
    """Attack one reader after another until this moment of the clock, the first from input `start` on; ends early when
    one took too much memory."""
    for place, name in enumerate(names):
        now = time.time()
        share = max(0.0, until - now) / (len(names) - place)
        print(json.dumps({"reader": name, "until": now + share}), flush=True)
        if attack(name, seed, 0 if place else start, now + share):
            break


def attack(name: str, seed: int, start: int, until: float) -> bool:
    """Break and read until this moment of the clock, from input `start` on, LEAST inputs at least; whether it ended
    early since one took too much memory."""
    tell, early, most = sys.stdout, False, 0
    with tempfile.TemporaryDirectory(prefix="torture-") as folder:
        reader = READERS[name](Path(folder))
        inputs = Path(folder) / "inputs"
        inputs.mkdir()
        number = start
        while not early and (number < start + LEAST or time.time() < until):
            path = make_input(reader, seed, number, inputs)
            _forget_peak()  # what making it took is not the reader's
            print(number, file=tell, flush=True)
            if problem := read_one(reader, path):
                print(json.dumps({"failure": problem, "input": number}), file=tell, flush=True)
            most = max(most, peak_mb())
            if early := most > MOST_PEAK:
                print(json.dumps({"failure": f"{most} MB of memory", "input": number}), file=tell, flush=True)
            number += 1
    ended = {"inputs": number - start, "peak_mb": most, "ended_early": early}
    print(json.dumps(ended), file=tell, flush=True)
    return early


def _forget_peak() -> None:
    """Count the most memory from here on, where the system can."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def again(name: str, seed: int, number: int, keep: Path | None) -> int:
    """One input once more, with the trace of what goes wrong; 1 when something does. `keep`: a folder for its files."""
    with tempfile.TemporaryDirectory(prefix="torture-") as folder:
        reader = READERS[name](Path(folder))
        inputs = keep or Path(folder) / "inputs"
        inputs.mkdir(exist_ok=True)
        path = make_input(reader, seed, number, inputs)
        try:
            reader.read(path)
        except NomenclatorError as error:
            print(f"Refused: {error}")
        except Exception:  # shown whole: that is what it was asked for
            traceback.print_exc()
            return 1
        else:
            print("Read.")
    return 0


def main() -> int:
    """The command line of this process."""
    parser = argparse.ArgumentParser(description="Break files for readers and read them.")
    parser.add_argument("readers", nargs="+", metavar="READER", choices=list(READERS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--until", type=float, help="a moment of the clock, instead of --seconds")
    parser.add_argument("--input", type=int)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable()
    _limit_memory()
    if given.input is not None:
        return again(given.readers[0], given.seed, given.input, given.keep)
    attack_all(given.readers, given.seed, given.start, given.until or time.time() + given.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
