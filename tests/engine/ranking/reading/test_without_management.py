"""What is done or planned for a finding is left out, and what is coded itself stays."""

from __future__ import annotations

import pytest

from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.without_management import without_management
from engine.retrieval.word_index import WordIndex
from engine.text.dictionary.clinical_dictionary import ClinicalDictionary, DictionaryEntry

NAMES = (
    "Essential hypertension",
    "Osteoarthritis of knee",
    "Duodenal ulcer",
    "Cholelithiasis",
    "Malignant neoplasm of breast",
    "Pain on exertion",
    "Drug induced osteoarthritis of knee",
    "Swollen osteoarthritis of knee",
    "Endocarditis",
)
DICTIONARY = ClinicalDictionary(
    [
        DictionaryEntry("HTN", ("essential hypertension",)),
        DictionaryEntry("OA knee", ("osteoarthritis of knee",)),
        DictionaryEntry("gallstones", ("cholelithiasis",)),
        DictionaryEntry("TKR", ("presence of artificial knee joint",)),
        DictionaryEntry("breast cancer", ("malignant neoplasm of breast",)),
        DictionaryEntry("chemo", ("encounter for antineoplastic chemotherapy",)),
        DictionaryEntry("awaiting nursing home bed", ("person awaiting admission to adequate facility elsewhere",)),
        DictionaryEntry("bleeding duodenal ulcer", ("duodenal ulcer",)),
        DictionaryEntry("TKR, awaiting nursing home bed", ("presence of artificial knee joint",)),
    ]
)
KNOWN = KnownNames(DICTIONARY, [WordIndex.of(NAMES, range(len(NAMES)))])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("HTN, started amlodipine", "HTN"),
        ("HTN, on amlodipine, stable", "HTN"),
        ("HTN - BP check - needs sick note", "HTN, BP check"),
        ("OA knee, for TKR", "OA knee"),
        ("OA knee awaiting TKR", "OA knee"),
        ("HTN on amlodipine f/u", "HTN"),
        ("HTN BP 150/90 on amlodipine, no headache", "HTN, no headache"),
        ("gallstones for lap chole", "gallstones"),
        ("breast cancer, for chemo", "chemo"),  # the encounter is coded before what it is for
        ("breast cancer for chemo", "chemo"),
        ("gallstones vomiting all night", "gallstones"),
        ("OA knee arthroscopy R", "OA knee R"),
        ("HTN at church ECG normal", "HTN at church"),
        ("L TKR, OA knee", "L OA knee"),
        ("lap chole, gallstones", "gallstones"),
        ("gallstones, lap chole", "gallstones"),
        ("gallstones, USS abdo", "gallstones"),
        ("gallstones, MRCP booked, bloods normal", "gallstones"),
        ("HTN, amlodipine up to 10", "HTN"),
        ("OA knee, paracetamol 1g qds, continue ibuprofen", "OA knee"),
        ("melaena, duodenal ulcer clipped", "melaena, duodenal ulcer"),  # a finding, whatever was done
        ("duodenal ulcer, PPI started, clip placed", "duodenal ulcer"),
    ],
)
def test_what_is_done_or_planned_goes(text: str, left: str) -> None:
    assert without_management(text, KNOWN) == left


@pytest.mark.parametrize(
    "text",
    [
        "HTN",
        "started amlodipine",
        "gallstones, awaiting nursing home bed",  # coded itself
        "TKR, awaiting nursing home bed",  # known as a whole
        "overdose, paracetamol",  # may be the cause
        "rash, amoxicillin",
        "psychosis, cocaine",
        "anaemia, low iron",
        "TKR, infected",  # what came of an operation
        "laparotomy, wound infection",
        "lap chole, rubbish",  # no finding
        "lap chole, no gallstones",
        "hernia repair, reducible",
        "long term prednisolone 5mg daily",
        "chest pain, on exertion",
        "gallstones bleeding",  # may be what it is
        "HTN, not planned",
        "HTN, missed abortion",
        "HTN, folate",
        "HTN, cholesterol",
        "OA knee, steroids",  # names have it as drug-induced
        "OA knee, swollen",  # a name says so too
        "UTI, catheter in situ",
        "valve replacement, endocarditis",
        "asthma, due to dust",
        "dementia, off legs",
        "HTN on foot",  # a place
        "HTN of nose",
        "gallstones after TKR",
        "unknown thing for TKR",  # no finding
        "",
        ", -",
    ],
)
def test_what_is_said_of_a_finding_stays(text: str) -> None:
    assert without_management(text, KNOWN) == ""
