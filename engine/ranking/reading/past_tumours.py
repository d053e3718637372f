"""A tumour that somebody had, as ICD-10-CM has histories of them: by its name, its place, or as some cancer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from engine.ranking.reading.cancers_by_names import cancers_of
from engine.ranking.reading.known_names import KnownNames
from engine.text.findings.cancer_histories import SPREAD, history_of_cancer
from engine.text.findings.past import HISTORY

PERSONAL = f"personal {HISTORY}"
SOME_CANCER = re.compile(
    r"malignant|carcinoma|sarcoma|blastoma|lymphoma|leuka?emia|melanoma|myeloma|mesothelioma|cancer", re.IGNORECASE
)
BENIGN, IN_SITU, UNCERTAIN = (
    re.compile(one, re.IGNORECASE) for one in ("benign", r"in[ -]situ", r"uncertain|adenoma\b")
)
OF_A_PLACE = re.compile(r"^(?:other )?malignant neoplasm of ")


def past_form(what: str, known: KnownNames) -> str:
    """The history of something, where the dictionary has that as a form; else ""."""
    return next(filter(known.is_form, (f"h/o {what}", f"{HISTORY}{what}", f"hx {what}")), "")


def past_tumour(text: str, what: str, known: KnownNames) -> str:
    """The history of a tumour for a text that says one, as a form or a name has it: “malignant neoplasm of colon” as
    colon cancer, “SCC of tonsil” as a cancer of the mouth, “adenocarcinoma” as some cancer; "" where none has."""
    others = cancers_of(what)
    ways = [way for one in (what, *others) for way in known.ways_of(one)]
    forms = (past_form(one, known) for one in others)
    names = (f"{PERSONAL}{one}" for one in chain(ways, _kinds_of_history(ways)))
    return next(chain(filter(None, forms), filter(known.is_name, names)), "") or _some_cancer(text, what, ways, known)


def _kinds_of_history(ways: Sequence[str]) -> Iterator[str]:
    """What a tumour in these words is a history of, the more special first."""
    places = [place for place in map(history_of_cancer, ways) if place]
    if any(map(IN_SITU.search, ways)):
        yield from (OF_A_PLACE.sub("in-situ neoplasm of ", place) for place in places)
        yield "in-situ neoplasm of other site"
    elif any(map(BENIGN.search, ways)):
        yield "other benign neoplasm"
    elif any(map(SOME_CANCER.search, ways)) and not any(map(UNCERTAIN.search, ways)):
        yield from places


def _some_cancer(text: str, what: str, ways: Sequence[str], known: KnownNames) -> str:
    """The history of some cancer, where no name is of just that and the text says no spread."""
    special = any(one.search(way) for one in (BENIGN, IN_SITU, UNCERTAIN, SPREAD) for way in ways)
    named = special or not any(map(SOME_CANCER.search, ways)) or any(map(known.is_name, known.expansions(text)))
    return "" if named or known.finding(what) is None else f"{PERSONAL}malignant neoplasm, unspecified"
