"""Why a rule changed the score of a candidate, as a clause that may follow “since”."""

from __future__ import annotations

from engine.ranking.ordering.moved_sums import (
    BY_DEFAULT,
    FROM_BIRTH,
    MORE_TYPED,
    NO_BLOCK,
    READ_AS,
    SAME_NAME,
    SPECIFIC,
)

EXACT = "it is the typed text"
OF_SEVERAL = "it is the best of one of several findings"
UNKNOWN = "names and codes say more of which is meant"
RULE_CLAUSES = {  # by each rule: of what went up, and of what went down for it
    SAME_NAME: (
        "nothing stands below it, as it does below a heading whose name says the same",
        "it is a heading, and nothing stands below a concept whose name says the same",
    ),
    READ_AS: ("the text is read as its name", "the text is read as the name of another concept"),
    NO_BLOCK: ("a block of codes, which nobody codes, was first", "it is a block of codes, which nobody codes"),
    FROM_BIRTH: (
        "it is congenital, as was typed",
        "it is not congenital, as was typed, and another concept is",
    ),
    SPECIFIC: (
        "it has the side, trimester or number that was typed",
        "it lacks the side, trimester or number that was typed, which another concept has",
    ),
    BY_DEFAULT: (
        "it is the code to send in below a heading that was first",
        "it is a heading, and the code to send in stands below it",
    ),
    MORE_TYPED: (
        "it says more of what was typed than the concept beside it that was first",
        "a concept beside it says more of what was typed",
    ),
}


def because(rule: str, gained: bool) -> str:
    """Why a rule of `moved_sums.RULES` gave to a score, or took from it; a clause that is always true where no rule is
    known."""
    return RULE_CLAUSES[rule][0 if gained else 1] if rule else UNKNOWN
