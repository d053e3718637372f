"""Models: every trained version, where it comes from, how good it is, and which one is current."""

from __future__ import annotations

import json

import streamlit as st

from engine.workbench import comparison_words
from pages.parts.formatting import clock, plain, size
from pages.parts.metrics import SPEARMAN, decimal, precision_of, precision_of_all, relatedness_means
from pages.parts.models.detail import model_detail
from pages.parts.models.finished_card import encoder_titles, learned_title
from pages.parts.sheet import Col, row_of, sheet
from pages.parts.shell.address import not_here, own_fields
from pages.parts.shell.frame import opened
from pages.parts.shell.messages import report, reported, show_message
from pages.parts.shell.undo_redo import done_elsewhere, undo_redo_buttons
from pages.parts.shell.warming import current_encoder
from pages.parts.uploads import uploaded

workbench = opened("Models", "Every trained version, its lineage and its numbers; which one is current, and why.")
versions = workbench.models.all()[::-1]
titles = encoder_titles(workbench)
current = current_encoder(workbench.rankings.encoders())
sets = list(dict.fromkeys(name for model in versions for name in relatedness_means(model.metrics)))


def pick(picked: str) -> None:
    st.session_state["model"] = st.query_params["model"] = picked


def add_shipped() -> None:
    """From the button: takes the shipped encoder into a workspace that has none."""
    with reported("model_said"):
        model = workbench.models.add_shipped()
        st.session_state["model"] = st.query_params["model"] = model.id
        workbench.rankings.make_searchable(model.id)
        report(
            "model_said", "success", plain(f"Added {model.name}. It is reading the names now; make it current above.")
        )


def take_in() -> None:
    """From the button: imports the uploaded file."""
    file = st.session_state.get("model_file")
    if file is None:
        return
    with reported("model_said"):
        with uploaded(workbench, file) as path:
            model = workbench.models.load(path)
        st.session_state["model"] = st.query_params["model"] = model.id
        workbench.rankings.make_searchable(model.id)
        sentence = f"Imported {model.name}. It is reading the names now; the bar in the sidebar says how far."
        report("model_said", "success", plain(sentence))


measures = dict([precision_of(model.recipe) for model in versions] or [precision_of_all(())])  # title -> what it means
columns = (
    Col("name", "Version"),
    Col("state", "", "mark", spoken="State"),
    Col("learned", "Learned"),
    Col("parent", "On top of"),
    *(Col(title, title, "number", help) for title, help in measures.items()),
    *(Col(name, comparison_words.set_title(name), "number", SPEARMAN) for name in sets),
    Col("size", "Size", "number", "Its weights on disk.", spare=True),
    Col("made", "Made", "when"),
)
rows = [
    {
        "id": model.id,
        "name": model.name,
        "state": "current" if model.id == current else "",
        "learned": learned_title(model.recipe, titles),
        "parent": titles.get(model.parent or model.recipe.get("input", ""), model.parent),
        **{
            title: decimal(model.metrics.get("map_after") if title == precision_of(model.recipe)[0] else None)
            for title in measures
        },
        **{name: decimal(relatedness_means(model.metrics).get(name)) for name in sets},
        "size": size(model.size),
        "made": clock(model.created),
        "made_why": model.created,
    }
    for model in versions
]
known = {model.id for model in versions}
own_fields(version="model")
picked = st.query_params.get("model", "") or st.session_state.get("model", "")
if picked not in known and "model" in st.query_params:
    st.info(not_here([picked]))
    del st.query_params["model"]
picked = picked if picked in known else (versions[0].id if versions else "")
sheet(
    "model_versions",
    "Model versions",
    columns,
    rows,
    picked=picked,
    on_pick=pick,
    empty="No trained version yet: searches use the shipped vectors. Train one on the Train page, or import one below.",
)
show_message("model_said")
if picked:
    model_detail(workbench, workbench.models.get(picked), current, titles)

left, right = st.columns(2, gap="large")
with left:
    st.header("Which one was current, and why", anchor=False)
    chosen = (Col("model", "Encoder"), Col("who", "Who", "whole"), Col("when", "When", "when"), Col("reason", "Why"))
    sheet(
        "current_history",
        "History of the current encoder",
        chosen,
        [
            row_of(one, chosen, at, model=titles.get(one.model, one.model), when=clock(one.when))
            for at, one in enumerate(workbench.models.current_history())
        ],
        empty="The shipped vectors have been current from the start.",
    )
    with st.container(horizontal=True):
        helps = ("Takes back what you made current last.", "Makes current again what your last undo took back.")
        history = workbench.history
        elsewhere = done_elsewhere(history.next_undo, ("current",))
        undo_redo_buttons("model_said", "model_", helps, history.undo, history.redo, elsewhere=elsewhere)
with right:
    if workbench.models.shipped() is None:
        st.header("The encoder that ships", anchor=False)
        st.caption(
            "This workspace is from before Nomenclator shipped a trained encoder. It knows more words and everyday "
            "names; adding it changes nothing else."
        )
        st.button("Add the shipped encoder", on_click=add_shipped)
    st.header("Import a version", anchor=False)
    st.file_uploader("A .zip that Nomenclator exported", type=["zip"], key="model_file", on_change=take_in)
if picked:
    with st.expander("Recipe of the chosen version, as JSON"):
        st.code(json.dumps(workbench.models.get(picked).recipe, indent=2), language="json")
