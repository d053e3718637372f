"""The tour: offered to each person once, a step a thing, every thing on a page of the menu."""

from __future__ import annotations

from engine.workbench import Workbench
from pages.parts.shell.tour import STEPS
from tests.menu import MENU
from tests.pages.test_pages import Opener, drawn


def test_it_is_kept_for_each_person(workbench: Workbench) -> None:
    assert not workbench.profile.has_toured("Mira")
    workbench.profile.end_tour("Mira")

    assert workbench.profile.has_toured("Mira")
    assert not workbench.profile.has_toured("Ada")


def test_a_page_offers_it_until_then(workbench: Workbench, open_page: Opener) -> None:
    workbench.profile.set_name("Mira")
    assert drawn(open_page(), "tour")[0]["invited"]
    workbench.profile.end_tour("Mira")

    assert not drawn(open_page(), "tour")[0]["invited"]


def test_it_is_short_and_stays_on_pages_of_the_menu() -> None:
    assert 5 <= len(STEPS) <= 7
    assert {step.page for step in STEPS} <= set(MENU.values())
    assert all(len(step.says) < 240 for step in STEPS)
