"""The network of BNE: two levels of bidirectional LSTM."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from engine.models.encoders.layers import Dropout
from engine.models.encoders.spelling import ALPHABET, Spelling


class CharWordBiLSTM(nn.Module):
    """From a spelling's `take` to rows [n, dim]. What a name gives does not depend on the names beside it."""

    def __init__(self, dim: int, characters: int, character_hidden: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.characters = nn.Embedding(ALPHABET, characters)
        self.spelling = nn.LSTM(characters, character_hidden, batch_first=True, bidirectional=True)
        self.dropout = Dropout(dropout)
        self.reading = nn.LSTM(dim + 2 * character_hidden, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, dim)

    def read(self, texts: Sequence[str], encode: Callable[[Sequence[str]], np.ndarray]) -> Spelling:
        """The texts as words and characters; `encode` gives unit rows [n, dim] of single words."""
        return Spelling(texts, encode)

    def forward(self, batch: dict[str, Any]) -> Tensor:
        # The LSTMs' products are small: bfloat16 would cost more in turning numbers over than it saves.
        with torch.autocast(batch["letters"].device.type, enabled=False):
            vectors, places, lengths = batch["vectors"], batch["places"], torch.from_numpy(batch["lengths"])
            words = torch.cat([vectors, self.spelled(batch["letters"], batch["letter_counts"])], dim=1)
            # Unlike indexing, index_select adds its gradients up in order, however many threads there are.
            rows = self.dropout(words.index_select(0, places.flatten()).view(*places.shape, -1))
            packed = pack_padded_sequence(rows, lengths, batch_first=True, enforce_sorted=False)
            states, _ = pad_packed_sequence(self.reading(packed)[0], batch_first=True, padding_value=-torch.inf)
            return self.out(states.amax(dim=1))  # padding never is the maximum

    def spelled(self, letters: Tensor, counts: np.ndarray) -> Tensor:
        """Words [w, 2 × units] from their letters [w, most], of which the first `counts` [w] are theirs."""
        lengths = torch.from_numpy(counts)
        packed = pack_padded_sequence(self.characters(letters), lengths, batch_first=True, enforce_sorted=False)
        _, (last, _) = self.spelling(packed)
        return torch.cat([last[0], last[1]], dim=1)
