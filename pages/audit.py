"""Audit: what may be wrong in a whole terminology, most telling first, worked one finding after another."""

from __future__ import annotations

import streamlit as st

from pages.parts.audit.queue import STATES, queue
from pages.parts.formatting import clock, count, plain
from pages.parts.shell.address import Address, own_fields
from pages.parts.shell.frame import opened
from pages.parts.shell.job_panel import run_panel
from pages.parts.shell.warming import current_encoder
from pages.parts.shell.workspace import sentences
from pages.parts.widget_state import choose
from store.records.training import COMPLETED, UNFINISHED

workbench = opened("Audit", "What may be wrong in a terminology, most telling first; one key a finding.")
terminologies = {one.slug: one.title for one in workbench.terminologies.all()}
choices = workbench.rankings.encoders()
encoders = {one.id: one.title for one in choices}
current = encoders[current_encoder(choices)]
kinds = workbench.audits.kinds()
address = Address(
    "audit", {"in": next(iter(terminologies)), "kind": "", "show": "open", "finding": ""}, ("in",), ("in",)
)
own_fields(terminology="in")
address.read({"in": terminologies, "kind": ("", *kinds), "show": STATES})


def start(slug: str) -> None:
    """Starts the audit in the background."""
    with sentences():
        workbench.audits.start(slug)


*most, last = (title.lower() for title in kinds.values())
sought = f"{', '.join(most)} and {last}"
where, button, about = st.columns([3, 2.2, 5.8], vertical_alignment="bottom")
terminology = choose(where, "Terminology", terminologies, address.key("in"))
run, audit = workbench.audits.run_of(terminology), workbench.audits.newest(terminology)
going = run is not None and run.status in UNFINISHED
button.button(
    "Audit again" if audit else "Audit",
    key="audit_start",
    type="secondary" if audit else "primary",
    shortcut="T",
    width="stretch",
    disabled=going,
    help=f"Reads all of it with the current encoder, {plain(current)}, in the background; nothing is changed by it.",
    on_click=start,
    args=(terminology,),
)
if audit:
    by = plain(encoders.get(audit.encoder, audit.encoder))
    since = " Something was edited since." if workbench.audits.edited_since(audit) else ""
    about.caption(f"{count(audit.findings, 'finding')} of {clock(audit.when)}, by {by}.{since}")
if run is not None and run.status != COMPLETED:
    with st.container(border=True, key="audit_run"):
        run_panel(workbench, run.id)
if audit and not going and not workbench.audit_findings.counts(audit.id):
    st.info(f"Nothing was found in {plain(terminologies[terminology])} of what is looked for: {sought}.")
elif audit and not going:
    queue(workbench, audit, address)
elif not going:
    st.info(
        f"{plain(terminologies[terminology])} was not audited yet. **Audit** reads all of its names and links with the "
        "current encoder: seconds for a thousand names, about half a minute for fifty thousand. It looks for "
        f"{sought}; what you decide about each stays, also when it is audited again."
    )
address.write()
