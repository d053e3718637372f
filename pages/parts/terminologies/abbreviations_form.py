"""The short forms and lay words that queries are read with: looked up, added, changed, taken out and loaded."""

from __future__ import annotations

from functools import partial

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import count, plain
from pages.parts.sheet import Col, sheet, without_empty
from pages.parts.shell.messages import report, reported, show_message
from pages.parts.shell.profile import who
from pages.parts.uploads import uploaded
from store.records.terminology import Abbreviation

MESSAGE, TABLE = "forms_said", "forms_table"
MOST = 12  # rows that are drawn
PART = "\t"  # between a form, its wording and its case, which together name a row
TITLES = {"icd10cm": "ICD-10-CM", "hpo": "HPO", "diseases": "Mondo, MeSH"}  # of the wordings
COLUMNS = (
    Col("form", "Short form or lay words"),
    Col("meanings", "Stands for"),
    Col(
        "case",
        "Counts",
        "quiet",
        "Where it stands for this; empty: as it looks, two capitals only in capitals or alone.",
    ),
    Col("wording", "In", "quiet", "The terminology whose words these are; what people add counts in every one."),
    Col("who", "By", "quiet"),
    Col("out", "Take out", "action"),
)
CASES = {
    "": "as it looks: two capitals only in capitals or alone",
    "any": "wherever it stands",
    "capitals": "only in capitals",
    "alone": "only when nothing else is typed",
    "capitals or alone": "in capitals, or when nothing else is typed",
}


def abbreviations_form(workbench: Workbench) -> None:
    """Draws the dictionary with a search and the fields of one form; a row that is picked fills them."""
    st.caption(
        "A name that holds one of these is also searched with it written out: “T2DM with neuropathy”, “mini stroke”. "
        "Every change counts at once, stands in the History and can be undone; Export has them all as a table."
    )
    look, own = st.columns([4, 1], vertical_alignment="bottom")
    text = look.text_input("Look up", key="forms_text", type="search", placeholder="CKD, fracture, bedsore …")
    mine = own.toggle("Changed here", key="forms_own", help="Only those that people added or changed.")
    found, every = workbench.abbreviations.search(text or "", mine, MOST)
    rows = [
        {
            "id": _row_id(one),
            "form": one.form,
            "meanings": " or ".join(one.meanings),
            "case": CASES.get(one.case, "") if one.case else "",
            "wording": TITLES.get(one.wording, ""),
            "who": one.who or "shipped",
        }
        for one in found
    ]
    sheet(
        TABLE,
        "Short forms and lay words",
        without_empty(COLUMNS, rows, "case", "wording"),
        rows,
        empty="No form like this. Add it below.",
        on_pick=partial(_fill, workbench),
        on_act=partial(_remove, workbench),
    )
    if every > MOST:
        st.caption(f"The first {MOST} of {every:,}.")
    show_message(MESSAGE)
    with st.form("add_form", border=False):
        left, middle, right = st.columns([2, 4, 3])
        left.text_input("Short form or lay words", key="form_form", max_chars=200, placeholder="QID")
        middle.text_area("Stands for, one a line", key="form_meanings", height=80, placeholder="four times a day")
        right.selectbox("Counts", list(CASES), key="form_case", format_func=CASES.__getitem__)
        st.form_submit_button("Keep", type="primary", on_click=_add, args=(workbench,))
    st.file_uploader(
        "Or a file (CSV or TSV) with the columns form (“(big|large) toe” is two), meanings (| between) and case",
        type=["csv", "tsv", "txt"],
        key="forms_file",
        on_change=_load,
        args=(workbench,),
    )


def _row_id(one: Abbreviation) -> str:
    return PART.join((one.form, one.wording, one.case))


def _fill(workbench: Workbench, picked: str) -> None:
    found, _ = workbench.abbreviations.search(picked.partition(PART)[0], most=MOST)
    one = next((one for one in found if _row_id(one) == picked), None)
    if one is not None:
        st.session_state["form_form"] = one.form
        st.session_state["form_meanings"] = "\n".join(one.meanings)
        st.session_state["form_case"] = one.case


def _add(workbench: Workbench) -> None:
    state = st.session_state
    with reported(MESSAGE):
        if not state["form_form"].strip():
            report(MESSAGE, "error", "Type the short form or the lay words, and what they stand for.")
            return
        one = workbench.abbreviations.add(
            state["form_form"], state["form_meanings"].splitlines(), who(), state["form_case"]
        )
        report(MESSAGE, "success", f"“{plain(one.form)}” stands for {plain(' or '.join(one.meanings))}.")


def _remove(workbench: Workbench, picked: str) -> None:
    with reported(MESSAGE):
        one = workbench.abbreviations.remove(picked.partition(PART)[0], who())
        report(MESSAGE, "success", f"“{plain(one.form)}” is taken out; undo it in the History.")


def _load(workbench: Workbench) -> None:
    file = st.session_state.get("forms_file")
    if file is None:
        return
    with reported(MESSAGE):
        with uploaded(workbench, file) as path:
            result = workbench.abbreviations.load(path, who())
        outcome, problems = f"Added {count(result['added'], 'form')} from {file.name}.", result["problems"]
        if problems:
            outcome += f" {count(len(problems), 'line is', 'lines are')} left out."
            outcome += "".join(f" {place.capitalize()}: {sentence}" for place, sentence in problems[:3])
        report(MESSAGE, "info" if problems else "success", plain(outcome))
