"""One model version: its lineage with what was kept and forgotten, and what a person may do with it."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import clock, plain
from pages.parts.metrics import SPEARMAN, forgotten_sentence, precision_of_all, relatedness_fall, retention_table
from pages.parts.models.finished_card import learned_title, make_current
from pages.parts.sheet import sheet
from pages.parts.shell.messages import report, reported
from pages.parts.shell.workspace import sentences
from store.records.training import ModelVersion

NO_BREAK, HYPHEN = "\N{NO-BREAK SPACE}", "\N{NON-BREAKING HYPHEN}"


def model_detail(workbench: Workbench, model: ModelVersion, current: str, titles: dict[str, str]) -> None:
    """Draws `model`; `current` is the id of the current encoder, `titles` maps ids and slugs to titles."""
    with st.container(border=True, key="model_detail"):
        left, right = st.columns([6, 4], gap="large")
        with left:
            st.header(plain(model.name), anchor=False)
            known = [] if model.id == model.name else [plain(model.id)]
            st.caption(
                " · ".join([*known, learned(model, titles), _marks(model)]),
                help="The names it learned from and its weights are told by the start of their SHA-256: equal starts, "
                "equal names. That of the weights is kept with what was accepted under them.",
            )
            _versions(workbench, model)
            _lineage(workbench, model, titles)
            columns, rows = retention_table(model.metrics, titles)
            if rows:
                title, help = precision_of_all(one.recipe for one in workbench.models.lineage(model.id))
                st.caption(
                    f"**Kept and forgotten** — {title}: each hierarchy of the lineage, under each encoder of it.",
                    help=help,
                )
                sheet(f"kept_{model.id}", f"{title} by hierarchy and encoder", columns, rows)
                sentence = forgotten_sentence(model.metrics, titles)
                if sentence:
                    st.markdown(plain(sentence))
            with sentences():
                if fall := relatedness_fall(workbench.models.lineage(model.id)):
                    st.markdown(plain(fall), help=SPEARMAN)
        with right:
            _current(workbench, model, current, titles)
            _rename(workbench, model)
            _files(workbench, model)


def learned(model: ModelVersion, titles: dict[str, str]) -> str:
    """What a version learned, from how many names at most, and its seed."""
    recipe = model.recipe
    shots = recipe.get("sampler", {}).get("shots")
    how = f"up to {shots} names a class" if shots else str(recipe.get("preset", ""))
    return f"{plain(learned_title(recipe, titles))}, {plain(how)}, seed {recipe.get('seed', '?')}"


def _marks(model: ModelVersion) -> str:
    """The starts of the fingerprints of the names it learned from and of its weights."""
    return f"names {model.data_fingerprint[:8]} · weights {model.sha256[:12]}"


def _versions(workbench: Workbench, model: ModelVersion) -> None:
    """Which version of each terminology it learned from, where that is no longer the newest."""
    newest = {one.fingerprint for one in workbench.terminologies.all() if not one.newer}
    here = {one.slug for one in workbench.terminologies.all()}
    older = [one for one in model.metrics.get("terminologies", []) if one["fingerprint"] not in newest]
    for one in older:
        version = one["version"] or f"imported by {clock(model.created)}"
        what = f"{one['terminology']}, {version}, which is not the newest version"
        if one["terminology"] not in here:
            what = f"{one['terminology']} too, which this workspace does not have"
        st.caption(f"Learned from {plain(what)}.")


def _lineage(workbench: Workbench, model: ModelVersion, titles: dict[str, str]) -> None:
    """The chain as one line: vectors first, this version last."""
    with sentences():
        chain = workbench.models.lineage(model.id)
        start = chain[0].recipe.get("input", "vectors")
        names = [titles.get(start, start), *(one.name for one in chain)]
        steps = [plain(name.replace(" ", NO_BREAK)).replace("\\-", HYPHEN) for name in names]
        st.markdown(" → ".join([*steps[:-1], f"**{steps[-1]}**"]))


def _current(workbench: Workbench, model: ModelVersion, current: str, titles: dict[str, str]) -> None:
    if model.id == current:
        st.caption("This version is current: searches use it unless another encoder is chosen.")
        target = workbench.models.before_current()
        title = titles.get(target, target)
        label = f"Go back to {plain(title)}"
    else:
        target, title, label = model.id, model.name, "Make current"
    with st.form(f"current_{model.id}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Reason", key="current_reason", max_chars=300, placeholder="Why, optional")
        st.form_submit_button(label, type="primary", on_click=_make_current, args=(workbench, target, title))


def _make_current(workbench: Workbench, target: str, title: str) -> None:
    make_current(workbench, target, title, st.session_state.get("current_reason", "").strip())
    st.session_state["current_reason"] = ""


def _rename(workbench: Workbench, model: ModelVersion) -> None:
    with st.form(f"rename_{model.id}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Name", value=model.name, key=f"name_{model.id}")
        st.form_submit_button("Rename", on_click=_renamed, args=(workbench, model))


def _renamed(workbench: Workbench, model: ModelVersion) -> None:
    with reported("model_said"):
        workbench.models.rename(model.id, st.session_state[f"name_{model.id}"])


def _files(workbench: Workbench, model: ModelVersion) -> None:
    with st.container(horizontal=True):
        st.download_button(
            "Export",
            data=lambda: _exported(workbench, model.id),
            file_name=f"{model.id}.zip",
            mime="application/zip",
            key=f"export_{model.id}",
            on_click="ignore",
            help="One file with this version and its parents; another workspace can import it.",
        )
        with st.popover("Delete"):
            if why := workbench.models.obstacle(model.id):
                st.markdown(plain(why))
                return
            st.markdown(
                f"Delete **{plain(model.name)}** with its weights? This cannot be undone; export it first to keep it."
            )
            st.button("Delete it", key=f"delete_{model.id}", type="primary", on_click=_delete, args=(workbench, model))


def _exported(workbench: Workbench, id: str) -> bytes:
    path = workbench.models.export(id)
    content = path.read_bytes()
    path.unlink()
    return content


def _delete(workbench: Workbench, model: ModelVersion) -> None:
    with reported("model_said"):
        workbench.models.delete(model.id)
        st.session_state.pop("model", None)
        st.query_params.pop("model", None)
        report("model_said", "success", plain(f"Deleted {model.name}."))
