"""The network of the transformer encoder, and the readings that it takes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from engine.errors import BadInput, Damaged
from engine.models.encoders.layers import Dropout
from engine.text import normalise
from engine.vectors.transformer_model import REMEDY, folder_of

TOGETHER = 32  # names run through the model at once on a processor
TOGETHER_ELSEWHERE = 2_048  # on a GPU, which few names keep as long as many
ATTENTION = ("attention_probs_dropout_prob", "attention_dropout", "attn_pdrop")
HIDDEN = ("hidden_dropout_prob", "dropout", "resid_pdrop", "embd_pdrop")  # what families of models call it


class MeanPooled(nn.Module):
    """A transformer and the mean of its last states over each name's tokens, padding left out.

    Dropout comes from a generator of our own, so that a run can be repeated; attention weights have none.
    """

    reader_sha256: Tensor  # kept among the weights

    def __init__(self, model: str, train_layers: int, dropout: float, most_tokens: int) -> None:
        super().__init__()
        transformers = library()
        self.folder, self.most_tokens = folder_of(model, Path.cwd()), most_tokens
        try:
            config = transformers.AutoConfig.from_pretrained(self.folder, local_files_only=True)
            for names, share in ((ATTENTION, 0.0), (HIDDEN, dropout)):
                for name in names:
                    if hasattr(config, name):
                        setattr(config, name, share)
            self.tokeniser = transformers.AutoTokenizer.from_pretrained(self.folder, local_files_only=True)
            self.inner = loaded(transformers, self.folder, config)
        except (OSError, ValueError, KeyError, RuntimeError) as problem:
            reason = str(problem).strip().splitlines() or [""]
            raise Damaged(
                f"The model in {self.folder} cannot be read ({reason[0]}); copy or download it again."
            ) from problem
        self.dim_out = int(config.hidden_size)
        own_dropout(self.inner)
        if train_layers:
            freeze_below(self.inner, train_layers, config.num_hidden_layers)
        digest = np.frombuffer(bytes.fromhex(sha256_of_reader(self.folder)), np.uint8)
        self.register_buffer("reader_sha256", torch.from_numpy(digest.copy()))

    def read(self, texts: Sequence[str], encode: Any = None) -> Tokens:
        """The texts as sub-word tokens; Damaged when the tokeniser is another than the weights were trained with."""
        if self.reader_sha256.cpu().numpy().tobytes().hex() != sha256_of_reader(self.folder):
            raise Damaged(
                f"The configuration or tokeniser in {self.folder} changed since this encoder was trained; "
                "put the former ones back, or train again."
            )
        plain = [normalise(text) for text in texts]
        found = self.tokeniser(plain, truncation=True, max_length=self.most_tokens) if plain else {"input_ids": []}
        return Tokens(found["input_ids"], self.tokeniser.pad_token_id or 0)

    def forward(self, batch: dict[str, Any]) -> Tensor:
        """Names of like length go together: most are a third as long as the longest, and padding costs as much."""
        ids, real, lengths = batch["ids"], batch["real"], batch["lengths"]
        together = TOGETHER if ids.device.type == "cpu" else TOGETHER_ELSEWHERE
        if len(ids) <= together:
            return self._pooled(ids, real)
        order = np.argsort(lengths, kind="stable")
        sorted_places, back = (torch.from_numpy(part).to(ids.device) for part in (order, np.argsort(order)))
        longest = [int(lengths[places].max()) for places in np.split(order, range(together, len(order), together))]
        parts = zip(sorted_places.split(together), longest, strict=True)
        return torch.cat([self._pooled(ids[at, :most], real[at, :most]) for at, most in parts]).index_select(0, back)

    def _pooled(self, ids: Tensor, real: Tensor) -> Tensor:
        states = self.inner(input_ids=ids, attention_mask=real).last_hidden_state
        shares = real[:, :, None].to(states.dtype)
        return (states * shares).sum(dim=1) / shares.sum(dim=1).clamp_min(1)


class Tokens:
    """Names as sub-word numbers, each with the marks that its model puts around it."""

    def __init__(self, ids: Sequence[Sequence[int]], padding: int) -> None:
        self.ids, self.padding = [np.array(name, dtype=np.int64) for name in ids], padding

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, positions: np.ndarray) -> dict[str, Any]:
        """`ids` [n, longest], padded, and `real` [n, longest], 1 for tokens and 0 for padding; `lengths` [n], an array,
        which stays on the processor: on a device each look at them would wait for all that it has yet to do."""
        names = [self.ids[place] for place in positions.tolist()]
        lengths = np.array([len(name) for name in names], dtype=np.int64)
        real = np.arange(int(lengths.max(initial=1))) < lengths[:, None]
        ids = np.full(real.shape, self.padding, dtype=np.int64)
        ids[real] = np.concatenate([np.zeros(0, np.int64), *names])
        return {"ids": torch.from_numpy(ids), "real": torch.from_numpy(real.astype(np.int64)), "lengths": lengths}


def library() -> Any:
    """The transformers package; BadInput without the extra."""
    try:
        import transformers
    except ImportError as problem:
        raise BadInput(f"The transformer encoder needs the transformer extra; {REMEDY}.") from problem
    transformers.logging.disable_progress_bar()
    return transformers


def loaded(transformers: Any, folder: Path, config: Any) -> Any:
    """The model with its pretrained weights; where torch's default device is "meta", with weights yet to come.

    Parts that are not weights, such as the numbers of positions, are real in either case.
    """
    if torch.get_default_device().type == "meta":
        with torch.device("cpu"), torch.random.fork_rng(devices=[]):
            model = transformers.AutoModel.from_config(config)
    else:
        model = transformers.AutoModel.from_pretrained(
            folder, config=config, dtype=torch.float32, local_files_only=True
        )
    if getattr(model, "pooler", None) is not None:
        model.pooler = None  # made for another task than ours, and read by none here
    return model


def own_dropout(module: nn.Module) -> None:
    """Every dropout of torch's, which draws from the generator all share, replaced by ours."""
    for name, child in module.named_children():
        if isinstance(child, nn.Dropout) and child.p > 0:
            setattr(module, name, Dropout(child.p))
        else:
            own_dropout(child)


def freeze_below(model: nn.Module, layers: int, all_layers: int) -> None:
    """Let only the top `layers` of the model's layers learn."""
    stacks = [part for part in model.modules() if isinstance(part, nn.ModuleList) and len(part) == all_layers]
    if not stacks or layers > all_layers:
        raise BadInput(f"transformer: train_layers cannot be {layers}; this model has {all_layers} layers.")
    model.requires_grad_(False)
    for layer in list(stacks[0])[-layers:]:
        layer.requires_grad_(True)


def sha256_of_reader(folder: Path) -> str:
    """One hash over the model's files that are not weights: configuration, tokeniser, vocabulary."""
    found = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.suffix in {".json", ".txt", ".model", ".spm"}:
            found.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()
