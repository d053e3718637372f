"""Back leads to what a page showed when it was left.

Streamlit takes the parameters of bound widgets out of the address when another page opens, in the very entry of the
history that Back will return to; so the address that was left is kept beside it and put back on the way.
"""

from __future__ import annotations

import streamlit as st

_draw = st.components.v2.component(
    "nomenclator_way_back",
    js="""function install() {
  const left = new Map(); // path -> what stood after its question mark when the page was left
  let last = null; // a page is left by a link, or is found to be left; Back inside a page is none of our business
  const look = (event) => {
    if (last && last.path !== location.pathname) left.set(last.path, last.search);
    last = { path: location.pathname, search: location.search };
    if (event.type === "click" && event.target.closest?.("a")) left.set(last.path, last.search);
  };
  for (const kind of ["click", "keydown", "pointermove"]) window.addEventListener(kind, look, true);
  window.addEventListener("popstate", () => {
    const search = left.get(location.pathname);
    left.delete(location.pathname);
    if (search && !location.search) history.replaceState(history.state, "", location.pathname + search + location.hash);
  }, true);
  return left;
}

export default function () {
  window.nomenclatorWayBack ??= install(); // one for the window's life, whichever page draws it
}""",
)


def way_back() -> None:
    """Keeps watch over the address; draws nothing."""
    _draw(key="way_back", height=1)
