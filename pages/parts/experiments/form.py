"""What to start: an experiment in plain words, on which terminologies, and how thoroughly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from engine.workbench import ExperimentKind, Workbench
from pages.parts.experiments.further_settings import further_settings
from pages.parts.formatting import plain
from pages.parts.shell.address import Address
from pages.parts.widget_state import choose, choose_some

MOST_SEEDS, MOST_SHOTS, MOST_LEVELS = 20, 100, 8
PERSIST: dict[str, Any] = {"persist_state": "session"}


def experiment_form(
    workbench: Workbench, kinds: Mapping[str, ExperimentKind], address: Address
) -> tuple[dict[str, Any], Any]:
    """Draws the form: what is asked, on what, and how thoroughly, beside each other.

    The recipe of what it says now, empty where this workspace has nothing to run it on; and the place of its button.
    """
    what, on, how = st.container(key="experiment_fields").columns([3.1, 4.2, 2.8], gap="medium")
    with what:
        name = choose(st, "Experiment", short_titles(kinds), address.key("experiment"))
        kind = kinds[name]
        about = kind.about
        st.markdown(plain(about.question))
        st.caption(f"{plain(about.paper[:1].upper() + about.paper[1:])}. Takes {plain(about.takes)}, on two cores.")
    recipe: dict[str, Any] = {"name": name}
    with on:
        if "terminologies" in kind.options:
            recipe["terminologies"] = _terminologies(workbench, name, kind)
        encoders = {one.id: one.title for one in workbench.rankings.encoders()}
        recipe["encoder"] = choose(
            st, "Input", encoders, "experiments_input", help="What every training stands on.", **PERSIST
        )
        if "corpora" in kind.options:
            recipe |= _corpora()
    with how:
        recipe |= _numbers(kind)
    recipe |= further_settings(kind)
    return ({} if recipe.get("terminologies") == [] else recipe), how


def short_titles(kinds: Mapping[str, ExperimentKind]) -> dict[str, str]:
    """Each experiment by its title up to the colon, and with the rest where that tells two apart."""
    heads = [kind.title.partition(":")[0] for kind in kinds.values()]
    return {
        key: kind.title if heads.count(head) > 1 else head
        for head, (key, kind) in zip(heads, kinds.items(), strict=True)
    }


def _terminologies(workbench: Workbench, name: str, kind: ExperimentKind) -> list[str]:
    """Draws the terminologies to choose from; those that are chosen, as many as the experiment needs, or none."""
    known = {one.slug: one.title for one in workbench.terminologies.all() if one.edges or not kind.about.hierarchy}
    if not known:
        st.info("This experiment needs a terminology with a hierarchy; import one on the page Terminologies.")
        return []
    preferred = [slug for slug in kind.about.preferred if slug in known] or list(known)
    if kind.about.pair:
        titles = ("First (S)", "Second (I)")
        chosen = []
        for place, title in enumerate(titles):
            key = f"experiments_{name}_{place}"
            st.session_state.setdefault(key, preferred[min(place, len(preferred) - 1)])
            help = "Stands where the paper has SNOMED CT." if not place else "Stands where the paper has ICD-10."
            chosen.append(choose(st, title, known, key, help=help, **PERSIST))
        return chosen
    key = f"experiments_{name}_on"
    st.session_state.setdefault(key, preferred)
    chosen = choose_some(st, "Terminologies", known, key, len(known), placeholder="Choose at least one", **PERSIST)
    return chosen


def _numbers(kind: ExperimentKind) -> dict[str, Any]:
    """Draws how thoroughly it is measured: seeds, names a class, levels, a trial, the curve."""
    found: dict[str, Any] = {}
    one, other = st.columns(2)
    if "seeds" in kind.options:
        found["seeds"] = one.number_input(
            "Seeds",
            1,
            MOST_SEEDS,
            5,
            key="experiments_seeds",
            help="Trainings of each row with other random draws; figures are their means. Cells that an earlier run "
            "has measured are taken over.",
            **PERSIST,
        )
    if "curve" in kind.options:
        shots = other.number_input(
            "Names a class",
            2,
            MOST_SHOTS,
            15,
            key="experiments_shots",
            help="How many names of each top class train; classes with too few are left out.",
            **PERSIST,
        )
        found["changes"] = [f"sampler.shots={shots}"]
    if "levels" in kind.options:
        found["levels"] = other.number_input(
            "Levels", 1, MOST_LEVELS, 4, key="experiments_levels", help="Of the hierarchy, from the top.", **PERSIST
        )
    found["quick"] = one.checkbox(
        "Quick trial",
        key="experiments_quick",
        help="One seed of small networks: does it run? Its figures say nothing about the encoders.",
        **PERSIST,
    )
    if "curve" in kind.options:
        found["curve"] = other.checkbox(
            "Curve",
            key="experiments_curve",
            help="Also scores by names a class, figure 1 of the paper: five more trainings a terminology and seed.",
            **PERSIST,
        )
    return found


def _corpora() -> dict[str, Any]:
    """Draws the dictionary and the annotated mentions; nothing where the fields are empty."""
    file = st.text_input(
        "Dictionary (optional)",
        key="experiments_file",
        placeholder="/data/CTD_diseases.tsv",
        help="The file whose concepts the mentions are tied to.",
        **PERSIST,
    ).strip()
    lines = st.text_area(
        "Annotated mentions, a corpus a line",
        key="experiments_corpora",
        height=70,
        placeholder="ncbi=/data/train.pubtator.txt,/data/dev.pubtator.txt",
        help="A name, then the PubTator files to learn from and to measure on. Empty: synonyms of the workspace's "
        "terminology are held out and stand for mentions.",
        **PERSIST,
    )
    corpora = [line.strip() for line in lines.splitlines() if line.strip()]
    return ({"file": file} if file else {}) | ({"corpora": corpora} if corpora else {})
