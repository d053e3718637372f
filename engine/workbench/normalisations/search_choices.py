"""The search targets of a normalisation, alone and two in turn, in plain words."""

from __future__ import annotations

from dataclasses import dataclass

from engine.normalisation.request import EVIDENCE

PLAIN = {
    "D-T": ("people’s names", "the names that people accepted, added or loaded, one by one"),
    "D-C": ("people’s names by concept", "each concept as the mean of the names that people accepted, added or loaded"),
    "O-T": ("the terminology’s names", "the terminology’s own names, one by one"),
    "O-C": ("the terminology’s concepts", "each concept as the mean of the terminology’s own names"),
    "OD-T": ("all names", "all names, the terminology’s and people’s, one by one"),
    "OD-C": ("all names by concept", "each concept as the mean of all its names, the terminology’s and people’s"),
}

BY_EVIDENCE = (
    "Finds and orders concepts as the page Rankings does, with short forms written out, names that other terminologies "
    "lend, and how sure each answer is."
)


@dataclass(frozen=True)
class SearchChoice:
    """A search target, or two in turn: the name in the papers, and the same in plain words.

    `by_evidence`: as on the page Rankings, which TF-IDF alone cannot answer, and which knows billable codes.
    """

    name: str
    title: str
    about: str
    steps: int
    by_evidence: bool = False


def search_choice(name: str) -> SearchChoice:
    """A target, or two in turn, in plain words, by the name in the papers, such as D-T+O-T.

    KeyError for a name that is none.
    """
    if name == EVIDENCE:
        return SearchChoice(name, "As on Rankings", BY_EVIDENCE, 1, True)
    steps = name.split("+")
    titles, abouts = [PLAIN[step][0] for step in steps], [PLAIN[step][1] for step in steps]
    title = ", then ".join(titles)
    about = f"Searches {abouts[0]}."
    if len(steps) > 1:
        about = f"First searches {abouts[0]}; where nothing there is near enough, {abouts[1]}."
    return SearchChoice(name, title[0].upper() + title[1:], about, len(steps))
