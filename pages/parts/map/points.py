"""The points of a map as one block of bytes, sent to the browser once and kept there for the canvas."""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np
import streamlit as st

from engine.workbench import MapPair, OpenMap, Workbench
from pages.parts.component import component

UNKNOWN_SHARE = 255

_send = component("map_points", __file__)


def block_key(opened: OpenMap, against: OpenMap | None = None) -> str:
    """What the browser knows the block by."""
    return f"{opened.key}-{against.key}" if against else opened.key


def send_points(
    workbench: Workbench,
    place: str,
    opened: OpenMap,
    against: OpenMap | None = None,
    pair: MapPair | None = None,
) -> str:
    """Sends the points of a map, with the neighbours it shares with `against` where given; the block's key.

    The bytes are made once for a map. Streamlit sends equal messages once, so a rerun costs a reference.
    """
    _send(key=f"points_{place}", data=_block(block_key(opened, against), workbench, opened, pair), height=1)
    return block_key(opened, against)


@st.cache_resource(show_spinner=False, max_entries=6)
def _block(key: str, _workbench: Workbench, _opened: OpenMap, _pair: MapPair | None) -> bytes:
    """A JSON head that says where each part lies, then the parts: numbers as they are in memory, texts by line.

    The length of the head comes first, as four bytes; every part begins at a multiple of four.
    """
    drawn = _opened.points
    titles = drawn.tables.title_of()
    preferred = np.fromiter(
        (text == titles.get(code) for text, code in zip(drawn.texts, drawn.codes, strict=True)), dtype=np.uint8
    )
    parts: list[tuple[str, str, bytes]] = [
        ("xy", "f4", drawn.xy.astype("<f4").tobytes()),
        ("classes", "u2", drawn.classes.astype("<u2").tobytes()),
        ("levels", "u1", drawn.levels.tobytes()),
        ("sources", "u2", drawn.sources.astype("<u2").tobytes()),
        ("preferred", "u1", preferred.tobytes()),
        ("texts", "text", "\n".join(drawn.texts).encode()),
        ("codes", "text", "\n".join(drawn.codes).encode()),
    ]
    if _pair is not None:
        shares = np.where(np.isfinite(drawn.xy).all(1), np.round(_pair.agreement * 100), UNKNOWN_SHARE)
        parts.append(("shares", "u1", shares.astype(np.uint8).tobytes()))
    lines = _workbench.map_points.contours(_opened)
    parts += [(f"contour{at}", "f4", line.pieces.astype("<f4").tobytes()) for at, line in enumerate(lines)]
    head = {
        "key": key,
        "n": len(drawn.rows),
        "classNames": drawn.tables.classes,
        "sourceNames": drawn.tables.sources,
        "regions": [asdict(one) for one in drawn.regions],
        "contours": [round(100 * line.share) for line in lines],  # per cent of the names
        "districts": [asdict(one) for one in drawn.districts],
    }
    return _packed(head, parts)


def _packed(head: dict[str, object], parts: list[tuple[str, str, bytes]]) -> bytes:
    # The head names offsets that depend on its own length, so it is padded to a length that surely holds them.
    longest = len(json.dumps({**head, "parts": [[name, kind, 10**9, 10**9] for name, kind, _ in parts]}).encode())
    longest += -longest % 4
    at, places, body = 4 + longest, [], []
    for name, kind, content in parts:
        places.append([name, kind, at, len(content)])
        body.append(content + b"\0" * (-len(content) % 4))
        at += len(body[-1])
    text = json.dumps({**head, "parts": places}).encode().ljust(longest)
    return len(text).to_bytes(4, "little") + text + b"".join(body)
