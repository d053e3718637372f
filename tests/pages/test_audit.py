"""The page Audit on the small workspace: before the first audit, its filters, and what its buttons do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.workbench import Workbench
from store.edits import Change
from store.records.training import FAILED
from tests.engine.workbench.terminologies.test_audit_findings import findings_of
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]


@pytest.fixture
def audited(workbench: Workbench) -> Workbench:
    """The small workspace with four faults, audited."""
    workbench.synonyms.add("organs", "L1", "heart attack", "mira")
    workbench.synonyms.add("organs", "H2", "weak pump (disorder)", "mira")
    workbench.synonyms.add("organs", "L3", "air hunger,", "mira")
    audit(workbench)
    return workbench


def audit(workbench: Workbench) -> None:
    """Audits it in this process."""
    assert worker.execute(workbench.workspace, workbench.audits.queue("organs")).status == "done"


def button(app: AppTest, key: str):
    return next(one for one in app.button if one.key == key)


def listed(app: AppTest) -> list[str]:
    return [row["name"] for row in drawn(app, "sheet")[0]["rows"]]


def test_before_the_first_audit_the_page_says_what_it_does(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("audit")
    assert "Organs was not audited yet" in app.info[0].value
    assert not button(app, "audit_start").disabled


def test_an_audit_that_found_nothing_says_so(workbench: Workbench, open_page: Opener) -> None:
    """It stood there as a queue that was worked off, with an Undo for nothing."""
    audit(workbench)
    app = open_page("audit")
    assert not app.exception and "Nothing was found in Organs of what is looked for" in app.info[0].value
    assert "audit_undo" not in {one.key for one in app.button}


def test_the_address_says_kind_and_finding(audited: Workbench, open_page: Opener) -> None:
    newest = audited.audits.newest("organs")
    assert newest is not None
    strays = audited.audit_findings.numbers(newest.id, "stray mark")
    app = open_page("audit", kind="stray mark", finding=str(strays[1]))
    assert not app.exception
    assert sorted(listed(app)) == ["air hunger,", "weak pump (disorder)"]
    second = audited.audit_findings.read(strays)[1].name
    assert [one.value.replace("\\", "") for one in app.header] == [second]
    assert open_page("audit", kind="nonsense", finding="999999999").exception == []


def test_a_missing_synonym_stands_with_the_concept_that_lacks_it(workbench: Workbench, open_page: Opener) -> None:
    """The list had the proposed name alone."""
    findings_of(workbench, {"kind": "missing synonym", "name": "pump failure", "other": "X:1"}, {})
    app = open_page("audit")
    assert not app.exception and sorted(listed(app)) == ["cardiac failure", "pump failure → Heart failure"]


def test_a_missing_synonym_of_a_concept_that_people_added_stands_with_its_name(
    workbench: Workbench, open_page: Opener
) -> None:
    """“→ KH-180” stood there."""
    workbench.edits.apply([Change("add", "organs", "KH-180", "Weak heart", kind="concept")], "ann")
    findings_of(workbench, {"kind": "missing synonym", "name": "pump failure", "concept": "KH-180", "other": "X:1"})
    app = open_page("audit")
    assert not app.exception and listed(app) == ["pump failure → Weak heart"]
    assert workbench.terminologies.preferred_names("organs", ["H2", "KH-180", "X:1"]) == {
        "H2": "Heart failure",
        "KH-180": "Weak heart",
    }


@pytest.mark.slow
def test_resolve_refuse_and_flag_go_on_and_undo_comes_back(audited: Workbench, open_page: Opener) -> None:
    app = open_page("audit", kind="stray mark")
    first, second = listed(app)
    button(app, "audit_resolve_0").click().run()
    assert not app.exception and listed(app) == [second]
    assert any("Resolved" in one.value for one in app.success)
    button(app, "audit_refuse").click().run()
    assert drawn(app, "sheet")[0]["rows"] == []
    audit(audited)
    app = open_page("audit", show="all")
    assert first not in listed(app) and second in listed(app)
    app = open_page("audit", show="refused")
    assert listed(app) == [second]
    button(app, "audit_undo").click().run()
    assert listed(open_page("audit", kind="stray mark")) == [second]
    app = open_page("audit", kind="ambiguous name")
    button(app, "audit_flag").click().run()
    assert listed(open_page("audit", show="flagged")) == ["heart attack"]


def test_undo_leads_back_to_the_finding_that_it_takes_back(audited: Workbench, open_page: Opener) -> None:
    """It stayed at the next one, and the one that was open again was looked for in the list."""
    app = open_page("audit")
    first, second = listed(app)[:2]
    button(app, "audit_refuse").click().run()
    assert app.header[0].value.replace("\\", "") == second
    button(app, "audit_undo").click().run()
    assert not app.exception and app.header[0].value.replace("\\", "") == first
    button(app, "audit_redo").click().run()
    assert not app.exception and app.header[0].value.replace("\\", "") == second


def test_buttons_that_rest_say_why(audited: Workbench, open_page: Opener) -> None:
    """Of what was resolved, “Resolve” said that no edit mends it, and the other two what they do."""
    app = open_page("audit", kind="stray mark")
    number = app.session_state["audit_finding"]
    button(app, "audit_resolve_0").click().run()
    app = open_page("audit", show="resolved", finding=str(number))
    told = "It is resolved; History can take that back."
    for key in ("audit_resolve_0", "audit_refuse", "audit_flag"):
        assert button(app, key).disabled and button(app, key).help == told
    assert told in [one.value for one in app.caption]


def test_a_name_is_written_as_a_person_types_it(audited: Workbench, open_page: Opener) -> None:
    app = open_page("audit", kind="stray mark")
    name = listed(app)[0]
    next(one for one in app.text_input if one.label == "The name as it should be").set_value("breathless").run()
    button(app, "audit_resolve_0").click().run()
    code = "H2" if "pump" in name else "L3"
    names = [one.text for one in audited.terminologies.concept("organs", code).concept.names]
    assert "breathless" in names and name not in names


def test_a_failed_audit_says_so_beside_the_last_one_and_can_go_on(
    audited: Workbench, open_page: Opener, started: list[int]
) -> None:
    number = audited.jobs.queue("audit", "Audit of Organs", {"terminology": "organs", "encoder": "nothing"})
    assert worker.execute(audited.workspace, number).status == FAILED
    app = open_page("audit")
    assert any("failed" in one.value for one in app.error) and listed(app)
    button(app, f"resume_{number}").click().run()
    assert started == [number] and audited.jobs.run(number).status == "queued"
