"""The form that makes a recipe: what to learn from, what to start from, and every setting the recipe has."""

from __future__ import annotations

import copy
from typing import Any

import streamlit as st

from engine.workbench import Workbench
from pages.parts.chosen import forget_unknown
from pages.parts.plain import plain

TERMINOLOGY, LABELS = "Terminology", "Label set"
ABOVE = ("sampler.shots",)  # drawn on the form itself, so not among the advanced settings


def recipe_form(workbench: Workbench) -> dict[str, Any] | None:
    """Draws the form; the recipe as it stands, or None while there is nothing to learn from."""
    source = _source(workbench)
    if source is None:
        return None
    encoders = {choice.id: choice.title for choice in workbench.encoders()}
    forget_unknown("train_input", encoders)
    start = st.selectbox(
        "Start from",
        list(encoders),
        key="train_input",
        persist_state="session",
        format_func=lambda id: encoders[id],
        help="What turns a name into the input of the new encoder. A model version here makes a chain: the new "
        "encoder learns on top of it.",
    )
    presets = workbench.presets()
    chosen = st.selectbox(
        "Preset",
        list(presets),
        key="train_preset",
        persist_state="session",
        help="A recipe to start from; every setting of it can be changed below.",
    )
    recipe: dict[str, Any] = {**copy.deepcopy(presets[chosen]), **source, "input": start}
    left, right = st.columns(2)
    shots = left.number_input(
        "Names a class (k)",
        2,
        1000,
        int(recipe["sampler"].get("shots", 15)),
        key="train_shots",
        persist_state="session",
        help="This many names of each class train, and as many again tell when to stop.",
    )
    seed = right.number_input(
        "Seed",
        0,
        2**31 - 1,
        int(recipe.get("seed", 0)),
        key="train_seed",
        persist_state="session",
        help="Decides every random draw: the same recipe with the same seed gives the same encoder.",
    )
    recipe["sampler"]["shots"], recipe["seed"] = int(shots), int(seed)
    with st.expander("Advanced settings"):
        _advanced(workbench, recipe, chosen)
    return recipe


def _source(workbench: Workbench) -> dict[str, str] | None:
    kind = st.segmented_control(
        "Learn from",
        [TERMINOLOGY, LABELS],
        default=TERMINOLOGY,
        key="train_from",
        persist_state="session",
        required=True,
        help="A terminology's own top classes, or the classes that people gave to names on the Labels page.",
    )
    if kind == LABELS:
        sets = [one.name for one in workbench.label_sets()]
        if not sets:
            st.info("There is no label set yet. Make one on the Labels page: names with the class you give them.")
            return None
        forget_unknown("train_labels", sets)
        return {"labels": st.selectbox("Label set", sets, key="train_labels", persist_state="session")}
    titles = {one.slug: one.title for one in workbench.terminologies()}
    forget_unknown("train_terminology", titles)
    slug = st.selectbox(
        "Terminology",
        list(titles),
        key="train_terminology",
        persist_state="session",
        format_func=lambda slug: titles[slug],
    )
    return {"terminology": slug}


def _advanced(workbench: Workbench, recipe: dict[str, Any], preset: str) -> None:
    """One widget a setting, drawn from the settings' own description; changes `recipe` in place."""
    group = ""
    for field in workbench.settings_fields(recipe):
        if field.path in ABOVE:
            continue
        part = field.path.rpartition(".")[0]
        if part != group:
            group = part
            st.caption(f"**{plain(_title(recipe, part))}**")
        put(recipe, field.path, _widget(field, f"set_{preset}_{field.path}"))


def _title(recipe: dict[str, Any], part: str) -> str:
    """'Objective: triplet' for 'objectives.0'."""
    at: Any = recipe
    for step in part.split("."):
        at = at[int(step)] if isinstance(at, list) else at[step]
    kind = part.split(".")[0].rstrip("s").capitalize()
    name = at.get("name", "") if isinstance(at, dict) else ""
    return f"{kind}: {name}" if name else kind


def _widget(field: Any, key: str) -> Any:
    """The value of one setting, from the widget that fits its kind."""
    label, value, help = plain(field.label), field.value, plain(field.help) or None
    if field.choices:
        options = list(field.choices)
        at = options.index(value)
        return st.selectbox(label, options, index=at, key=key, help=help, persist_state="session")
    if field.kind == "bool":
        return st.checkbox(label, value, key=key, help=help, persist_state="session")
    if field.kind == "int":
        low, high = _whole(field.low), _whole(field.high)
        whole = st.number_input(label, low, high, int(value), step=1, key=key, help=help, persist_state="session")
        return int(whole)
    if field.kind == "float":
        least, most, step = _real(field.low), _real(field.high), _step(value)
        return st.number_input(
            label, least, most, float(value), step=step, format="%g", key=key, help=help, persist_state="session"
        )
    return st.text_input(label, str(value), key=key, help=help, persist_state="session")


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _real(bound: float | None) -> float | None:
    return None if bound is None else float(bound)


def _step(value: float) -> float:
    """A step of the size that a person would turn the value by."""
    return 10.0 ** (len(str(int(abs(value)))) - 2) if abs(value) >= 1 else (abs(value) / 2 or 0.1)


def put(recipe: dict[str, Any], path: str, value: Any) -> None:
    """Puts `value` where `path` points: 'objectives.0.margin' is the margin of the first objective.

    >>> recipe = {"objectives": [{"margin": 0.1}]}
    >>> put(recipe, "objectives.0.margin", 0.2)
    >>> recipe
    {'objectives': [{'margin': 0.2}]}
    """
    at: Any = recipe
    *way, last = path.split(".")
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    if isinstance(at, list):
        at[int(last)] = value
    else:
        at[last] = value
