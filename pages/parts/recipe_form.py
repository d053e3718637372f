"""The form that makes a recipe: what to learn from, what to start from, and every setting the recipe has."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import streamlit as st

from engine.workbench import Requirements, Workbench
from pages.parts.formatting import plain
from pages.parts.setting_field import setting_field
from pages.parts.widget_state import choose, forget_unknown

TERMINOLOGY, LABELS = "Terminology", "Label set"
ALL_TERMINOLOGIES, ALL_TITLE = "all", "All terminologies"
SHOTS = "sampler.shots"  # drawn on the form itself, so not among the advanced settings
ROLES = {"data": "Learns from", "front": "Before the encoder", "encoder": "Encoder"}  # others say it in their title


@dataclass(frozen=True)
class RecipeForm:
    """The recipe as it stands, or None while there is nothing to learn from; `problem` says why it cannot start.

    `place` is where the button goes: above the advanced settings, which are many.
    """

    recipe: dict[str, Any] | None
    place: Any
    problem: str = ""


def recipe_form(workbench: Workbench) -> RecipeForm:
    """Draws the form."""
    presets = workbench.training.presets()
    forget_unknown("train_preset", presets)
    chosen = st.selectbox(
        "Preset",
        list(presets),
        key="train_preset",
        persist_state="session",
        help="A recipe to start from; every setting of it can be changed below.",
    )
    st.caption(plain(workbench.training.about_presets().get(chosen, "")))
    recipe: dict[str, Any] = copy.deepcopy(presets[chosen])
    learned, started = st.columns(2, gap="medium")
    with learned:
        source = _source(workbench, workbench.training.needs(recipe), chosen)
    if source is None:
        return RecipeForm(None, st.container())
    encoders = {choice.id: choice.title for choice in workbench.rankings.encoders()}
    help = "What turns a name into the input of the new encoder. A model version here makes a chain: the new encoder "
    help += "learns on top of it."
    start = choose(started, "Start from", encoders, "train_input", persist_state="session", help=help)
    recipe |= {**source, "input": start}
    seed, other = started.columns(2)
    if "shots" in recipe["sampler"]:
        seed, shots = other, seed
        recipe["sampler"]["shots"] = _shots(shots, recipe)
    else:
        other.empty()  # what another preset had here goes at once, not when the names are counted
    recipe["seed"] = int(
        seed.number_input(
            "Seed",
            0,
            2**31 - 1,
            int(recipe.get("seed", 0)),
            key="train_seed",
            persist_state="session",
            help="Decides every random draw: the same recipe with the same seed gives the same encoder.",
        )
    )
    place = st.container()
    with st.expander("Advanced settings"):
        settings_of(workbench, recipe, f"set_{chosen}", (SHOTS,))
    needs = workbench.training.needs(recipe)
    if needs.problem:
        place.warning(plain(needs.problem))
    elif needs.note:
        place.info(plain(needs.note))
    return RecipeForm(recipe, place, needs.problem)


def _shots(place: Any, recipe: dict[str, Any]) -> int:
    st.session_state.setdefault("train_shots", int(recipe["sampler"]["shots"]))  # another page's button may have set it
    return int(
        place.number_input(
            "Names a class (k)",
            2,
            1000,
            key="train_shots",
            persist_state="session",
            help="This many names of each class train, and as many again tell when to stop.",
        )
    )


def _source(workbench: Workbench, needs: Requirements, preset: str) -> dict[str, str] | None:
    """What is learned from, as the recipe says it; None, with a sentence, where it cannot be."""
    if not needs.terminology:
        return {}  # its files are among the settings
    st.session_state.setdefault("train_from", TERMINOLOGY)
    kind = st.segmented_control(
        "Learn from",
        [TERMINOLOGY, LABELS],
        key="train_from",
        persist_state="session",
        required=True,
        help="A terminology, or the classes that people gave to names on the Labels page.",
    )
    if kind == LABELS and not needs.labels:
        st.info(
            f"A label set says which class a name is in, and {plain(preset)} learns from concepts and their hierarchy. "
            "Choose a terminology, or a few-shot preset."
        )
        return None
    if kind == LABELS:
        sets = [one.name for one in workbench.label_sets.counts()]
        if not sets:
            st.info("There is no label set yet. Make one on the Labels page: names with the class you give them.")
            return None
        forget_unknown("train_labels", sets)
        return {"labels": st.selectbox("Label set", sets, key="train_labels", persist_state="session")}
    titles = {one.slug: one.title for one in workbench.terminologies.all()}
    if needs.several and len(titles) > 1:
        titles[ALL_TERMINOLOGIES] = ALL_TITLE
    return {"terminology": choose(st, "Terminology", titles, "train_terminology", persist_state="session")}


def settings_of(workbench: Workbench, recipe: dict[str, Any], key: str, without: Sequence[str] = ()) -> None:
    """The settings under their parts' titles, in two columns, drawn from their own descriptions; changes `recipe`."""
    titles = workbench.training.part_titles(recipe)
    fields = [field for field in workbench.training.fields(recipe) if field.path not in without]
    parts = [(part, list(found)) for part, found in groupby(fields, key=lambda one: one.path.rpartition(".")[0])]
    for place, some in zip(st.columns(2, gap="medium"), in_columns(parts), strict=True):
        with place:
            for part, found in some:
                st.markdown(f"**{plain(part_title(part, titles.get(part, part)))}**")
                for field in found:
                    put(recipe, field.path, setting_field(field, f"{key}_{field.path}"))


def in_columns(parts: Sequence[tuple[str, list[Any]]]) -> tuple[Sequence[Any], Sequence[Any]]:
    """The parts with their settings as two columns of about one length, each part whole and in its order."""
    lengths = [1 + len(found) for _, found in parts]
    first = min(range(len(parts) + 1), key=lambda at: max(sum(lengths[:at]), sum(lengths[at:])))
    return parts[:first], parts[first:]


def part_title(part: str, title: str) -> str:
    """The heading over a part's settings.

    >>> part_title("front", "CCA"), part_title("objectives.0", "triplet loss")
    ('Before the encoder: CCA', 'Triplet loss')
    """
    role = ROLES.get(part)
    return f"{role}: {title}" if role else title[:1].upper() + title[1:]


def put(recipe: dict[str, Any], path: str, value: Any) -> None:
    """Puts `value` where `path` points: 'objectives.0.margin' is the margin of the first loss.

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
