"""Two encoders have two names: neither may be called by the other's id, nor a new one by a name that is taken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import BadInput
from engine.models.versions import new_id
from engine.workbench import Workbench
from store import models


def test_a_new_id_passes_over_what_a_version_is_called(workbench: Workbench) -> None:
    """A training keeps its version under its id as its name, which was that of another."""
    version = workbench.models.add_shipped().id
    workbench.models.rename(version, "Few-shot-Topics-2")
    assert new_id(workspace=workbench.workspace, stem="few-shot-Ω set 🔥 <b>") == "few-shot-ω-set-b-1"
    ids = [new_id(workbench.workspace, "few-shot-topics") for _ in range(2)]
    assert ids == ["few-shot-topics-1", "few-shot-topics-3"]


def test_a_version_is_not_called_by_the_id_of_another(workbench: Workbench) -> None:
    version = workbench.models.add_shipped()
    with workbench.workspace.writing() as db:
        models.add(db, replace(version, id="few-shot-topics-1", name="Mine"))
    with pytest.raises(BadInput, match="Another encoder is called “Few-shot-topics-1”, by its name or its id"):
        workbench.models.rename(version.id, "Few-shot-topics-1")
    workbench.models.rename("few-shot-topics-1", "few-shot-topics-1")  # its own id is its own
    assert workbench.models.get("few-shot-topics-1").name == "few-shot-topics-1"


def test_spaces_around_a_name_count_for_nothing(workbench: Workbench) -> None:
    """A name of a hundred characters was refused for a space behind it, and called one of a hundred."""
    version = workbench.models.add_shipped().id
    workbench.models.rename(version, f" {'a' * 100} ")
    assert workbench.models.get(version).name == "a" * 100
    with pytest.raises(BadInput, match="has 1 to 100 characters; this has 101"):
        workbench.models.rename(version, "a" * 101)
    with pytest.raises(BadInput, match="this has 0"):
        workbench.models.rename(version, "  ")
