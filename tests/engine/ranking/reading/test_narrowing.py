"""What is said of a finding in parts finds the name that says it, and nothing is taken for what nobody said."""

from __future__ import annotations

import pytest

from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.narrowing import narrowed
from engine.retrieval.word_index import WordIndex
from engine.text.dictionary.clinical_dictionary import ClinicalDictionary, DictionaryEntry

NAMES = (
    "Crohn's disease of small intestine without complications",
    "Crohn's disease of small intestine with intestinal obstruction",
    "Crohn's disease of small intestine with other complication",
    "Cerebral infarction due to unspecified occlusion or stenosis of left middle cerebral artery",
    "Cerebral infarction due to embolism of left middle cerebral artery",
    "Cerebral infarction due to thrombosis of left middle cerebral artery",
    "Varicella without complication",
    "Varicella pneumonitis",
    "Whooping cough due to Bordetella parapertussis without pneumonia",
    "Whooping cough, unspecified species without pneumonia",
    "Whooping cough, unspecified species with pneumonia",
    "Opioid dependence, uncomplicated",
    "Opioid dependence with withdrawal",
    "Laceration without foreign body of scalp",
    "Laceration with foreign body of scalp",
    "Laceration without foreign body of ear",
    "Cholelithiasis",
    "Silent myocardial ischemia",
    "Narcolepsy",
    "Narcolepsy and cataplexy",
    "Snake venom, unspecified",
    "Venomous frog",
    "Pyogenic arthritis, unspecified",
    "Staphylococcal arthritis, unspecified joint",
    "Type 2 atopic eczema",
    "Eczema",
    "School problem",
    "Varicella",
    "Pain in limb",
)
DICTIONARY = ClinicalDictionary(
    [
        DictionaryEntry("crohns", ("Crohn's disease of small intestine without complications",)),
        DictionaryEntry(
            "L MCA stroke",
            ("cerebral infarction due to unspecified occlusion or stenosis of left middle cerebral artery",),
        ),
        DictionaryEntry("chickenpox", ("varicella",)),
        DictionaryEntry("heroin addict", ("opioid dependence, uncomplicated",)),
        DictionaryEntry("scalp lac", ("laceration without foreign body of scalp",)),
        DictionaryEntry("whooping cough", ("whooping cough, unspecified species without pneumonia",)),
        DictionaryEntry("FB", ("foreign body",)),
        DictionaryEntry("gallstones", ("cholelithiasis",)),
        DictionaryEntry("snakebite", ("snake venom, unspecified",)),
        DictionaryEntry("septic arthritis", ("pyogenic arthritis, unspecified",)),
        DictionaryEntry("staph", ("staphylococcal",)),
    ]
)
INDEX = WordIndex.of(NAMES, range(len(NAMES)))
INDEX.texts = lambda rows: [NAMES[row] for row in rows]
KNOWN = KnownNames(DICTIONARY, [INDEX])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("crohns, obstructed", NAMES[1]),
        ("L MCA stroke, embolic", NAMES[4]),
        ("chickenpox, uncomplicated", NAMES[6]),
        ("chickenpox (no complications)", NAMES[6]),
        ("whooping cough, no pneumonia", NAMES[9]),
        ("heroin addict in withdrawal", NAMES[12]),
        ("scalp lac, no FB", NAMES[13]),
    ],
)
def test_the_name_says_what_is_said_in_parts(text: str, name: str) -> None:
    assert narrowed(text, KNOWN).casefold() == name.casefold()


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("gallstones, school", "gallstones"),
        ("gallstones (no jaundice)", "gallstones"),
        ("gallstones, silent", "gallstones"),
        ("gallstones, itchy and sick", "gallstones"),  # mere signs
        ("pain at night, gallstones", "gallstones"),
        ("gallstones, CRP 140, vomiting", "gallstones"),
    ],
)
def test_what_no_name_says_of_a_finding_leaves_it_alone(text: str, finding: str) -> None:
    assert narrowed(text, KNOWN) == finding


@pytest.mark.parametrize(
    "text",
    [
        "crohns",
        "gallstones",
        "Narcolepsy with cataplexia",  # misspelt: corrected elsewhere
        "septic arthritis, staph",  # says more than the names of septic arthritis do, and not little
        "gallstones, CNV",  # in capitals: may be anything
        "gallstones, xyzzy",
        "eczema, atopic",  # a number that nobody typed
        "no gallstones",
        "gallstones + itch",  # one and the other
        "pain, itch",
        "",
    ],
)
def test_nothing_is_taken_for_what_nobody_said(text: str) -> None:
    assert narrowed(text, KNOWN) == ""
