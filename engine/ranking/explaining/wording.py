"""The features of the learnt order in words, and the groups that they make."""

from __future__ import annotations

from engine.ranking.ordering.properties import PLAIN
from engine.ranking.ordering.relatives import RELATIVES
from engine.text.differences import KINDS

LIKENESS, MEANING, WORDS, SAME, BRIDGE, WIDER, FAMILIES, CONCEPT, DIFFERENCES = GROUPS = (
    "likeness",
    "meaning",
    "words",
    "the same text",
    "other terminologies",
    "wider concepts",
    "relatives",
    "kind of concept",
    "differences",
)
ABOUT = {
    LIKENESS: "meaning and words together, of its likest name",
    MEANING: "how near the encoder places the two",
    WORDS: "words that both have, and words that only one has",
    SAME: "the typed text as a name of it",
    BRIDGE: "what other terminologies call the same",
    WIDER: "what other terminologies place it under",
    FAMILIES: "its parents, children and siblings among the candidates",
    CONCEPT: "what the concept says that was not typed, and the shape of its code",
    DIFFERENCES: "side, number, stage and the like",
}
LACKING = "lacking"  # what the query asks for and a concept does not say
BLOCKS = {"own": "", "bridge": " of a name from another terminology", "parent": " of a wider concept elsewhere"}
SIMILARITIES = {
    "cosine": "nearness in meaning",
    "words of the query": "share of the typed words that it has",
    "words of the name": "share of its words that were typed",
    "words of both": "words in common",
    "same words": "the very same words",
    "likeness": "meaning and words together",
}
DIFFERENCE_WORDS = {
    "side": "side",
    "number": "number or type",
    "stage": "stage or grade",
    "negation": "what is denied",
    "with": "what comes with it",
    "encounter": "the encounter",
    "course": "course, acute or chronic",
    "certainty": "how sure the text is",
}
LABELS = {
    "the same text": "the typed text is a name of it",
    "likeness": "meaning and words together",
    "likest child": "how like the likest concept below it is",
    "a child is a candidate": "a concept below it is a candidate too",
    "likest parent": "how like the likest concept above it is",
    "a parent is a candidate": "a concept above it is a candidate too",
    "likest sibling": "how like the likest concept beside it is",
    "a child has more of the typed words": "how much more of the typed words a concept below it has",
    "the likest": "the likest of all",
    "the highest cosine": "the nearest of all in meaning",
    "the most words": "the most words in common of all",
    "less like than the likest": "how far it is behind the likest",
    "chapter": "is a chapter",
    "block": "is a block of codes",
    "block of one category": "is a block of one category",
    "leaf": "has nothing below it",
    "top": "stands on top",
    "preferred name": "is matched by its preferred name",
    "further words of the name": "words of the name that were not typed",
    "further words of the preferred name": "words of the preferred name that were not typed",
    "words of the query that the name lacks": "typed words that the name lacks",
    "words of the query that no name has": "typed words that no name of it has",
    "every word of the query": "has every word that was typed",
    "a reading is the preferred name": "its preferred name is what was typed, or what that was read as",
    "a reading is the name": "a name of it is what was typed, or what that was read as",
}

NEGATED = {  # how what a concept may have begins, and what stands in its place where it has not
    "has nothing ": "has something ",
    "has a ": "has no ",
    "has ": "does not have ",
    "is ": "is not ",
    "says ": "does not say ",
    "does not say ": "does not lack ",
    "lacks ": "does not lack ",
    "differs ": "does not differ ",
    "stands ": "does not stand ",
    "a concept ": "no concept ",
    "a name of it is ": "no name of it is ",
    "its preferred name is ": "its preferred name is not ",
    "the typed text is ": "the typed text is not ",
    "the ": "not the ",
}


def group_of(feature: str) -> str:
    """The group of GROUPS that a feature of the learnt order belongs to."""
    what, _, where = feature.rpartition(", ")
    if feature == SAME:
        return SAME
    if where in BLOCKS:
        return {"bridge": BRIDGE, "parent": WIDER}.get(where) or _likeness_group(what)
    if where == "nothing lent":
        return _likeness_group(what)
    if feature == LIKENESS:
        return LIKENESS
    if feature in RELATIVES:
        return FAMILIES
    if what in KINDS:
        return DIFFERENCES
    return WORDS if any(one in feature for one in ("of the query", "words of the", "a reading is")) else CONCEPT


def _likeness_group(similarity: str) -> str:
    return {"cosine": MEANING, LIKENESS: LIKENESS}.get(similarity, WORDS)


def label_of(feature: str) -> str:
    """A feature in words a terminologist uses; the feature itself where it has none."""
    what, _, where = feature.rpartition(", ")
    if where in BLOCKS and what in SIMILARITIES:
        return SIMILARITIES[what] + BLOCKS[where]
    if where == "nothing lent" and what in SIMILARITIES:
        return f"{SIMILARITIES[what]}, no other terminology knowing the text"
    if what in PLAIN and where == LACKING:
        return f"does not say “{what}”, which was typed"
    if what in KINDS and where == LACKING:
        lacking = DIFFERENCE_WORDS[what].removeprefix("the ")
        return f"lacks {'' if lacking.startswith('what ') else 'the '}{lacking} that was typed"
    if what in KINDS:
        return f"differs in {DIFFERENCE_WORDS[what]}" + (" by its preferred name" if where == "preferred" else "")
    if feature in PLAIN:
        return f"says “{feature}”, which was not typed"
    if feature.endswith(" characters"):
        return f"has a code of {feature}"
    return LABELS.get(feature, feature)


def said_of(feature: str, value: float) -> str:
    """`label_of` for a candidate with this value: what it has, else that it has not; numbers are the same either way.

    >>> said_of("leaf", 1.0), said_of("leaf", 0.0), said_of("block", 0.0), said_of("likeness", 0.0)
    ('has nothing below it', 'has something below it', 'is not a block of codes', 'meaning and words together')
    """
    label = label_of(feature)
    begins = "" if value else next(filter(label.startswith, NEGATED), "")
    return NEGATED[begins] + label.removeprefix(begins) if begins else label
