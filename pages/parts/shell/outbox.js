// What was done at a place and is not known to be kept yet. It lies in the tab's session storage, so it outlives the
// element, the view, the page and a reload: whatever draws the place next sends it again. An act is {token, n, …}: the
// token is of one loading of the window, n counts within it; outbox.py carries each out once and says how far
// it has come with a token.

function stored(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "[]");
  } catch {
    return []; // storage may be forbidden; then the acts live as long as the window
  }
}

function outbox(place) {
  const name = `nomenclator acts ${place}`;
  const boxes = (window.nomenclatorOutboxes ??= {});
  const box = (boxes[name] ??= { token: Math.random().toString(36).slice(2), n: 0, acts: stored(name) });
  const keep = (acts) => {
    box.acts = acts;
    try {
      sessionStorage.setItem(name, JSON.stringify(acts));
    } catch { /* as above */ }
  };
  return {
    token: box.token,
    last: () => box.n,
    acts: () => box.acts,
    put: (what) => keep([...box.acts, { token: box.token, n: (box.n += 1), ...what }]),
    forget: (kept) => keep(box.acts.filter((one) => one.n > (kept[one.token] ?? 0))),
  };
}
