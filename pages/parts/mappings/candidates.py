"""The candidates of the line in hand, one a digit: suggestions, what was searched for, what people and files name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import MappingCase, MappingProject, Workbench, difference_words, sureness
from pages.parts.formatting import plain, probability, shortened
from pages.parts.mappings.acts import (
    OTHER,
    choose_candidate,
)
from store.records.mapping import (
    EXACT,
    encoders_in,
    relation_word,
)
from store.records.training import CURRENT

MOST_CANDIDATES = 9  # candidates, one a digit
FOUND = 9  # concepts that a search for another one gives
DIGITS = (
    partial(st.button, shortcut="1"),
    partial(st.button, shortcut="2"),
    partial(st.button, shortcut="3"),
    partial(st.button, shortcut="4"),
    partial(st.button, shortcut="5"),
    partial(st.button, shortcut="6"),
    partial(st.button, shortcut="7"),
    partial(st.button, shortcut="8"),
    partial(st.button, shortcut="9"),
)


@dataclass(frozen=True)
class ShownCandidate:
    """A candidate as it is drawn: its id, name, what is said beside it, the relation that it is suggested as, and what
    a coder must know of it."""

    target: str
    name: str
    about: str
    predicate: str = EXACT
    marks: tuple[str, ...] = ()


def candidates_of(workbench: Workbench, project: MappingProject, case: MappingCase) -> tuple[list[ShownCandidate], str]:
    """What a digit chooses: what was searched for, else the suggestions, then what people and files name besides."""
    text = str(st.session_state.get(OTHER) or "").strip()
    if text:
        try:
            found = workbench.rankings.rank(text, project.target, CURRENT, FOUND)
        except NomenclatorError as error:
            return [], str(error)
        rows = [ShownCandidate(one.concept_id, one.preferred_name, one.concept_id) for one in found.candidates]
        return _marked(workbench, project, case, rows), "" if rows else "Nothing is like it; try other words."
    rows, encoders = [], _encoder_titles(workbench, project)
    for one in case.line.candidates:
        word = "same text" if one.same else sureness(one.confidence, False)[0]
        details = [one.target, f"{word} {probability(one.confidence)}"]
        details += [f"suggested as {relation_word(one.predicate)}"] if one.predicate != EXACT else []
        details += [f"{difference_words(one.differs)} differs"] if one.differs else []
        details += [f"“{shortened(one.found, 40)}”"] if one.found.casefold() != one.preferred.casefold() else []
        details += [f"by way of {shortened(one.via, 40)}"] if one.via else []
        details += [_suggested_by(one.encoders, encoders)] if encoders else []
        rows.append(ShownCandidate(one.target, one.preferred, " · ".join(details), one.predicate))
    known = {one.target for one in rows}
    further = [(one.target, f"existing, {one.origin}") for one in case.loaded]
    further += [(target, f"said by {one.who}") for one in case.answers for target, _ in one.targets]
    titles = workbench.terminologies.preferred_names(project.target, {target for target, _ in further} - known)
    for target, about in further:
        if target not in known:
            known.add(target)
            rows.append(ShownCandidate(target, titles.get(target, target), f"{target} · {about}"))
    note = "" if rows else "No suggestion. Search another concept, or say that nothing matches."
    return _marked(workbench, project, case, rows[:MOST_CANDIDATES]), note


def _encoder_titles(workbench: Workbench, project: MappingProject) -> dict[str, str]:
    """Id -> title of the encoders whose suggestions a project joins; none where it is a single one."""
    ids = encoders_in(project.encoder)
    if len(ids) < 2:
        return {}
    titles = {choice.id: choice.title for choice in workbench.rankings.encoders()}
    return {id: titles.get(id, id) for id in ids}


def _suggested_by(ids: Sequence[str], titles: dict[str, str]) -> str:
    """Which of the project's encoders suggest it, by their titles."""
    if len(ids) == len(titles):
        return "every encoder"
    return " and ".join(titles.get(id, id) for id in ids)


def _marked(
    workbench: Workbench, project: MappingProject, case: MappingCase, rows: Sequence[ShownCandidate]
) -> list[ShownCandidate]:
    """The candidates with what a coder must know of them."""
    chosen = [target for one in case.answers for target, _ in one.targets]
    marks = workbench.mapping_lines.marks(project.id, [one.target for one in rows], chosen)
    return [replace(one, marks=marks.get(one.target, ())) for one in rows]


def candidate_buttons(shown: Sequence[ShownCandidate], chosen: int, note: str) -> None:
    """Draws the candidates, the one with the number `chosen` in colour, and a note above them."""
    if note:
        st.caption(plain(note))
    for place, one in enumerate(shown):
        about = " · ".join([shortened(one.about, 150), *one.marks])
        DIGITS[place](
            f"{plain(shortened(one.name, 64))}  \n:small[{plain(about)}]",
            key=f"mappings_candidate_{place}",
            type="secondary" if place != chosen else "primary",
            width="stretch",
            wrap=True,
            on_click=choose_candidate,
            args=(place,),
        )
