"""The first page: what there is to ask, with addresses to copy."""

from __future__ import annotations

from html import escape

from engine.serving.calls import HTML, Call, Reply
from engine.workbench import Workbench

STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:1rem;max-width:60rem;color:#1c2733;background:#fff}"
    "h1{font-size:1.3rem;margin:0 0 .4rem}h2{font-size:1.05rem;margin:1.2rem 0 .3rem}p{margin:.3rem 0}"
    "table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}"
    "code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}"
)


def page(title: str, body: str) -> str:
    """A whole page of HTML; `body` is markup."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>{body}</body></html>'
    )


def page_problem(status: int, sentence: str) -> Reply:
    """What went wrong, as a page."""
    return Reply(page("Nomenclator", f"<p>{escape(sentence)}</p>"), HTML, status)


def front_page(workbench: Workbench, call: Call) -> Reply:
    """The services with their addresses, a row a terminology."""
    rows = "".join(
        f"<tr><td>{escape(one.title)}</td><td>{one.concepts:,}</td>"
        f"<td><code>{escape(call.base)}/reconcile/{escape(one.slug)}</code></td></tr>"
        for one in workbench.terminologies.all()
    )
    body = (
        "<h1>Nomenclator, for other programs</h1><p>Open for reading, on this computer only, until “serve” is stopped. "
        "Whoever has the address of this page may ask.</p><h2>Reconciliation services (OpenRefine)</h2>"
        f"<table><tr><th>Terminology</th><th>Concepts</th><th>Address</th></tr>{rows}</table>"
        f"<h2>FHIR R4 terminology</h2><p><code>{escape(call.base)}/fhir</code></p>"
        f'<h2>All operations</h2><p><a href="{escape(call.base)}/openapi.json">OpenAPI</a></p>'
    )
    return Reply(page("Nomenclator, for other programs", body), HTML)
