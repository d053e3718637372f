"""A search whose answer is being computed gives way to what is typed meanwhile."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.parts import live_search

begun: list[int] = []
answered: list[int] = []


@pytest.fixture(autouse=True)
def nothing_before() -> None:
    begun.clear()
    answered.clear()


def two_answers() -> None:
    from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

    from pages.parts.live_search import give_way
    from tests.pages.parts.test_live_search import answered, begun

    begun.append(1)
    if len(begun) == 1:  # what the next letter does while the first encoder computes
        get_script_run_ctx().script_requests.request_rerun(RerunData())
    give_way()
    answered.append(len(begun))


def three_letters() -> None:
    import streamlit as st
    from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
    from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState

    from pages.parts.live_search import give_way, live_search
    from tests.pages.parts.test_live_search import answered, begun

    @st.fragment
    def search() -> None:
        live_search("Name", "q", "Type a name")
        begun.append(1)
        if len(begun) < 4:  # a letter, as the browser sends it: for this fragment
            letter = RerunData(fragment_id=ThreadState.get().fragment_id)
            get_script_run_ctx().script_requests.request_rerun(letter)
        give_way()
        answered.append(len(begun))

    search()


def test_what_changes_the_page_breaks_the_older_answer_off() -> None:
    page = AppTest.from_function(two_answers).run()

    assert not page.exception
    assert (len(begun), answered) == (2, [2])


def test_a_letter_breaks_the_answer_to_the_one_before_off_and_not_the_drawing_of_the_whole_page() -> None:
    page = AppTest.from_function(three_letters).run()

    assert not page.exception
    assert (len(begun), answered) == (4, [1, 4])


def test_who_types_on_sees_answers_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_search, "NOTHING_DRAWN", 0.0)

    page = AppTest.from_function(three_letters).run()

    assert not page.exception
    assert answered == [1, 2, 3, 4]
