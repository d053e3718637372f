"""How SSSOM writes by whom a mapping is, and on what it rests."""

from __future__ import annotations

MANUAL, UNKNOWN = "semapv:ManualMappingCuration", "semapv:UnspecifiedMatching"
LEXICAL, SEMANTIC = "semapv:LexicalMatching", "semapv:SemanticSimilarityThresholdMatching"


def author_label(who: str) -> str:
    """A person as a slot has them: “|” would part one author from the next.

    >>> author_label("ann|x"), author_of("ann\\\\|x")
    ('ann\\\\|x', 'ann|x')
    """
    return who.replace("|", "\\|")


def author_of(label: str) -> str:
    """The person that a slot names."""
    return label.replace("\\|", "|")
