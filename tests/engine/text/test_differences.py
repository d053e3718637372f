from __future__ import annotations

import pytest

from engine.text.differences import KINDS, differences, of_required

DIFFER = [
    ("pain in left knee", "pain in right knee", ("side",)),
    ("pain in left knee", "pain in knee", ("side",)),
    ("bilateral cataract", "left cataract", ("side",)),
    ("type 1 diabetes", "type 2 diabetes", ("number",)),
    ("diabetes mellitus", "type 2 diabetes mellitus", ("number",)),
    ("hepatitis B", "hepatitis C", ("number",)),
    ("vitamin D deficiency", "vitamin C deficiency", ("number",)),
    ("Mucopolysaccharidosis III", "Mucopolysaccharidosis VI", ("number",)),
    ("Charcot-Marie-Tooth disease type 1A", "Charcot-Marie-Tooth disease type 1B", ("number",)),
    ("CMT1A", "CMT2", ("number",)),
    ("stage II melanoma", "stage III melanoma", ("stage",)),
    ("second degree burn of left hand", "third degree burn of right hand", ("side", "stage")),
    ("mild depression", "severe depression", ("stage",)),
    ("secondary hypertension", "hypertension", ("stage",)),
    ("primary hypertension", "secondary hypertension", ("stage",)),
    ("displaced fracture of femur", "nondisplaced fracture of femur", ("negation",)),
    ("no appetite", "good appetite", ("negation",)),
    ("absence of spleen", "absence of kidney", ("negation",)),
    ("osteoarthritis, left knee", "unilateral osteoarthritis of knee", ("side",)),
    ("acute gallstones", "gallstones with cholecystitis", ("with", "course")),
    ("late onset dementia", "dementia with early onset", ("stage", "with")),
    ("Hodgkin lymphoma", "non-Hodgkin lymphoma", ("negation",)),
    ("nonketotic hyperglycinemia", "ketotic hyperglycinemia", ("negation",)),
    ("no fever", "fever", ("negation",)),
    ("absence of kidney", "kidney", ("negation",)),
    ("fever, no cough", "cough, no fever", ("negation",)),
    ("complete heart block", "incomplete heart block", ("negation",)),
    ("loss of consciousness", "concussion without loss of consciousness", ("negation", "with")),
    ("manic episode, psychotic", "manic episode without psychotic symptoms", ("negation", "with")),
    ("migraine with aura", "migraine without aura", ("with",)),
    ("migraine with aura", "migraine", ("with",)),
    ("migraine without aura", "migraine", ("with",)),
    ("fracture of femur, initial encounter", "fracture of femur, subsequent encounter", ("encounter",)),
    ("fracture of femur, sequela", "fracture of femur", ("encounter",)),
    ("acute pancreatitis", "chronic pancreatitis", ("course",)),
    ("pancreatitis", "chronic pancreatitis", ("course",)),
]
SAME = [
    ("type II diabetes", "diabetes, type 2"),
    ("Charcot-Marie-Tooth type IA", "CMT 1A"),
    ("pain of lt knee", "Left knee pain"),
    ("non-Hodgkin lymphoma", "Lymphoma, Non Hodgkin's"),
    ("nonketotic hyperglycinemia", "Hyperglycinemia, non-ketotic"),
    ("absence of the kidneys", "absent kidney"),
    ("aplasia without deafness", "aplasia, no deafness"),
    ("epilepsy with myoclonic absences", "myoclonic absence epilepsy"),
    ("absence epilepsy", "epilepsy"),
    ("microcephaly with or without chorioretinopathy", "microcephaly"),
    ("breast cancer", "malignant neoplasm of breast"),
    ("X-linked ichthyosis", "ichthyosis, X linked"),
    ("gout", "primary gout"),
    ("fracture of femur", "nondisplaced fracture of femur"),
    ("no appetite", "loss of appetite"),
    ("absent kidney", "agenesis of kidney"),
    ("unilateral osteoarthritis, right knee", "osteoarthritis of right knee"),
    ("acute kidney failure", "kidney failure, acute"),
    ("a tumour", "tumors"),
    ("nonsense mutation", "nonsense mutation"),
    ("", ""),
    ("", "fever"),
]


@pytest.mark.parametrize(("query", "name", "kinds"), DIFFER)
def test_differ(query: str, name: str, kinds: tuple[str, ...]):
    assert differences(query, name) == kinds
    assert differences(name, query) == kinds


@pytest.mark.parametrize(("query", "name"), SAME)
def test_same(query: str, name: str):
    assert differences(query, name) == ()
    assert differences(name, query) == ()


def test_in_the_order_of_the_kinds():
    found = differences("acute left knee pain, type 1, no swelling", "knee pain")
    assert found == ("side", "number", "negation", "course")
    assert list(found) == [kind for kind in KINDS if kind in found]


def test_what_is_only_beside_is_marked_once():
    assert differences("gallstones", "gallstones with acute cholecystitis") == ("with",)
    assert differences("pulmonary embolism", "pulmonary embolism without acute cor pulmonale") == ("with",)
    assert differences("asthma", "asthma with severe exacerbation") == ("with",)


def test_what_a_name_does_not_ask_for():
    assert of_required("family history of asthma", "Family history of asthma and other chronic diseases") == ()
    assert of_required("pregnancy, 12 weeks", "pregnancy, weeks 10-19") == ()
    assert of_required("pregnancy, 22 weeks", "pregnancy, weeks 10-19") == ("number",)
    assert of_required("Pregnancy, weeks 10-19", "pregnancy, weeks 10-19") == ()
    assert of_required("chronic pain", "chronic pain, not elsewhere classified") == ()
    assert of_required("acute asthma", "asthma and other chronic diseases") == ("course",)


def test_a_greek_word_is_no_row_of_letters() -> None:
    """Its letters were spelt out one by one, and the accented one that was left over taken for a type."""
    assert differences("Φλεγμονή", "Gastrointestinal inflammation") == ()
