"""A part of a page that is asked again before the page was drawn: what is left of the page still has its places.

A browser under load takes what a page sends in one go. Streamlit takes back what a fragment has sent and nobody has
taken yet as soon as that fragment runs again, and sends the rest: whatever comes after the fragment in the same
container would then have no place (“Bad delta path index”).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.testing.v1 import AppTest

from engine.workbench import Workbench
from tests.pages.test_pages import PAGES

Opener = Callable[..., AppTest]
Sent = list[tuple[str, tuple[int, ...]]]  # (fragment, place) of each element and block, in their order
ASKED: dict[str, dict[str, Any]] = {"rankings": {"q": "heart"}, "place": {"name": "weak heart failure"}}


@pytest.fixture
def sent() -> Iterator[Sent]:
    """What the page opened last has sent."""
    found: Sent = []

    def note(message: ForwardMsg) -> None:
        if message.HasField("new_session"):
            found.clear()
        elif message.HasField("delta"):
            found.append((message.delta.fragment_id, tuple(message.metadata.delta_path)))

    ForwardMsgQueue.on_before_enqueue_msg(note)
    yield found
    ForwardMsgQueue.on_before_enqueue_msg(None)


def without_place(sent: Sent) -> list[tuple[int, ...]]:
    """The places that are not there when a browser comes to them."""
    children: dict[tuple[int, ...], int] = {}
    wrong = []
    for _, place in sent:
        *parents, last = (place[:end] for end in range(2, len(place) + 1))
        if any(one[-1] >= children.get(one[:-1], 0) for one in parents) or last[-1] > children.get(last[:-1], 0):
            wrong.append(place)
        else:
            children[last[:-1]] = max(children.get(last[:-1], 0), last[-1] + 1)
    return wrong


@pytest.mark.parametrize("page", PAGES)
def test_a_fragment_that_runs_again_at_once_leaves_no_gap(
    page: str, workbench: Workbench, open_page: Opener, sent: Sent
) -> None:
    workbench.labels.add("topics", [("heart attack", "a"), ("asthma", "b")], "mira")
    app = open_page(page, **ASKED.get(page, {}))
    assert not app.exception and without_place(sent) == []

    for fragment in {one for one, _ in sent if one}:
        assert without_place([one for one in sent if one[0] != fragment]) == []


def test_every_fragment_stands_alone() -> None:
    pages = Path(__file__).parents[2] / "pages"
    using = [path.name for path in pages.rglob("*.py") if "st.fragment(" in path.read_text(encoding="utf-8")]
    assert using == ["fragment.py"]
