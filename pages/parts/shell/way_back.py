"""Back leads to what a page showed when it was left.

Streamlit takes the parameters of bound widgets out of the address when another page opens, in the very entry of the
history that Back will return to; so the address that was left is put back into that entry before the next one is made.
"""

from __future__ import annotations

import streamlit as st

_draw = st.components.v2.component(
    "nomenclator_way_back",
    js="""function install() {
  let last = { path: location.pathname, search: location.search }; // the address when a person last did something
  const note = () => { last = { path: location.pathname, search: location.search }; };
  for (const kind of ["click", "keydown", "pointermove"]) window.addEventListener(kind, note, true);
  const push = history.pushState;
  history.pushState = function (state, title, url) {
    const path = new URL(url ?? location.href, location.href).pathname;
    const emptied = path !== location.pathname && last.path === location.pathname && last.search && !location.search;
    if (emptied) history.replaceState(history.state, "", last.path + last.search + location.hash);
    return push.call(this, state, title, url);
  };
  return true;
}

export default function () {
  window.nomenclatorWayBack ??= install(); // one for the window's life, whichever page draws it
}""",
)


def way_back() -> None:
    """Keeps watch over the address; draws nothing."""
    _draw(key="way_back", height=1)
