"""Models: every trained version, where it comes from, how good it is, and which one is current."""

from __future__ import annotations

import json
from pathlib import Path

import streamlit as st

from engine.errors import NomenclatorError
from pages.parts.finished_card import encoder_titles, learned_title
from pages.parts.frame import opened
from pages.parts.metrics import SPEARMAN, decimal, map_of, map_of_all, relatedness_means, set_title
from pages.parts.model_detail import model_detail
from pages.parts.plain import clock, plain, size
from pages.parts.sheet import Col, row_picked, sheet

workbench = opened("Models", "Every trained version, its lineage and its numbers; which one is current, and why.")
versions = workbench.models()[::-1]
titles = encoder_titles(workbench)
current = next((choice.id for choice in workbench.encoders() if choice.current), "vectors")
sets = list(dict.fromkeys(name for model in versions for name in relatedness_means(model.metrics)))


def pick() -> None:
    picked = row_picked("model_versions")
    if picked:
        st.session_state["model"] = picked
        st.query_params["model"] = picked


def take_in() -> None:
    """From the button: imports the uploaded file."""
    file = st.session_state.get("model_file")
    if file is None:
        return
    try:
        path = workbench.keep_upload(file.name, file.getvalue())
        try:
            model = workbench.import_model(path)
        finally:
            Path(path).unlink(missing_ok=True)
        st.session_state["model"] = st.query_params["model"] = model.id
        workbench.make_searchable(model.id)
        said = f"Imported {model.name}. It is reading the names now; the bar in the sidebar says how far."
        st.session_state["model_said"] = ("success", said)
    except NomenclatorError as error:
        st.session_state["model_said"] = ("error", str(error))


map_title, map_help = map_of_all(model.recipe for model in versions)
columns = (
    Col("name", "Version"),
    Col("state", "", "mark"),
    Col("learned", "Learned"),
    Col("parent", "On top of"),
    Col("map", map_title, "number", map_help),
    *(Col(name, set_title(name), "number", SPEARMAN) for name in sets),
    Col("data", "Data", "code", "Fingerprint of the names it was trained on: equal fingerprints, equal names."),
    Col("size", "Size", "number", "Its weights on disk."),
    Col("made", "Made", "quiet"),
)
rows = [
    {
        "id": model.id,
        "name": model.name,
        "state": "current" if model.id == current else "",
        "learned": learned_title(model.recipe, titles),
        "parent": titles.get(model.parent or model.recipe.get("input", ""), model.parent),
        "map": decimal(model.metrics.get("map_after")),
        "map_why": map_of(model.recipe)[0],
        **{name: decimal(relatedness_means(model.metrics).get(name)) for name in sets},
        "data": model.data_fingerprint[:8],
        "data_why": model.data_fingerprint,
        "size": size(model.size),
        "made": clock(model.created),
        "made_why": model.created,
    }
    for model in versions
]
known = {model.id for model in versions}
picked = st.query_params.get("model", "") or st.session_state.get("model", "")
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
kind, said = st.session_state.pop("model_said", ("", ""))
if said:
    {"success": st.success, "error": st.error}[kind](plain(said))
if picked:
    model_detail(workbench, workbench.model(picked), current, titles)

left, right = st.columns(2, gap="large")
with left:
    st.header("Which one was current, and why", anchor=False)
    sheet(
        "current_history",
        "History of the current encoder",
        (
            Col("model", "Encoder"),
            Col("who", "Who", "whole"),
            Col("when", "When", "quiet"),
            Col("reason", "Why"),
        ),
        [
            {
                "id": f"{at}",
                "model": titles.get(one.model, one.model),
                "who": one.who,
                "when": clock(one.when),
                "reason": one.reason,
            }
            for at, one in enumerate(workbench.current_history())
        ],
        empty="The shipped vectors have been current from the start.",
    )
with right:
    st.header("Import a version", anchor=False)
    st.file_uploader("A .zip that Nomenclator exported", type=["zip"], key="model_file", on_change=take_in)
if picked:
    with st.expander("Recipe of the chosen version, as JSON"):
        st.code(json.dumps(workbench.model(picked).recipe, indent=2), language="json")
