"""The licences of every library that the program brings, and of the data that come with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from engine.reliability.machine import PROGRAM

REQUIREMENTS = Path(__file__).parents[2] / "requirements.txt"  # of the sources; an installed program names its own
NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
DATA = {  # what is shipped, by its path, or what that was made from: its licence; docs/licences.md says more
    "engine/vectors/biomedical.safetensors": "Apache-2.0",
    "medquad, health answers of NIH sites": "CC BY 4.0",
    "asreview_abstracts, drug and clinical reviews": "CC BY, CC0, open",
    "openstax_nursing, nursing textbooks": "CC BY 4.0",
    "craft_fulltext, mouse genetics articles": "CC BY",
    "definitions of DOID and HPO": "DOID CC0; HPO's own: free to use with acknowledgement",
    "NCBI disease corpus and BC5CDR, abstracts without labels": "US public domain; public domain mark",
    "ICD-10-CM names": "US Government work",
    "HPO names and definitions": "HPO's own: free to use with acknowledgement",
    "engine/formats/samples/mondo.tsv.xz": "CC BY 4.0",
    "engine/models/shipped/encoder.zip": "Apache-2.0",
    "MeSH, National Library of Medicine": "free to use, NLM named; not current NLM data",
    "MONDO Disease Ontology": "CC BY 4.0",
    "UNII names of substances and brands": "US Food and Drug Administration, US Government",
    "rows of words and passages by all-MiniLM-L6-v2": "Apache-2.0; CC BY and CC0, CC BY 4.0, MIT",
    "engine/ranking/ordering/order.json": "Apache-2.0",
    "engine/ranking/headings/pregnancies.tsv": "Apache-2.0",
    "engine/ranking/headings/personal_histories.tsv": "Apache-2.0",
    "engine/ranking/headings/screenings.tsv": "Apache-2.0",
    "engine/text/findings/combination_names.tsv": "Apache-2.0",
    "engine/text/findings/cancer_histories.tsv": "Apache-2.0",
    "engine/text/findings/combination_parts.tsv": "CC0",
    "engine/text/findings/drug_kinds.tsv": "CC0",
    "engine/text/findings/long_term_drugs.tsv": "Apache-2.0",
    "engine/text/dictionary": "CC0",
    "engine/evaluation/data/everyday_*.tsv": "CC0",
    "engine/evaluation/data/disease_*_icd10cm.tsv": "CC0",
    "engine/evaluation/data/other_terminologies_*.tsv": "CC0",
    "engine/evaluation/data/mayosrs.tsv": "CC0",
    "engine/evaluation/data/umnsrs_*.tsv": "CC0",
}


def library_licences() -> list[dict[str, str]]:
    """{"library", "version", "licence"} of each library that the program needs, and those that they need, by name."""
    return sorted(_walked(), key=lambda row: row["library"].lower())


def data_licences() -> list[dict[str, str]]:
    """{"data", "licence"} of what comes with the program; an import keeps what its own file says."""
    return [{"data": data, "licence": licence} for data, licence in DATA.items()]


def _walked() -> Iterator[dict[str, str]]:
    left, seen = _first(), set[str]()
    while left:
        name = left.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in seen:
            continue
        seen.add(key)
        try:
            found = distribution(name)
        except PackageNotFoundError:  # for another system, or not installed
            continue
        left += [match[0] for line in found.requires or () if "extra ==" not in line and (match := NAME.match(line))]
        yield {"library": found.metadata["Name"], "version": found.version, "licence": _licence(found.metadata)}


def _first() -> list[str]:
    try:
        lines = [line for line in distribution(PROGRAM).requires or () if "extra ==" not in line]
    except PackageNotFoundError:
        lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    return [match[0] for line in lines if (match := NAME.match(line))]


def _licence(metadata: object) -> str:
    """What a library says of its licence: as an expression, in a few words, or by its classifiers."""
    get, every = metadata.get, metadata.get_all  # type: ignore[attr-defined]
    words = str(get("License-Expression") or get("License") or "").strip()
    classifiers = [line.rpartition(":: ")[2] for line in every("Classifier") or () if line.startswith("License ::")]
    if words and "\n" not in words and len(words) <= 80 and words.upper() != "UNKNOWN":
        return words
    return "; ".join(classifiers) or words.partition("\n")[0][:80] or "not stated"
