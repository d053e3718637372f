"""Compare: two to four encoders on the same questions, with one sentence that says what came out."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.errors import NomenclatorError
from pages.parts.chosen import forget_unknown
from pages.parts.comparison import comparison_view
from pages.parts.frame import opened
from pages.parts.plain import plain

workbench = opened("Compare", "The same questions put to two to four encoders; names that no training has seen.")
encoders = {choice.id: choice.title for choice in workbench.encoders()}
terminologies = {one.slug: one.title for one in workbench.terminologies()}


def keep_set() -> None:
    """From the uploader: keeps a relatedness set in the workspace."""
    file = st.session_state.get("pairs_file")
    if file is None:
        return
    try:
        path = workbench.keep_upload(file.name, file.getvalue())
        try:
            result = workbench.add_relatedness_set(path, Path(file.name).stem)
        finally:
            path.unlink(missing_ok=True)
        st.session_state["pairs_said"] = ("success", f"Kept {file.name} with {result['pairs']:,} pairs.")
    except NomenclatorError as error:
        st.session_state["pairs_said"] = ("error", str(error))


kept = [id for id in st.session_state.get("compare_ids", []) if id in encoders]
st.session_state["compare_ids"] = kept or list(encoders)[:1] + list(encoders)[1:][-1:]
forget_unknown("compare_terminology", terminologies)
left, right = st.columns([6, 3], vertical_alignment="bottom")
ids = left.multiselect(
    "Encoders",
    list(encoders),
    key="compare_ids",
    persist_state="session",
    format_func=lambda id: encoders[id],
    max_selections=4,
    select_all=False,
    help="Two to four. The last is measured against the first.",
)
slug = right.selectbox(
    "Held-out names of",
    list(terminologies),
    key="compare_terminology",
    persist_state="session",
    format_func=lambda slug: terminologies[slug],
    help="One concept in ten is kept back from every training, for ever the same in this workspace.",
)
if len(encoders) < 2:
    st.info(
        "There is only one encoder so far. Train one on the Train page; then it stands here beside the shipped vectors."
    )
elif len(ids) < 2:
    st.info("Choose at least two encoders.")
else:
    try:
        with st.spinner("Asking each encoder the same questions; the first time takes some seconds …"):
            result = workbench.compare(ids, slug)
        comparison_view(result, encoders | terminologies)
    except NomenclatorError as error:
        st.error(plain(error))

with st.expander(
    "Relatedness sets" + ("" if workbench.relatedness_sets() else ": add one to compare with what people say")
):
    st.caption(
        "A relatedness set is a CSV or TSV file with two terms and a score that people gave, as MayoSRS is. "
        "In this workspace: " + (", ".join(plain(name) for name in workbench.relatedness_sets()) or "none yet") + "."
    )
    st.file_uploader("Add a set (CSV or TSV)", type=["csv", "tsv", "txt"], key="pairs_file", on_change=keep_set)
    kind, said = st.session_state.pop("pairs_said", ("", ""))
    if said:
        {"success": st.success, "error": st.error}[kind](plain(said))
