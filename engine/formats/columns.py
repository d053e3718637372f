"""Which column of a table holds what: told by a person, by its heading, or by what stands in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.errors import BadInput

FIELDS = ("id", "name", "synonyms", "parents", "definition", "language")
HEADINGS = {
    "id": (
        *("id", "code", "concept_id", "conceptid", "concept code", "concept_code", "identifier", "cui", "concept id"),
        *("kode", "koden", "diagnosekode", "sks", "sks-kode", "icd", "icd10", "icd-10", "icd code", "icd10 code"),
        *("sctid", "loinc_num", "atc code", "atc_code", "hgnc_id", "hgnc id", "notation", "curie", "term id", "nummer"),
        *(
            "diagnosis code",
            "diagnosecode",
            "código",
            "codigo",
            "codice",
            "kod",
            "koodi",
            "schlüssel",
            "schlüsselnummer",
        ),
    ),
    "name": (
        *("name", "preferred", "preferred_name", "preferred name", "label", "term", "title", "description"),
        *("concept_name", "concept name", "preferred label", "preflabel", "preferred term", "display", "diagnosis"),
        *("diagnose", "diagnosetekst", "diagnosis description", "tekst", "text", "betegnelse", "navn", "titel"),
        *("bezeichnung", "benennung", "begriff", "libellé", "libelle", "nom", "nombre", "descripción", "descripcion"),
        *("nome", "denominazione", "descrizione", "nimi", "namn", "benämning", "long_common_name", "atc name"),
        *("atc level name", "approved name", "long description", "short description", "disease name"),
    ),
    "synonyms": (
        *("synonyms", "synonym", "alternative names", "alt_labels", "aliases", "alias", "other names", "altlabel"),
        *(
            "altlabels",
            "synonymer",
            "synonyme",
            "sinónimos",
            "sinonimi",
            "alias symbols",
            "alias names",
            "related names",
        ),
        *("relatednames2",),
    ),
    "parents": (
        *("parents", "parent", "parent_id", "parent id", "parent_ids", "is_a", "broader", "parentids", "parent code"),
        *("parent_code", "overordnet", "oberbegriff", "parent concept", "broader concept"),
    ),
    "definition": ("definition", "def", "comment", "definitions", "meaning", "definisjon"),
    "language": ("language", "lang", "sprog", "sprache", "språk", "langue", "idioma", "lingua"),
}
CODE = re.compile(r"(?=.*\d)[^\s]{1,30}")
LETTERS = re.compile(r"[^\W\d_]{2}")
TAGGED = re.compile(r"(.*?)[\s_@:(\[./-]+([a-z]{2,3}(?:-[a-z]{2,4})?)[)\]]?")
NUMBERED = re.compile(r"(.*?)[\s_.-]*\d{1,3}")
LANGUAGES = frozenset(
    [
        "en",
        "da",
        "sv",
        "no",
        "nb",
        "nn",
        "fi",
        "is",
        "de",
        "fr",
        "es",
        "it",
        "pt",
        "nl",
        "pl",
        "cs",
        "sk",
        "hu",
        "ro",
        "bg",
        "el",
        "et",
        "lv",
        "lt",
        "sl",
        "hr",
        "sr",
        "tr",
        "ru",
        "uk",
        "ar",
        "zh",
        "ja",
        "ko",
        "la",
    ]
)
LONGEST = 100  # characters of a heading that is taken apart
ENOUGH = 0.9  # of the cells of a column must look alike


def recognise(
    heading: Sequence[str], named: Mapping[str, str], file: str, sample: Sequence[Sequence[str]] = ()
) -> dict[str, str]:
    """Field -> heading; BadInput when id or name cannot be told, by `sample`, the first rows, either."""
    for field, column in named.items():
        if field not in FIELDS:
            raise BadInput(f"“{field}” is no field of a terminology; choose from {', '.join(FIELDS)}.")
        if column not in heading:
            raise BadInput(f"{file} has no column “{column}”; its columns are {', '.join(heading)}.")
    plain = {plain_heading(column): column for column in reversed(heading)}
    found = {
        field: plain[alias] for field, aliases in HEADINGS.items() for alias in reversed(aliases) if alias in plain
    }
    if "name" not in found and (tagged := tagged_columns(heading, "name")):
        found["name"] = heading[next(iter(tagged))]
    found.update(named)
    guessed = dict(found)
    for field in ("id", "name"):
        if field not in guessed and (guess := _by_content(field, heading, sample, set(guessed.values()))):
            guessed[field] = guess
    for field in ("id", "name"):
        if field not in found and not {"id", "name"} <= set(guessed):
            raise BadInput(
                f"{file}: no column for the {field} among {', '.join(heading)[:200]}; say which one it is, "
                f"as with --column {field}=HEADING."
            )
    return {field: guessed[field] for field in FIELDS if field in guessed}


def tagged_columns(heading: Sequence[str], field: str) -> dict[int, str]:
    """Place -> language of the columns of a field whose headings end with one: “name_da”, “Label (en)”, “title@fr”."""
    found = {}
    for place, column in enumerate(heading):
        match = TAGGED.fullmatch(plain_heading(column)) if len(column) < LONGEST else None
        if match and match[1] in HEADINGS[field] and match[2].partition("-")[0] in LANGUAGES:
            found[place] = match[2]
    return found


def numbered_columns(heading: Sequence[str]) -> list[int]:
    """Places of further columns of synonyms: “Synonym 2”, “alias_3”."""
    return [
        place
        for place, column in enumerate(heading)
        if len(column) < LONGEST
        and (match := NUMBERED.fullmatch(plain_heading(column)))
        and match[1] in HEADINGS["synonyms"]
    ]


def plain_heading(column: str) -> str:
    """A heading as it is compared: lower case, without blanks around."""
    return column.strip().lower().lstrip("\ufeff")


def _by_content(field: str, heading: Sequence[str], sample: Sequence[Sequence[str]], taken: set[str]) -> str:
    """The column that looks like ids, or like names: the one with most different cells; "" for none."""
    best, most = "", 0.0
    for place, column in enumerate(heading):
        cells = [row[place].strip() for row in sample if place < len(row) and row[place].strip()]
        if column in taken or not cells or len(cells) < ENOUGH * len(sample):
            continue
        looks = sum(bool((CODE.fullmatch if field == "id" else LETTERS.search)(cell)) for cell in cells)
        size = sum(map(len, cells)) / len(cells) / 1_000 if field == "name" else 0
        score = len(set(cells)) / len(cells) + size
        if looks >= ENOUGH * len(cells) and score > most:
            best, most = column, score
    return best
