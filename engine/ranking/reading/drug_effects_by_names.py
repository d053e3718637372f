"""What a drug did to somebody, by the kind of drug that names have: “side effects of isosorbide” are adverse effects of
coronary vasodilators; a disorder that a substance brings about, by what names call that substance."""

from __future__ import annotations

from itertools import chain

from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.poisonings_by_names import POISONING, poisonings
from engine.text.findings.drug_effects import drug_effect, kind_of_drug
from engine.text.findings.substances import disorder_of_substance


def effect_of_drug(text: str, known: KnownNames) -> str:
    """An overdose or adverse effect of a drug, or too little of it, as names have it by the drug itself, by its kind in
    the table of drugs, or by the kind that a poisoning by it is of."""
    worded, drug = drug_effect(text)
    if not drug or known.is_form(text):
        return ""
    kinds = (way.removeprefix(POISONING[0]) for way in poisonings(drug, known))
    named = (worded.format(kind) for kind in chain((drug, kind_of_drug(drug)), kinds) if kind)
    return next(filter(known.of_first.is_in_a_name, named), "")


def by_substance(text: str, known: KnownNames) -> str:
    """A disorder by a substance as a name has it: “heroin induced psychosis”, “solvent dependence with delusions”."""
    return next(filter(known.of_first.is_name, disorder_of_substance(text)), "")
