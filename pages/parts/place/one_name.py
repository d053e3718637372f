"""One name: the parents that each encoder proposes, the levels above it, and what to do about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import EncoderChoice, Placing, Workbench, difference_word
from pages.parts.beside import reading_and_detail
from pages.parts.candidate_table import CandidateColumn, ask_encoder, candidate_table
from pages.parts.formatting import count, percent, plain, shortened
from pages.parts.fragment import fragment
from pages.parts.live_search import give_way, live_search
from pages.parts.make_searchable import waits
from pages.parts.place.act import OUTCOME, carry_out, digits, note_field, undo_button
from pages.parts.place.address import field, put
from pages.parts.place.parent_rows import place_data
from pages.parts.place.preload import warm
from pages.parts.sheet import Col, sheet
from pages.parts.shell.address import Address
from pages.parts.shell.messages import show_outcome
from pages.parts.shell.profile import who
from pages.parts.widget_state import emptied

TABLE = "place_table"
AGAIN, AGAIN_LABEL = "place_again", "Place it a second time"
EXAMPLES = ("painful swollen big toe", "left ear pain", "enlarged heart after birth", "type 2 diabetes with foot ulcer")
LEAST_SHARE = 0.15  # of the best parents; below, a level is a guess


def one_name(
    workbench: Workbench,
    terminology: str,
    encoders: Sequence[str],
    choices: Mapping[str, EncoderChoice],
    address: Address,
) -> None:
    """Draws the field, the table of parents and the panel."""

    def drawn() -> None:
        _one(workbench, terminology, list(encoders), choices)
        address.write()

    fragment(key="place_one")(drawn)()


def _one(workbench: Workbench, terminology: str, encoders: list[str], choices: Mapping[str, EncoderChoice]) -> None:
    hint = "Type a new name, or the id of a concept that needs a further parent"
    text = live_search("Name to place", "place_name", hint, on_change=_new_name)
    text = " ".join(text.split())
    if not text:
        show_outcome(OUTCOME)
        _nothing_typed()
        return
    thread = warm(workbench, terminology, encoders[0])
    if thread.is_alive():
        with st.spinner("Opening the encoder and the hierarchy; this takes a moment after a start …"):
            thread.join()
    concept, name = _existing(workbench, terminology, text)

    def column(id: str) -> CandidateColumn[Placing]:
        give_way()
        ranked = partial(workbench.placement.rank_parents, name, terminology, id, concept=concept)
        return ask_encoder(workbench, choices[id], terminology, ranked)

    columns = [column(id) for id in encoders]
    refused = {parent: found.who for parent, found in workbench.placement.refusals(terminology, name).items()}
    encoder, parent = _chosen(columns, refused)
    left, right = reading_and_detail("place")
    with left, st.container(key="one_encoder" if len(encoders) == 1 else "encoders"):
        for one in columns:
            waits(workbench, one.encoder, choices[one.encoder].title, terminology, one.ready)
        keyed = not any(one.answer and _known(one.answer, concept) for one in columns)
        candidate_table(TABLE, place_data(columns, (encoder, parent), refused, keyed), _choose)
        _levels(columns)
    with right, st.container(border=True, key="place_panel"):
        show_outcome(OUTCOME)
        active = next((one.answer for one in columns if one.encoder == encoder and one.answer), None)
        if active is None or not active.parents:
            st.caption("No parent is proposed. Try another encoder, or other words.")
            undo_button(workbench)
        else:
            _panel(workbench, active, parent, concept, refused)


def _existing(workbench: Workbench, terminology: str, text: str) -> tuple[str, str]:
    """(id, name) when the text is a concept's id, or the person asked for a further parent of one; else ("", text)."""
    id_or_text = field("concept") or text
    try:
        card = workbench.terminologies.concept(terminology, id_or_text)
        return card.concept.id, card.concept.preferred
    except NomenclatorError:
        return "", text


def _chosen(columns: Sequence[CandidateColumn[Placing]], refused: Mapping[str, str]) -> tuple[str, str]:
    """The (encoder, parent) that the person looks at: what was clicked, else the first that can be accepted."""
    encoder, parent = st.session_state.get("place_chosen", ("", ""))
    column = next((one for one in columns if one.encoder == encoder), columns[0])
    parents = column.answer.parents if column.answer else ()
    if not any(one.id == parent for one in parents):
        free = [one.id for one in parents if one.id not in refused and not one.already]
        parent = next(iter(free), parents[0].id if parents else "")
    return column.encoder, parent


def _panel(workbench: Workbench, placing: Placing, parent: str, concept: str, refused: Mapping[str, str]) -> None:
    known = _known(placing, concept)
    title = f"Further parent of {plain(concept)}" if concept else "Which parent?"
    with st.container():  # what comes and goes in it moves no button
        _about(placing, concept, title)

    def closed(one: str, already: bool) -> str:
        if already:
            return "It stands there already."
        return f"{refused[one]} refused it." if one in refused else known

    def accept(code: str) -> None:
        def action() -> str:
            note, own = st.session_state.get("place_note", ""), st.session_state.get("place_code", "")
            made = workbench.placement.accept(placing, code, who(), concept=concept, code=own, reason=note)
            emptied("place_note", "place_code")
            _once()
            title = next(one.preferred for one in placing.parents if one.id == code)
            return f"{plain(made)} “{plain(shortened(placing.text))}” stands under {plain(title)} now."

        carry_out(action)

    digits([(one.id, one.preferred, one.score, closed(one.id, one.already)) for one in placing.parents], accept, parent)
    chosen = next(one for one in placing.parents if one.id == parent)
    with st.container(horizontal=True, gap="xsmall"):
        _refuse_button(workbench, placing, chosen.id, chosen.preferred, refused)
        undo_button(workbench)
    if not concept:
        st.text_input(
            "Id of the new concept (optional)",
            key="place_code",
            max_chars=100,
            placeholder="Id, optional: else the next free NEW: number",
            label_visibility="collapsed",
        )
    note_field()
    st.markdown(f"**{plain(chosen.preferred)}** · {plain(chosen.id)}")
    st.caption(" › ".join(plain(title) for _, title in chosen.path) or "At the top of the hierarchy.")
    if chosen.siblings:
        rows = [
            {"id": one.id, "name": one.preferred, "score": f"{one.score:.2f}", "differs": _unlike(one.differs)}
            for one in chosen.siblings
        ]
        st.caption(f"It would stand beside {count(chosen.all_siblings, 'concept')}, nearest first:")
        sheet("place_siblings", f"Siblings under {chosen.preferred}", SIBLINGS, rows, tallest=260)


