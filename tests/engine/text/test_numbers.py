from __future__ import annotations

import pytest

from engine.text.numbers import unified

SAID = {
    "type II diabetes": "type 2 diabetes",
    "Type-II diabetes": "Type 2 diabetes",
    "diabetes type two": "diabetes type 2",
    "type2 diabetes": "type 2 diabetes",
    "diabetes, type 2": "diabetes, type 2",
    "type I": "type 1",
    "type V": "type 5",
    "stage IIIb melanoma": "stage 3b melanoma",
    "stage IV": "stage 4",
    "stage III B": "stage 3b",
    "factor V Leiden": "factor 5 Leiden",
    "factor XIII deficiency": "factor 13 deficiency",
    "types I, II and III": "types 1, 2 and 3",
    "bipolar I disorder": "bipolar 1 disorder",
    "Mucopolysaccharidosis III": "Mucopolysaccharidosis 3",
    "mucopolysaccharidosis vi": "mucopolysaccharidosis 6",
    "Usher syndrome IIa": "Usher syndrome 2a",
    "second degree burn": "2 degree burn",
    "2nd degree burn": "2 degree burn",
    "second-degree burn": "2-degree burn",
    "Sixth nerve palsy": "6 nerve palsy",
    "α-mannosidosis": "alpha-mannosidosis",
    "TNFα": "TNF-alpha",
    "αβ T cells": "alpha--beta T cells",
    "Φλεγμονή και έμετος": "Φλεγμονή και έμετος",
    "β thalassemia": "beta thalassemia",
    "Β-thalassaemia": "beta-thalassaemia",
    "alpha-thalassemia": "alpha-thalassemia",
    "type Ia": "type 1a",
    "Hyperlipoproteinemia type IIB": "Hyperlipoproteinemia type 2b",
    "Olivopontocerebellar atrophy V": "Olivopontocerebellar atrophy 5",
    "HTLV-III infection": "HTLV-3 infection",
    "syndactyly of fingers IV and V": "syndactyly of fingers 4 and 5",
    "types İ": "types 1",
    "neurofibromatosis 1": "neurofibromatosis 1",
}
SAME = """
vitamin C deficiency
hepatitis C
hepatitis D
X-linked ichthyosis
46, XX male
XX male
XXX syndrome
I-cell disease
V-shaped palate
IVC filter
V wave
I have pain
Fragile X syndrome
vi
ix
type A
one kidney
five o'clock
mixed
group B streptococcus
Li-Fraumeni
IVF
MIX
CIVIC
hepatitis B virus infection
D.C.
X
"""


@pytest.mark.parametrize("text", SAID)
def test_one_way(text: str):
    assert unified(text) == SAID[text]
    assert unified(SAID[text]) == SAID[text]


@pytest.mark.parametrize("text", SAME.strip().splitlines())
def test_what_is_no_number(text: str):
    assert unified(text) == text


def test_twice_is_once(shared):
    lines = (shared / "normalisation" / "medic_2012-07-06.txt").read_text(encoding="utf-8").splitlines()
    names = {name for line in lines for name in line.split("||")[-1].split("|")}
    assert {name for name in names if unified(unified(name)) != unified(name)} == set()
