"""Each experiment in plain words: what it asks, of which paper it is, and roughly how long it takes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ExperimentDescription:
    """What a person reads before starting an experiment.

    `question`: what it asks; `paper`: authors, year and tables; `takes`: how long on two cores with the sample
    workspace's terminologies; `preferred`: the terminologies that it is run on unless others are named; `pair`:
    whether it needs exactly two of them, in their order; `hierarchy`: whether they need parents; `branches`: whether it
    can be run on parts of them; `rows`: how some of its rows are named, none where they cannot be chosen.
    """

    question: str
    paper: str
    takes: str
    preferred: tuple[str, ...]
    pair: bool = False
    hierarchy: bool = False
    branches: bool = False
    rows: tuple[str, ...] = ()


FEW_SHOT = "Fivez, Šuster and Daelemans 2021, few-shot"
GROUNDING = "Fivez, Šuster and Daelemans 2021, conceptual grounding"
LEVELS = "Fivez, Šuster and Daelemans 2021, higher-level semantics"
BOTH = ("hpo", "icd10cm")
DESCRIPTIONS = {
    "few-shot": ExperimentDescription(
        "Do a few names of each top class teach an encoder to judge relatedness more as people do? Each terminology "
        "trains an encoder of its own.",
        f"{FEW_SHOT}, table 3 and figure 1",
        "about a minute and a half a training, two trainings a seed; with the curve twelve",
        BOTH,
        pair=True,
        hierarchy=True,
        rows=("S", "I"),
    ),
    "continual": ExperimentDescription(
        "What does an encoder gain from a second terminology, and what does it forget of the first?",
        f"{FEW_SHOT}, table 3",
        "about two minutes a training, four trainings a seed",
        BOTH,
        pair=True,
        hierarchy=True,
        rows=("S-I", "I-S"),
    ),
    "grounding": ExperimentDescription(
        "What do CCA, the averaging network and both together gain at finding synonyms and at mapping names to "
        "concepts, also of concepts that trained nothing?",
        f"{GROUNDING}, tables 3, 4, 5 and 8",
        "half a minute to three minutes a training; BNE's row about an hour a seed",
        ("hpo", "icd10cm", "medic"),
        branches=True,
        rows=("cca", "dan", "cca+dan"),
    ),
    "levels": ExperimentDescription(
        "Does an encoder trained on one level of a hierarchy rank the names of that level, and of the others, better?",
        f"{LEVELS}, table 4",
        "half a minute to three minutes a training, up to seventeen on the largest part of HPO; one for each "
        "part, level and seed",
        BOTH,
        hierarchy=True,
        branches=True,
        rows=("level-1", "level-2"),
    ),
    "hypernyms": ExperimentDescription(
        "Does such an encoder find the broader name of a name, level by level?",
        f"{LEVELS}, table 5",
        "nothing more where “levels” has run here; else as long as that",
        BOTH,
        hierarchy=True,
        branches=True,
        rows=("level-1", "level-2"),
    ),
    "bne": ExperimentDescription(
        "How many of a name's synonyms are among its k nearest, and how well are BM25's candidates ordered?",
        "Phan, Sun and Tay 2019, BNE, figure 4 and table 2",
        "about 45 minutes for BNE's own network on HPO, three for the averaging one",
        ("hpo", "medic"),
        branches=True,
        rows=("bne", "dan"),
    ),
    "relatedness": ExperimentDescription(
        "Which encoder of this workspace, which baseline and which preset agrees most with people on related terms?",
        "the relatedness sets of all the papers",
        "seconds for what is there; up to four minutes for a preset's training, BNE far longer",
        BOTH,
        rows=("vectors", "few-shot"),
    ),
    "audit": ExperimentDescription(
        "How many of the faults that are planted into a terminology does the audit find, and how high does it list "
        "them?",
        "our own measure, for the page Audit",
        "about a minute a seed for HPO",
        BOTH,
    ),
    "normalisation": ExperimentDescription(
        "How often is a mention tied to the right concept, and what does each step add? On annotated mentions of "
        "yours, or on synonyms that are held out for it.",
        "our own ablation, after Xu and Bethard 2021, triplet search",
        "a reading of the whole dictionary for each of about fifty rows",
        BOTH,
    ),
}
