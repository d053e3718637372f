"""The biomedical name encoder: characters to words, words to names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.settings import Settings, setting

if TYPE_CHECKING:
    from torch import nn


@dataclass(frozen=True)
class BNE(Settings):
    """A BiLSTM over each word's characters, last states, beside the word's vector; a BiLSTM over those; the maximum
    over words; Linear to the input's dimensions (BNE section 3.2).

    The word's vector is the unit row that the input gives for the word alone, and is not trained. Dropout falls on the
    words' representations. The paper's sizes are the defaults.
    """

    title = "BNE"
    reads: ClassVar[str] = "texts"
    characters: int = setting(50, "Character dimensions", "Width of a character's vector.", low=1, high=1_000)
    character_hidden: int = setting(200, "Character units", "A direction, over characters.", low=1, high=4_000)
    hidden: int = setting(200, "Word units", "A direction, over words; the paper's is 200.", low=1, high=10_000)
    dropout: float = setting(0.5, "Dropout", "Share of a word's numbers silenced at each step.", low=0.0, high=0.95)

    def network(self, dim: int) -> nn.Module:
        """An untrained network from readings of texts to [n, dim]."""
        from engine.models.encoders.bilstm import CharWordBiLSTM

        return CharWordBiLSTM(dim, self.characters, self.character_hidden, self.hidden, self.dropout)
