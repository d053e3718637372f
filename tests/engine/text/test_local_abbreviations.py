from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.text.local_abbreviations import expanded, local_abbreviations

ALL = {  # what the texts say, by reading them
    "Heat shock transcription factor (HSF) is one.": {"HSF": "Heat shock transcription factor"},  # the paper's example
    "the polymerase chain reaction (PCR), then": {"PCR": "polymerase chain reaction"},
    "TTF-1 (Thyroid transcription factor 1) binds": {"TTF-1": "Thyroid transcription factor 1"},  # short (long)
    "HD (Huntington disease) is": {"HD": "Huntington disease"},
    "non-small cell lung cancer [NSCLC] in men": {"NSCLC": "non-small cell lung cancer"},
    "adenomatous polyps (APs)": {"AP": "adenomatous polyps"},
    "Adrenoleukodystrophy (ALD; OMIM 300100)": {"ALD": "Adrenoleukodystrophy"},
    "Duchenne or Becker muscular dystrophy (DMD or BMD).": {
        "DMD": "Duchenne muscular dystrophy",
        "BMD": "Becker muscular dystrophy",
    },
    "Spinocerebellar ataxia type 3 or Machado-Joseph disease (SCA/MJD) is": {
        "SCA": "Spinocerebellar ataxia type 3",
        "MJD": "Machado-Joseph disease",
    },
    "Myotonic dystrophy (DM) is": {"DM": "Myotonic dystrophy"},
    "congenital long-QT syndrome (LQT3) and": {"LQT3": "long-QT syndrome 3"},
    "X-linked adrenoleukodystrophy (X-ALD), has": {
        "X-ALD": "X-linked adrenoleukodystrophy",
        "ALD": "adrenoleukodystrophy",
    },
    "a disease of coal workers (P < 0.05), (n = 12), (see) and (5)": {},
    "methods of mice and men (mean) were": {},  # lower case and not initials
    "It was cured. Then they came (TC)": {"TC": "they came"},  # not over the sentence's end
    "the APC gene (APC)": {},  # the short form inside its own long form
    "a tissue-type plasminogen activator (tPA)": {"tPA": "tissue-type plasminogen activator"},
    "": {},
}


@pytest.mark.parametrize("text", ALL)
def test_what_a_text_says(text: str):
    assert local_abbreviations(text) == ALL[text]


def test_the_first_definition_counts():
    assert local_abbreviations("Huntington disease (HD) and Hodgkin disease (HD)") == {"HD": "Huntington disease"}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("APC", "adenomatous polyposis coli"),
        ("APCs", "adenomatous polyposis coli"),
        ("familial APC", "familial adenomatous polyposis coli"),
        ("APC-associated tumours", "adenomatous polyposis coli-associated tumours"),
        ("apc", "apc"),
        ("CAPC", "CAPC"),
        ("adenomatous polyposis coli (APC)", "adenomatous polyposis coli"),
        ("AT", "ataxia-telangiectasia"),
        ("GD disease", "Gaucher disease"),
        ("type I GD", "type I Gaucher disease"),
        ("no short form", "no short form"),
    ],
)
def test_a_mention_written_out(text: str, written: str):
    found = {"APC": "adenomatous polyposis coli", "A-T": "ataxia-telangiectasia", "GD": "Gaucher disease"}
    assert expanded(text, found) == written
    assert expanded(text, {}) == text


def test_real_abstracts(shared):
    """The commonest short forms of the NCBI training abstracts, against what they are known to mean."""
    path = shared / "normalisation" / "ncbi_disease_train.pubtator.txt"
    texts: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"(\d+)\|[ta]\|(.*)", line):
            texts[match[1]] = texts.get(match[1], "") + " " + match[2]
    said: Counter[tuple[str, str]] = Counter()
    for text in texts.values():
        said.update((short, long.lower()) for short, long in local_abbreviations(text).items())
    known = {
        "APC": "adenomatous polyposis coli",
        "DMD": "duchenne muscular dystrophy",
        "G6PD": "glucose-6-phosphate dehydrogenase",
        "PKU": "phenylketonuria",
        "DM": "myotonic dystrophy",
        "VHL": "von hippel-lindau",
    }
    for short, long in known.items():
        assert said[short, long] >= 3, short
