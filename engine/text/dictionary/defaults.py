"""What a lay word means where nothing else is said gives way to what is said: type 2 to “type 1”."""

from __future__ import annotations

import re

NOT_DENIED = r"(?<!not )(?<!no )(?<!never )(?<!non)(?<!non-)(?<!non )"
TAKEN_RIGHT = re.compile(r"\b(?:as prescribed|correctly|(?:correct|prescribed) dose|side[- ]effects?|adverse)\b", re.I)
WITHOUT = re.compile(r"\bwithout ((?:macular edema|[a-z]+))\b", re.IGNORECASE)
EXTREMITY = re.compile(r", unspecified extremity$")
DEFAULTS = (  # what a text says, the default in a meaning, and what stands in its place
    (re.compile(r"\btype (?:1|i)\b|\bt1dm?\b|\bdm ?1\b|\biddm\b", re.I), re.compile("type 2 (?=diabetes)"), "type 1 "),
    (
        re.compile(rf"{NOT_DENIED}\bintractable\b|\brefractory\b|\b(?:drug|pharmaco)[- ]?resistant\b", re.I),
        re.compile(r"\bnot intractable\b"),
        "intractable",
    ),
    (
        re.compile(r"(?<!without )\bstatus (?:migrainosus|epilepticus)\b", re.I),
        re.compile(r"\bwithout (?=status (?:migrainosus|epilepticus))"),
        "with ",
    ),
    (re.compile(r"\b(?:both|bilateral|bilat|b/l)\b", re.I), re.compile(r"\bunilateral\b"), "bilateral"),
    (
        re.compile(r"\b(ankle|calf|thigh|heel|foot|elbow|hip|buttock|shoulder|wrist|knee)\b", re.I),
        re.compile(r"\bunspecified site\b"),
        r"\1",
    ),
    (
        re.compile(rf"{NOT_DENIED}(?:\brecurren|\brelaps)", re.I),
        re.compile(r"\bnot specified as recurrent\b"),
        "recurrent",
    ),
    (
        re.compile(rf"{NOT_DENIED}\brecurren", re.I),
        re.compile(r"(?<=depressive disorder, )single episode"),
        "recurrent",
    ),
    (re.compile(rf"{NOT_DENIED}\bacute\b(?! on chronic)", re.I), re.compile(r"\bchronic or unspecified\b"), "acute"),
    *(
        (re.compile(rf"\b(?:{each}) trimester\b", re.I), re.compile(r"\bunspecified trimester\b"), f"{named} trimester")
        for named, each in {"first": "first|1st", "second": "second|2nd|mid", "third": "third|3rd|last"}.items()
    ),
    (re.compile(rf"{NOT_DENIED}\b(mild|moderate|severe)\b", re.I), re.compile(r"\bunspecified severity\b"), r"\1"),
    (
        re.compile(r"\b(?:non|un|not)[-– ]?displaced\b|\bhairline (?:fracture|fx|crack|#)", re.I),
        re.compile(r"(?<!non)(?<!non-)(?<!un)(?<!un-)\bdisplaced\b"),
        "nondisplaced",
    ),
    *(
        (re.compile(rf"\b(?:{alternatives}) (?:legs?|cal(?:f|ves)|feet|foot)\b", re.I), EXTREMITY, f", {named}")
        for named, alternatives in {
            "left leg": "left|l|lt",
            "right leg": "right|r|rt",
            "bilateral legs": "both|bilateral",
        }.items()
    ),
    (re.compile(r"\b(?<!without )(?<!no )ruptur", re.I), re.compile(r"\bwithout rupture\b"), "ruptured"),
    (re.compile(r"\bfull[- ]thickness\b", re.I), re.compile(r"\bunspecified degree\b"), "third degree"),
    (
        re.compile(rf"{NOT_DENIED}\bblister|\bpartial[- ]thickness\b", re.I),
        re.compile(r"\bunspecified degree\b"),
        "second degree",
    ),
    (TAKEN_RIGHT, re.compile(r"^poisoning by ", re.I), "adverse effect of "),
    (TAKEN_RIGHT, re.compile(r", (?:accidental \(unintentional\)|undetermined)$", re.I), ""),
    (re.compile(r"\bpressure\b|\bbed ?sore|\bdecub", re.I), re.compile(r"\bnon-pressure chronic\b"), "pressure"),
    (re.compile(r"\bremission\b|\bsober\b|\bin recovery\b", re.I), re.compile(r"\buncomplicated\b"), "in remission"),
)


def giving_way(meaning: str, text: str) -> str:
    """A meaning of a form that stands in a text, without the defaults that the text says otherwise.

    >>> giving_way("type 2 diabetes mellitus with diabetic retinopathy", "diabetic retinopathy type 1")
    'type 1 diabetes mellitus with diabetic retinopathy'
    >>> giving_way("epilepsy, unspecified, not intractable", "epilepsy")
    'epilepsy, unspecified, not intractable'
    >>> giving_way("duodenal ulcer, chronic or unspecified, with hemorrhage", "bleeding duodenal ulcer, acute")
    'duodenal ulcer, acute, with hemorrhage'
    >>> giving_way("inguinal hernia, not specified as recurrent", "inguinal hernia, not recurrent")
    'inguinal hernia, not specified as recurrent'
    >>> giving_way("pressure ulcer of unspecified site, unspecified stage", "bed sore on left heel")
    'pressure ulcer of heel, unspecified stage'
    >>> giving_way("encounter for supervision, unspecified trimester", "booking visit, 2nd trimester")
    'encounter for supervision, second trimester'
    >>> giving_way("burn of unspecified degree of hand", "scald of hand, partial thickness")
    'burn of second degree of hand'
    >>> giving_way("diabetic retinopathy without macular edema", "diabetic retinopathy with macular edema")
    'diabetic retinopathy with macular edema'
    """
    for pattern, default, instead in DEFAULTS:
        if found := pattern.search(text):
            meaning = default.sub(found.expand(instead).lower(), meaning)
    return WITHOUT.sub(lambda found: f"with {found[1]}" if _is_said_with(found[1], text) else found[0], meaning)


def _is_said_with(what: str, text: str) -> bool:
    """Whether a text says that something is there."""
    return re.search(rf"(?<!\w)(?:with|w/) ?(?:the )?{re.escape(what)}\b", text, re.IGNORECASE) is not None
