"""Terminologies of the size of the largest, for measuring: `python -m tests.engine.formats.large --help`.

Not a test: `python -m tests.engine.formats.large rf2 FOLDER`, then `python -m engine import FOLDER --name large`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.engine.formats.large.metathesaurus import write_metathesaurus
from tests.engine.formats.large.rf2_release import Size, write_release


def main() -> None:
    """Write what the command line asks for, and say where."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.formats.large", description=__doc__)
    parser.add_argument("what", choices=("rf2", "umls"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", type=float, default=1.0, help="of the whole size, e.g. 0.1")
    parser.add_argument(
        "--changed", type=float, default=0.0, help="writes the next RF2 release, with this share of new names"
    )
    given = parser.parse_args()
    if given.what == "umls":
        print(write_metathesaurus(given.folder, round(10_000_000 * given.part)))
        return
    whole = (350_000, 1_500_000, 1_200_000)
    size = Size(*(round(given.part * number) for number in whole), changed=given.changed)
    print(write_release(given.folder, size, "20260731" if given.changed else "20260131"))


if __name__ == "__main__":
    main()
