"""docs/python.md is true: its blocks run one after another, on a workspace of their own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

import engine
from engine import NameTransformer, open_encoder, open_workspace
from engine.errors import BadInput, NotFound

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of the page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.slow
def test_the_page_runs_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (table,) = blocks("csv")
    (tmp_path / "organs.csv").write_text(table, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    space: dict = {"__name__": "notebook"}
    for block in blocks("python"):
        exec(compile(block, "docs/python.md", "exec"), space)
    assert (tmp_path / "terms" / "workspace.db").is_file()
    assert {name for name in engine.__all__ if name in PAGE} == set(engine.__all__)


@pytest.mark.slow
def test_the_public_names_load_on_first_use() -> None:
    code = (
        "import sys, engine; print('engine.workbench' in sys.modules); "
        "engine.open_workspace; print('torch' in sys.modules)"
    )
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert finished.stdout.split() == ["False", "False"]
    assert set(engine.__all__) <= set(dir(engine))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = engine.nothing


def test_a_transformer_keeps_its_settings_and_wants_classes(made: Path) -> None:
    few_shot = NameTransformer(preset="few-shot", seed=3, workspace=made)
    assert clone(few_shot).get_params() == few_shot.get_params()
    with pytest.raises(BadInput, match="names and their classes"):
        few_shot.fit(["heart attack"])
    for given in ((["heart attack"],), (["heart attack", "asthma"], ["heart", "lung"])):
        with pytest.raises(BadInput, match=r"There is no preset “few-shoot”; choose one of .*few-shot"):
            NameTransformer(preset="few-shoot", workspace=made).fit(*given)  # it asked for classes, then for more names


def test_the_columns_of_a_transformer_have_names(made: Path) -> None:
    """A table of scikit-learn could not be made of them."""
    transformer = NameTransformer(workspace=made).set_output(transform="pandas")
    table = transformer.fit(["heart attack"]).transform(["heart attack", "flu"])
    assert list(table.columns) == list(transformer.get_feature_names_out())
    assert table.columns[0] == "nametransformer0" and table.shape == (2, transformer.input_.dim)
    with pytest.raises(NotFittedError):
        NameTransformer(workspace=made).get_feature_names_out()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("heart attack", "is one text; give a list"),
        (["heart attack", None], "Item 1 of the texts is None"),
        ([float("nan")], "Item 0 of the texts is nan"),
        (pd.DataFrame({"name": ["heart attack", "flu"]}), "The texts are a table"),
    ],
)
def test_what_is_no_list_of_texts_is_refused(made: Path, given: Any, said: str) -> None:
    """A text alone gave a row a letter."""
    encoder = open_encoder(open_workspace(made), "vectors")
    assert encoder.encode(["heart attack"]).shape == (1, encoder.dim) and len(encoder.sha256) == 64
    transformer = NameTransformer(workspace=made).fit(["heart attack"])
    for wrong in (encoder.encode, transformer.fit, transformer.transform):
        with pytest.raises(BadInput, match=said):
            wrong(given)


def test_a_transformer_makes_no_workspace_and_is_fitted_first(made: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFittedError):
        NameTransformer(workspace=made).transform(["heart attack"])
    with pytest.raises(NotFound, match="no workspace"):
        NameTransformer(workspace=tmp_path / "typo").fit(["heart attack"])
    assert not (tmp_path / "typo").exists()
