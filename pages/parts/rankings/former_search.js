// What is typed after a concept was opened makes one step of the history, together with the concept opened next.

function fields(url) {
  const { pathname, searchParams } = new URL(url ?? location.href, location.href);
  return { path: pathname, typed: searchParams.get("q"), concept: searchParams.get("concept") };
}

function install() {
  const push = history.pushState, replace = history.replaceState;
  let typing = false; // in a step that was made for it
  const step = (typed) => function (state, title, url) {
    const before = fields(), now = fields(url), here = before.path === now.path;
    const changed = before.concept && before.typed && now.typed !== before.typed && document.activeElement?.closest(".st-key-q");
    if (typed && here && changed && !typing) {
      typing = true;
      return push.call(this, state, title, url);
    }
    if (!typed) {
      const completes = typing && here && now.concept !== before.concept;
      typing = false;
      if (completes) return replace.call(this, state, title, url);
    }
    return (typed ? replace : push).call(this, state, title, url);
  };
  history.replaceState = step(true);
  history.pushState = step(false);
  window.addEventListener("popstate", () => { typing = false; });
  return true;
}

export default function () {
  window.nomenclatorFormerSearch ??= install(); // one for the window's life, whichever page is open
}
