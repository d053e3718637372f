"""A search whose answer is being computed gives way to what is typed meanwhile."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

begun: list[int] = []
answered: list[int] = []


def two_answers() -> None:
    from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

    from pages.parts.live_search import give_way
    from tests.pages.parts.test_live_search import answered, begun

    begun.append(1)
    if len(begun) == 1:  # what the next letter does while the first encoder computes
        get_script_run_ctx().script_requests.request_rerun(RerunData())
    give_way()
    answered.append(1)


def test_what_is_typed_meanwhile_breaks_the_older_answer_off() -> None:
    page = AppTest.from_function(two_answers).run()

    assert not page.exception
    assert len(begun) == 2
    assert len(answered) == 1
