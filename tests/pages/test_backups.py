"""The backups on the Export page, and in place of a page where the database is damaged."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from streamlit.testing.v1 import AppTest

from engine.workbench import Workbench

Opener = Callable[..., AppTest]


def press(app: AppTest, key: str) -> None:
    app.button(key=key).click().run()
    assert not app.exception


def test_a_copy_is_made_verified_and_put_in_place(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("export")
    press(app, "backup_now")
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    press(app, "backup_verify")
    assert [one.value for one in app.success] == ["The database is whole; 1 copy is whole too."]
    press(app, "backup_prepare")
    assert len(workbench.edits.newest()) == 1
    press(app, "backup_in_place")
    assert workbench.edits.newest() == [] and any("is in place" in one.value for one in app.success)


def test_a_damaged_workspace_offers_its_copies(workbench: Workbench, open_page: Opener) -> None:
    workbench.backups.make()
    workbench.workspace.database.write_bytes(b"")
    st.cache_resource.clear()
    app = open_page("export")
    assert "damaged" in app.error[0].value
    press(app, "backup_prepare")
    press(app, "backup_in_place")
    app = open_page("export")
    assert not app.error and not app.exception
