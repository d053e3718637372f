"""Two findings typed as one text: “heartburn and nausea” is heartburn, and nausea."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.retrieval.word_index import WordIndex
from engine.text.clinical_dictionary import ClinicalDictionary
from engine.text.expansions import expansions

BETWEEN = re.compile(r"\s*(?:[,;&+]|\band\b|\bplus\b)\s*(?:\band\b\s*)?", re.IGNORECASE)
MOST = 3  # findings of one text: more are a letter
WAYS = 3  # to write a finding out that are looked at


def findings_apart(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> list[str]:
    """The findings that a text joins by “and”, “plus”, a comma or the like, each by itself; [] where it joins none.

    Each has to be a name of its own or a form of the dictionary; no name may have the words of all of them, and no form
    be the text: “nausea and vomiting” is one finding.
    """
    parts = [one for one in BETWEEN.split(text.strip()) if one]
    if not 1 < len(parts) <= MOST or dictionary.find(text.split()) is not None:
        return []
    if not all(_known(one, dictionary, indexes) for one in parts):
        return []
    whole = (text, *expansions(text, dictionary)[:WAYS])
    return [] if any(index.has_all_words(one) for index in indexes for one in whole) else parts


def joins_findings(text: str) -> bool:
    """Whether a text joins something."""
    return BETWEEN.search(text.strip()) is not None


def _known(text: str, dictionary: ClinicalDictionary, indexes: Sequence[WordIndex]) -> bool:
    """Whether a name has the words of a text and no others, as it stands or written out."""
    if dictionary.find(text.split()) is not None:
        return True
    ways = (text, *expansions(text, dictionary)[:WAYS])
    return any(len(index.with_key(one)) for index in indexes for one in ways)
