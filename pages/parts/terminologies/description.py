"""What a terminology says of itself: short name, title, version, licence, language, address."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import plain
from pages.parts.shell.messages import report, reported
from pages.parts.shell.profile import who
from pages.parts.terminologies.messages import MESSAGE
from store.records.terminology import Terminology

FIELDS = {"title": "Title", "version": "Version", "licence": "Licence", "language": "Language", "address": "Address"}


def description(workbench: Workbench, chosen: Terminology) -> None:
    """Draws the fields with what they hold; each change is one entry of the History."""
    with st.form(f"describe_{chosen.slug}", border=False):
        slug = st.text_input(
            "Short name",
            value=chosen.slug,
            key=f"new_slug_{chosen.slug}",
            disabled=bool(chosen.newer),
            help="It stands in addresses and on the command line. All that hangs on the terminology follows it.",
        )
        places = st.columns(len(FIELDS))
        given = {
            field: place.text_input(label, value=getattr(chosen, field), key=f"{field}_{chosen.slug}")
            for place, (field, label) in zip(places, FIELDS.items(), strict=True)
        }
        pressed = st.form_submit_button("Keep changes", type="primary", key="describe_keep")
    if pressed:
        with reported(MESSAGE):
            _keep(workbench, chosen, slug.strip(), given)
            report(MESSAGE, "success", f"{plain(slug.strip())} is kept as written; undo it in the History.")
        st.rerun()


def _keep(workbench: Workbench, chosen: Terminology, slug: str, given: dict[str, str]) -> None:
    """Keeps all that was changed, or nothing of it where a field is wrong."""
    new = {field: text for field, text in given.items() if text.strip() != getattr(chosen, field)}
    terminology = workbench.upkeep.describe(chosen.slug, who(), **new, name=slug)
    if terminology.slug != chosen.slug:
        st.query_params["terminology"] = terminology.slug
