// Every control that a person sees, through shadow roots: those that stick out, are cut off or lie over one another.
() => {
  const all = [];
  (function walk(node) {
    for (const one of node.children) {
      if (one.matches("button, a[href], input:not([type=file]), textarea, [role=combobox], [role=radio]")) all.push(one);
      if (one.shadowRoot) walk(one.shadowRoot);
      walk(one);
    }
  })(document.querySelector('[data-testid="stApp"]'));
  const seen = all.filter((one) => one.tabIndex >= 0 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.getBoundingClientRect().width > 8);
  const named = (one) => (one.getAttribute("aria-label") || one.innerText || one.outerHTML.slice(0, 80)).trim().replace(/\s+/g, " ");
  const wrong = [];
  const root = document.scrollingElement, main = document.querySelector(".stMain");
  if (root.scrollWidth > innerWidth) wrong.push(`the window scrolls sideways to ${root.scrollWidth}`);
  if (main.scrollWidth > main.clientWidth) wrong.push(`the page scrolls sideways to ${main.scrollWidth} of ${main.clientWidth}`);
  const buttons = seen.filter((one) => one.matches("button, a") && !one.matches(".row, .pick"));
  for (const one of buttons) {
    const parts = [one, ...one.querySelectorAll("*")];
    if (parts.some((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth && getComputedStyle(part).overflowX !== "visible" && part.innerText?.trim()))
      wrong.push(`cut off: ${named(one)}`);
  }
  const holds = (one, other) => { for (let at = other; at; at = at.parentNode || at.host) if (at === one) return true; return false; };
  seen.forEach((one, place) => {
    const a = one.getBoundingClientRect();
    for (const other of seen.slice(place + 1)) {
      if (holds(one, other) || holds(other, one)) continue;
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 3 && down > 3) wrong.push(`one over the other: ${named(one)} / ${named(other)}`);
    }
  });
  return wrong;
}
