"""An encoder of names as a transformer of scikit-learn: texts in, unit rows out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from engine.errors import BadInput
from engine.events import finished
from engine.learning.presets import recipe_from
from engine.learning.recipe import Recipe
from engine.learning.selection import as_rows
from engine.learning.selection.every_label import EveryLabel
from engine.models.protocol import NameEncoder
from engine.terminology.top_classes import Classes
from engine.workbench.notebook import checked_texts, open_encoder, open_workspace


class NameTransformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Names to rows, for pipelines, searches over settings and cross-validation.

    `encoder` is the encoder to read names with, `workspace` its folder (default: the window's). With `preset`, such as
    “few-shot”, `fit(names, classes)` trains that preset on top of it; `settings` are changes of the preset, such as
    "encoder.hidden=4800". Nothing is written to the workspace. Without `preset`, `fit` learns nothing.
    """

    def __init__(
        self,
        encoder: str = "vectors",
        preset: str | None = None,
        settings: Sequence[str] = (),
        seed: int = 0,
        workspace: Path | str | None = None,
    ) -> None:
        self.encoder = encoder
        self.preset = preset
        self.settings = settings
        self.seed = seed
        self.workspace = workspace

    def fit(self, names: Sequence[str], classes: Sequence[object] | None = None) -> NameTransformer:
        """Train the preset on names with their classes, half of each class to learn from and half to stop by.

        A class of fewer than four names only trains. Raises BadInput for a preset that there is not, without classes,
        with fewer than two classes of four names, or for what is no list of texts, and NotFound for a workspace that is
        not there.
        """
        names = checked_texts(names)
        workbench = open_workspace(self.workspace, create=self.workspace is None)
        self.input_ = open_encoder(workbench, self.encoder)
        self.trained_: NameEncoder | None = None
        if self.preset is None:
            return self
        recipe = Recipe.from_dict(recipe_from(self.preset, self.settings, seed=self.seed))
        if classes is None or len(classes) != len(names):
            raise BadInput(f"The preset {self.preset} learns from names and their classes; give one class a name.")
        from engine.learning.loop import train
        from engine.models.encoder_recipe import EncoderRecipe
        from engine.models.trained_encoder import TrainedEncoder

        members: dict[str, list[str]] = defaultdict(list)
        for name, label in zip(names, classes, strict=True):
            members[str(label)].append(name)
        sample = EveryLabel().of_classes(Classes(dict(members)), self.seed)
        made = finished(train(recipe, as_rows(sample, self.input_.encode)))
        self.trained_ = TrainedEncoder(EncoderRecipe.from_dict(made["recipe"]), made["state"], self.input_)
        return self

    def transform(self, names: Sequence[str]) -> np.ndarray:
        """float32 [len(names), d], unit rows; a name that cannot be read is a row of zeros.

        Raises NotFittedError before `fit`, BadInput for what is no list of texts.
        """
        check_is_fitted(self)
        return (self.trained_ or self.input_).encode(checked_texts(names))

    @property
    def _n_features_out(self) -> int:  # what scikit-learn numbers the columns of `get_feature_names_out` by
        return (self.trained_ or self.input_).dim