def _known(placing: Placing, concept: str) -> str:
    """Why no parent can be accepted: the name is there, and the person has not said that it is to be a second time."""
    if concept or not placing.named or st.session_state.get(AGAIN):
        return ""
    return f"It is a name of {placing.named[0][0]} already; switch on “{AGAIN_LABEL}” to place it all the same."


def _about(placing: Placing, concept: str, title: str) -> None:
    st.header(title, anchor=False)
    if concept:
        st.caption(f"“{plain(placing.text)}” is there already; it gets one parent more.")
        if field("concept"):
            st.button("Place it as a new concept", key="place_new", type="tertiary", on_click=_leave_concept)
    elif placing.named:
        code, preferred = placing.named[0]
        st.info(f"“{plain(shortened(placing.text))}” is a name of {plain(code)} {plain(preferred)} already.")
        st.button(f"Give {plain(code)} a further parent", key="place_further", on_click=_take_concept, args=(code,))
        st.toggle(AGAIN_LABEL, key=AGAIN, help="The name is then one of two concepts, each under a parent of its own.")


SIBLINGS = (
    Col("name", "Sibling"),
    Col("differs", "Differs in", "mark", "What the name and the sibling differ in, though vectors may not see it."),
    Col("score", "Score", "number", "Cosine between the name and the sibling's nearest name."),
)


def _unlike(kinds: Sequence[str]) -> str:
    return "≠ " + ", ".join(map(difference_word, kinds)) if kinds else ""


def _refuse_button(workbench: Workbench, placing: Placing, code: str, title: str, refused: Mapping[str, str]) -> None:
    taken_back = code in refused
    score = next((one.score for one in placing.parents if one.id == code), None)

    def refuse() -> None:
        def action() -> str:
            note = st.session_state.get("place_note", "")
            workbench.placement.refuse(
                *(placing.terminology, placing.text, code, who(), score, placing.encoder, note), refused=not taken_back
            )
            emptied("place_note")
            st.session_state.pop("place_chosen", None)
            return f"{plain(title)} {'may be its parent again' if taken_back else 'is refused for this name'}."

        carry_out(action)

    st.button(
        "Allow again" if taken_back else "Refuse",
        key="place_refuse",
        shortcut="X",
        help=f"Remembers that the name {'may belong' if taken_back else 'does not belong'} under “{plain(title)}”.",
        on_click=refuse,
    )


def _levels(columns: Sequence[CandidateColumn[Placing]]) -> None:
    """The best ancestor on each level, a column an encoder."""
    levels = sorted({one.level for column in columns if column.answer for one in column.answer.levels})
    rows = []
    for level in levels:
        row: dict[str, str] = {"id": str(level), "level": str(level)}
        for place, column in enumerate(columns):
            found = column.answer.levels if column.answer else ()
            one = next((one for one in found if one.level == level and one.share >= LEAST_SHARE), None)
            row[f"name{place}"] = one.preferred if one else ""
            row[f"share{place}"] = percent(one.share) if one else ""
        if any(row[f"name{place}"] for place in range(len(columns))):
            rows.append(row)
    if not rows:
        return
    st.header("Level by level", anchor=False)
    shown = [Col("level", "Level", "quiet", "0 is the top of the hierarchy; the longest way down counts.")]
    for place, column in enumerate(columns):
        shown.append(Col(f"name{place}", column.title))
        shown.append(Col(f"share{place}", "Share", "number", "Of the twenty best parents, by weight, below it."))
    sheet("place_levels", "The best ancestor on each level", shown, rows)


def _nothing_typed() -> None:
    st.caption("Parents appear as you type; 1 to 5 accept one, X refuses, U takes back. For example:")
    with st.container(horizontal=True, gap="small"):
        for example in EXAMPLES:
            st.button(example, key=f"place_try_{example}", on_click=_try, args=(example,))


def _once() -> None:
    """From a callback: what was said to be placed a second time was so for one name and one parent."""
    if st.session_state.get(AGAIN):
        st.session_state[AGAIN] = False


def _try(text: str) -> None:
    put(name=text)
    _forget()


def _new_name() -> None:
    """Another name is typed: what was said of the last one goes, with what was chosen for it."""
    st.session_state.pop(OUTCOME, None)
    _forget()


def _forget() -> None:
    st.session_state.pop("place_chosen", None)
    _once()
    put(concept="")


def _choose(row: dict[str, Any]) -> None:
    st.session_state["place_chosen"] = (row["encoder"], row["id"])


def _take_concept(code: str) -> None:
    put(concept=code)
    st.session_state.pop("place_chosen", None)


def _leave_concept() -> None:
    put(concept="")
