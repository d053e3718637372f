from __future__ import annotations

import pytest

from engine.normalisation.mentions.composites import split

SPLIT = {
    "breast and ovarian cancer": ["breast cancer", "ovarian cancer"],
    "renal and/or hepatic dysfunction": ["renal dysfunction", "hepatic dysfunction"],
    "colon, breast and lung cancers": ["colon cancers", "breast cancers", "lung cancers"],
    "colon, breast, and lung cancers": ["colon cancers", "breast cancers", "lung cancers"],
    "colorectal, breast and head and neck cancers": ["colorectal cancers", "breast cancers", "head and neck cancers"],
    "cancer of the breast and ovary": ["cancer of the breast", "cancer of the ovary"],
    "cancer of the renal pelvis, ureter or bladder": [
        "cancer of the renal pelvis",
        "cancer of the ureter",
        "cancer of the bladder",
    ],
    "Duchenne and Becker muscular dystrophy": ["Duchenne muscular dystrophy", "Becker muscular dystrophy"],
    "craniofacial and central nervous system defects": ["craniofacial defects", "central nervous system defects"],
    "type 1 and type 2 diabetes": ["type 1 diabetes", "type 2 diabetes"],
    "type 1 and 2 diabetes": ["type 1 diabetes", "type 2 diabetes"],
    "types I and II diabetes": ["type I diabetes", "type II diabetes"],
    "deficiency of C6 and C7": ["deficiency of C6", "deficiency of C7"],
    "C6 and C7 deficiency": ["C6 deficiency", "C7 deficiency"],
    "complement deficiencies (C2 and C7)": ["C2 complement deficiency", "C7 complement deficiency"],
    "T-cell leukaemia or lymphoma": ["T-cell leukaemia", "T-cell lymphoma"],
}
ONE = """
head and neck cancer
hand, foot and mouth disease
postoperative nausea and vomiting
nausea, vomiting
attention-deficit/hyperactivity disorder
glucose/galactose malabsorption
unilateral and bilateral retinoblastoma
complete or partial LCAT deficiency
hereditary and non hereditary retinoblastoma
systolic and diastolic dysfunction
stage II and III colorectal carcinomas
hereditary breast and ovarian cancer
GM2 gangliosidosis, type 1
sudden, unexplained death
vasculopathy of the heart and brain
hyperparathyroidism and jaw tumor syndrome
breast cancer
and
, and /
; &/ -
? w/o ( in ́types
"""


@pytest.mark.parametrize("text", SPLIT)
def test_several(text: str):
    assert split(text) == SPLIT[text]


@pytest.mark.parametrize("text", ONE.strip().splitlines())
def test_one(text: str):
    assert split(text) == [text]


def test_the_dictionary_decides():
    names = {"duchenne muscular dystrophy", "becker muscular dystrophy", "cleft lip", "cleft palate"}
    names |= {"attention-deficit/hyperactivity disorder", "fever", "rash", "breast cancer", "ovarian cancer"}

    def known(text: str) -> bool:
        return text.lower() in names

    parts = ["Duchenne muscular dystrophy", "Becker muscular dystrophy"]
    assert split("Duchenne/Becker muscular dystrophy") == ["Duchenne/Becker muscular dystrophy"]
    assert split("Duchenne/Becker muscular dystrophy", known) == parts
    assert split("cleft lip/palate", known) == ["cleft lip", "cleft palate"]
    assert split("fever and rash") == ["fever and rash"]
    assert split("fever and rash", known) == ["fever", "rash"]
    assert split("cancer of the breast and ovarian", known) == ["cancer of the breast", "cancer of the ovarian"]
    whole = "breast and ovarian cancer"
    assert split(whole, lambda text: known(text) or text == whole) == [whole]


def test_the_training_mentions(shared):
    """Of the NCBI training mentions with one id, few are split; of those with two and a joining word, most are."""
    lines = (shared / "normalisation" / "ncbi_disease_train.pubtator.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line.count("\t") >= 5]
    said = [(row[3], len(row[5].replace("+", "|").split("|"))) for row in rows]
    one = [text for text, parts in said if parts == 1]
    several = [(text, parts) for text, parts in said if parts > 1 and (" and " in text or " or " in text)]
    assert sum(len(split(text)) > 1 for text in one) / len(one) < 0.006
    assert sum(len(split(text)) == parts for text, parts in several) / len(several) > 0.8
