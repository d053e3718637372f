"""Ten everyday names, typed as a clinician types them: the first answer is the code that a coder would choose."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import heading, picture_of, remade, search, settled, strip
from tests.linked import copied

SLOW = 120_000  # milliseconds that a slow machine may take
FRACTURE = "fracture of left femur"
EVERYDAY = {  # what is typed -> the codes of which one must stand first
    "heart attack": ("I21", "I21.9"),
    "stroke": ("I63.9", "I63"),
    "T2DM": ("E11", "E11.9"),
    "I219": ("I21.9",),
    "CKD stage 3": ("N18.30", "N18.3"),
    FRACTURE: ("S72.92", "S72.92XA"),
    "no BM x 3 days": ("K59.00",),
    "carpal tunnel left": ("G56.02",),
    "breast cancer mets to bone": ("C79.51",),
    "apendicitis": ("K37",),
}


@pytest.fixture(scope="module")
def workspace(sample_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the workspace that a first start makes."""
    return copied(sample_folder, tmp_path_factory.mktemp("everyday") / "sample")


def test_everyday_names_get_the_right_code_first(page: Page) -> None:
    page.goto("/?in=ICD-10-CM")
    heading(page, "Rankings", SLOW)
    settled(page)
    wrong, strips = {}, []
    for text, codes in EVERYDAY.items():
        first = search(page, text).first
        expect(first).to_be_visible()
        code = first.locator("code").inner_text()
        if code not in codes:
            wrong[text] = code
        if text == FRACTURE:
            expect(first).to_contain_text("likely")
        if remade():
            settled(page)
            strips.append(strip(page, page.locator(".st-key-q"), first))
    assert wrong == {}
    picture_of(strips, "everyday.png")
