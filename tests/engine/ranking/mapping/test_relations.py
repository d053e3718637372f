"""How a target relates to a concept, by their names: what is suggested, and what a person accepts in bulk."""

from __future__ import annotations

import pytest

from engine.ranking.mapping.relations import predicate_of


@pytest.mark.parametrize(
    ("source", "target", "same", "confidence", "predicate"),
    [
        ("Gout", "Podagra", True, 0.1, "skos:exactMatch"),
        ("Gout of the toe", "Gout", False, 0.9, "skos:broadMatch"),
        ("Gout", "Gout, unspecified", False, 0.9, "skos:exactMatch"),
        ("Gout", "Other gout", False, 0.9, "skos:narrowMatch"),
        ("Gout", "Gout of the toe", False, 0.9, "skos:narrowMatch"),
        ("Gout", "Podagra", False, 0.9, "skos:exactMatch"),
        ("Gout", "Podagra", False, 0.3, "skos:closeMatch"),
        ("Gout", "Podagra", False, 0.1, "skos:relatedMatch"),
    ],
)
def test_predicates(source: str, target: str, same: bool, confidence: float, predicate: str) -> None:
    assert predicate_of(source, target, target, same, confidence) == predicate


@pytest.mark.parametrize(
    ("source", "target", "word"),
    [
        ("Type 2 diabetes", "Type 2 diabetes mellitus", "exact"),  # what a terminologist saw suggested as narrow
        ("Lung disease", "Other disorders of lung", "narrow"),  # as broad
        ("Atrial fibrillation", "Atrial fibrillation and flutter", "broad"),  # as narrow
        ("Paroxysmal atrial fibrillation", "Atrial fibrillation and flutter", "broad"),
        ("Atrial fibrillation and flutter", "Atrial fibrillation", "narrow"),
        ("Hepatitis B", "Hepatitis B or C", "broad"),
        ("Acute bronchitis", "Acute and chronic bronchitis", "broad"),
        ("Asthma", "Asthma and other chronic diseases", "broad"),
        ("Saturnine gout", "Other gout", "broad"),
        ("Asthma", "Other and unspecified asthma", "narrow"),
        ("Sarcoidosis", "Sarcoidosis of other and combined sites", "narrow"),
        ("Other headache", "Headache", "broad"),
        ("Diabetes with coma", "Diabetes with hyperosmolarity and coma", "narrow"),
        ("Disorder of eye and ear", "Disorders of eye and ear, unspecified", "exact"),
        ("Essential hypertension", "Essential (primary) hypertension", "exact"),
        ("Urinary tract infection", "Urinary tract infection, site not specified", "exact"),
        ("Gout", "Gout, not elsewhere classified", "exact"),
    ],
)
def test_words_that_make_a_target_broader_or_narrower(source: str, target: str, word: str) -> None:
    assert predicate_of(source, target, target, False, 0.9) == f"skos:{word}Match"


def test_a_target_with_the_words_that_a_name_is_read_as_is_no_narrower() -> None:
    target = "Malignant neoplasm of breast"
    assert predicate_of("Breast cancer", target, target, False, 0.9) == "skos:narrowMatch"
    assert predicate_of("Breast cancer", target, target, False, 0.9, same_words=True) == "skos:exactMatch"
    without = "Type 2 diabetes mellitus without complications"  # what coders take for it, and yet one kind of it
    assert predicate_of("Diabetes", without, without, False, 0.9, same_words=True) == "skos:narrowMatch"
    others = "Other disorders of lung"
    assert predicate_of("Lung disease", others, others, False, 0.9, same_words=True) == "skos:narrowMatch"
