"""The dictionary of short forms and lay words of a workspace: the shipped one, as people changed it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache, partial
from operator import itemgetter
from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.formats.opening.tables import titled_rows
from engine.terminology.dictionary_file import shipped_dictionary
from engine.text import LONGEST_NAME, normalise, words
from engine.text.dictionary import shipped_forms
from engine.text.dictionary.clinical_dictionary import (
    CASES,
    DISEASES,
    HPO,
    ICD10CM,
    WORDINGS,
    ClinicalDictionary,
    DictionaryEntry,
)
from engine.text.dictionary.written_forms import BETWEEN, forms_of, number_of_forms
from engine.workspace import Workspace
from store import abbreviations
from store.records.terminology import Abbreviation
from store.sqlite import Database

HEADINGS = {  # of a file of one's own, in any case -> what the column holds
    "form": "form",
    "short form": "form",
    "abbreviation": "form",
    "meanings": "meanings",
    "stands for": "meanings",
    "long form": "meanings",
    "case": "case",
}
MOST_MEANINGS = 10
MOST_FORMS = 1_000  # that are written as one
OF_DISEASES = re.compile(r"(?:MONDO|MESH|OMIM|DOID|ORPHA(?:NET)?):|[CD]\d{6,9}$", re.IGNORECASE)  # how their ids begin


def workspace_dictionary(workspace: Workspace, db: Database, wording: str = ICD10CM) -> ClinicalDictionary:
    """The dictionary that queries of terminologies of this wording are read with in the workspace."""
    shipped, changed = shipped_dictionary(workspace, wording), abbreviations.changed(db)
    return _changed(shipped, tuple(changed)) if changed else shipped


def wording_of(id: str) -> str:
    """The one of WORDINGS in which a terminology says its concepts that has one with this id.

    ICD-10-CM's is taken for any terminology that is neither HPO nor one of diseases, as Mondo and MeSH are.

    >>> [wording_of(id) for id in ("HP:0001250", "MONDO:0005148", "D003924", "I21.9", "22298006")]
    ['hpo', 'diseases', 'diseases', 'icd10cm', 'icd10cm']
    """
    if id.startswith("HP:"):
        return HPO
    return DISEASES if OF_DISEASES.match(id) else ICD10CM


def look_up(db: Database, text: str, own: bool, most: int) -> tuple[list[Abbreviation], int]:
    """The first `most` forms in force that hold a text in form or meaning, and how many do.

    The form itself comes first, then those that begin so, then by form; with `own` people's alone.
    """
    sought, changed = normalise(text), abbreviations.changed(db)
    mine = [one for one in changed if not one.removed and _holds(one, sought)]
    if own:
        return sorted(mine, key=partial(_by_likeness, sought))[:most], len(mine)
    replaced = sum(_holds(one, sought) for one in _shipped_with(changed))
    shipped, every = shipped_forms.look_up(sought, most + replaced)
    norms = {normalise(one.form) for one in changed}
    found = [*(one for one in map(_of_entry, shipped) if normalise(one.form) not in norms), *mine]
    return sorted(found, key=partial(_by_likeness, sought))[:most], every - replaced + len(mine)


def in_force(db: Database, forms: Iterable[str]) -> list[Abbreviation]:
    """What these forms stand for, those that stand for something; `who` is "" for what ships and nobody changed."""
    own = {normalise(one.form): one for one in abbreviations.changed(db)}
    norms = set(map(normalise, forms))
    shipped = map(_of_entry, shipped_forms.with_normal_forms(norms - own.keys()))
    return [*shipped, *(own[norm] for norm in norms & own.keys() if not own[norm].removed)]


def as_written(db: Database) -> list[Abbreviation]:
    """The dictionary in few rows: what ships as it is written, several forms of one meaning as one, as long as nobody
    said anything of one of them, and every form of which people said something, those that they took out too; by form.
    """
    own = {normalise(one.form): one for one in abbreviations.changed(db)}
    shipped = ((norm, _of_entry(one)) for norm, one in shipped_forms.as_written(own))
    return [one for _, one in sorted([*shipped, *own.items()], key=itemgetter(0))]


def definition_of(one: Abbreviation) -> tuple[str, tuple[str, ...], str, bool]:
    """What is said of a form, by whomever: its normal form, meanings and case, and whether it is taken out."""
    return normalise(one.form), one.meanings, one.case, one.removed


def checked_each(form: str, meanings: Iterable[str], case: str = "") -> list[Abbreviation]:
    """`checked` of each form, several being written as one: “(big|enlarged) prostate” is two."""
    if (number := number_of_forms(form)) > MOST_FORMS:
        raise BadInput(f"“{form[:60]}” is {number:,} forms; write {MOST_FORMS:,} at most as one.")
    every = [*meanings]
    return [checked_form(one, every, case) for one in forms_of(form)]


def checked_form(form: str, meanings: Iterable[str], case: str = "") -> Abbreviation:
    """A form with what it stands for, ready to be kept; BadInput, in one sentence, for what cannot be."""
    form = " ".join(form.split())
    texts = tuple(dict.fromkeys(" ".join(one.split()) for one in meanings if one.strip()))
    if not words(form):
        raise BadInput(f"“{form[:60]}” has no letter or digit; write the short form or the words that people use.")
    if BETWEEN in form:
        raise BadInput(
            f"“{form[:60]}” holds “{BETWEEN}” without a pair of brackets around it; write several forms as "
            "“(big|enlarged) prostate”, without brackets in brackets, or each by itself."
        )
    if len(form) > LONGEST_NAME or any(len(one) > LONGEST_NAME for one in texts):
        raise BadInput(f"“{form[:60]}”: a form and what it stands for have at most {LONGEST_NAME:,} characters each.")
    if not 1 <= len(texts) <= MOST_MEANINGS:
        raise BadInput(f"“{form[:60]}” stands for {len(texts)} things; write 1 to {MOST_MEANINGS}.")
    if wrong := next((one for one in texts if abbreviations.BETWEEN in one), None):
        raise BadInput(f"“{wrong[:60]}” holds “{abbreviations.BETWEEN}”, which parts meanings; leave it out.")
    if normalise(form) in {normalise(one) for one in texts}:
        raise BadInput(f"“{form[:60]}” stands for itself; write what it means in full.")
    if case and case not in CASES:
        raise BadInput(f"There is no case “{case}”; choose one of {', '.join(CASES)}.")
    return Abbreviation(form, texts, case)


def read_file(path: Path) -> tuple[list[Abbreviation], list[tuple[int, str]]]:
    """The forms of a CSV or TSV file with the columns form, meanings (“|” between) and perhaps case, and what is wrong.

    Several forms of one meaning may be written as one: “(big|enlarged) prostate”.
    The second list is (line, sentence) of rows that cannot be kept. NotFound for a missing file, BadInput for one
    without these columns.
    """
    if not path.is_file():
        raise NotFound(f"There is no file {path} of short forms; check the path.")
    headings, rows = titled_rows(path)
    columns = {HEADINGS[one.strip().lower()]: one for one in headings if one.strip().lower() in HEADINGS}
    if not {"form", "meanings"} <= columns.keys():
        raise BadInput(f"{path} needs the columns form and meanings (and perhaps case); name them in its first line.")
    good, wrong = [], []
    for line, row in rows:
        cells = {name: row[column] for name, column in columns.items()}
        if any(cell.strip() for cell in cells.values()):
            try:
                meanings = cells["meanings"].split(abbreviations.BETWEEN)
                good += checked_each(cells["form"], meanings, cells.get("case", "").strip())
            except BadInput as problem:
                wrong.append((line, str(problem)))
    return good, wrong


def joined(entries: Iterable[Abbreviation]) -> list[Abbreviation]:
    """A form in several rows as one, with the meanings of all; one that is taken out counts as said last."""
    found: dict[str, Abbreviation] = {}
    for one in entries:
        first = found.get(norm := normalise(one.form), one)
        if first.removed or one.removed:
            found[norm] = one
        else:
            found[norm] = replace(first, meanings=tuple(dict.fromkeys((*first.meanings, *one.meanings))))
    return [*found.values()]


def _shipped_with(changed: Iterable[Abbreviation]) -> list[Abbreviation]:
    """The shipped forms in whose place people said something."""
    return [*map(_of_entry, shipped_forms.with_normal_forms({normalise(one.form) for one in changed}))]


def _of_entry(one: DictionaryEntry) -> Abbreviation:
    return Abbreviation(one.form, one.meanings, one.case, wording=one.wording)


def _holds(one: Abbreviation, sought: str) -> bool:
    return any(sought in normalise(part) for part in (one.form, *one.meanings))


def _by_likeness(sought: str, one: Abbreviation) -> tuple[bool, bool, str]:
    form = normalise(one.form)
    return form != sought, not form.startswith(sought), form


@lru_cache(maxsize=len(WORDINGS))
def _changed(shipped: ClinicalDictionary, changed: tuple[Abbreviation, ...]) -> ClinicalDictionary:
    """The shipped dictionary as people changed it; made anew only when somebody changes it."""
    return shipped.with_changes(
        DictionaryEntry(one.form, () if one.removed else one.meanings, one.case) for one in changed
    )
