"""An empty database."""

from pathlib import Path

import pytest

from store import database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a database with nothing in it."""
    file = tmp_path / "workspace.db"
    database.create(file)
    return file
