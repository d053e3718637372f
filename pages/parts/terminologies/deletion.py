"""Taking a terminology out: what goes with it is said first, and undo brings it back until it is let go for good."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import count, plain
from pages.parts.shell.messages import report, reported
from pages.parts.shell.profile import who
from pages.parts.terminologies.messages import MESSAGE
from store.records.terminology import Terminology


def deletion(workbench: Workbench, chosen: Terminology) -> None:
    """Draws what hangs on the terminology, and the button that takes it out."""
    going = workbench.upkeep.hanging(chosen.slug)
    older = [slug for slug in going.versions if slug != chosen.slug]
    hanging = ", ".join(
        count(number, what.replace("lists", "list", 1).removesuffix("s"), what)
        for what, number in going.hanging.items()
    )
    st.markdown(
        f"**{plain(chosen.slug)}** goes with {count(chosen.concepts, 'concept')}"
        + (f" and its older version{'s' * (len(older) > 1)} {plain(', '.join(older))}" if older else "")
        + (f". What hangs on it waits for it to come back: {plain(hanging)}." if hanging else ". Nothing hangs on it.")
    )
    left = len(workbench.terminologies.all()) - len(going.versions)
    st.button(
        f"Delete {plain(chosen.slug)}",
        key="delete_terminology",
        disabled=not left,
        help="Undo in the History brings it back." if left else "It is the only one; import another one first.",
        on_click=_delete,
        args=(workbench, chosen.slug),
    )


def deleted_terminologies(workbench: Workbench) -> None:
    """Draws what was taken out and can still come back, with the button that lets it go for good."""
    deleted = workbench.upkeep.deleted()
    if not deleted:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"Taken out: {plain(', '.join(deleted))}. Undo in the History brings it back.", width="content")
        with st.popover("Let go for good …", type="tertiary"):
            st.markdown(
                f"Let go of **{plain(', '.join(deleted))}** for good? Short name and space are free then, and no undo "
                "brings it back."
            )
            st.button("Let go for good", key="tidy_terminologies", type="primary", on_click=_tidy, args=(workbench,))


def _delete(workbench: Workbench, slug: str) -> None:
    with reported(MESSAGE):
        workbench.upkeep.delete(slug, who())
        st.query_params["terminology"] = ""
        report(MESSAGE, "success", f"{plain(slug)} is taken out; undo it in the History.")


def _tidy(workbench: Workbench) -> None:
    with reported(MESSAGE):
        gone = workbench.upkeep.tidy()
        report(MESSAGE, "success", f"{plain(', '.join(gone))} is gone for good.")
