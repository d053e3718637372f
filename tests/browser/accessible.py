"""What axe-core has to say about the page that stands in the window."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.steps import settled

GRAVE = ("serious", "critical")
ASKED = {"resultTypes": ["violations"]}  # to tell of each node that passes, too, takes longer than all else
# Inside widgets that Streamlit draws and no option reaches: (rule, what the node's selector or HTML holds, why).
NOT_OURS: tuple[tuple[str, str, str], ...] = ()


def findings(page: Page) -> list[str]:
    """Every serious or critical finding of axe-core on the page, one line each; empty when there is none.

    It looks once the page has come to rest: what is about to be drawn anew is pale meanwhile.
    """
    settled(page)
    violations = Axe().run(page, options=ASKED).response["violations"]
    return [
        f"{found['id']}: {node['html'][:160]} {_why(node)}"
        for found in violations
        if found["impact"] in GRAVE
        for node in found["nodes"]
        if not _not_ours(found["id"], node)
    ]


def _why(node: dict[str, Any]) -> str:
    return "; ".join(check["message"] for kind in ("any", "all", "none") for check in node[kind][:1])


def _not_ours(rule: str, node: dict[str, Any]) -> bool:
    place = f"{node['target']} {node['html']}"
    return any(rule == of and part in place for of, part, _ in NOT_OURS)
