// What a person who listens, or goes by Tab, would miss or hear twice, through shadow roots: an empty list where nothing is.
() => {
  const all = [];
  (function walk(node) {
    for (const one of node.children) {
      if (one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) all.push(one);
      if (one.shadowRoot) walk(one.shadowRoot);
      walk(one);
    }
  })(document.querySelector('[data-testid="stApp"]'));
  const told = (one) => one.outerHTML.slice(0, 120), wrong = [];
  const named = (one) => one.getAttribute("aria-label") || one.getAttribute("aria-labelledby") || one.innerText?.trim() || one.title;
  let level = 0;
  for (const one of all) {
    if (/^H[1-6]$/.test(one.tagName)) {
      const here = Number(one.tagName[1]);
      if (here > level + 1) wrong.push(`a heading of level ${here} after one of level ${level}: ${one.innerText}`);
      level = here;
    }
    const help = one.matches("[data-testid=stTooltipIcon] button[aria-label^=Help]");
    if (help && one.tabIndex >= 0) wrong.push(`a help icon is a stop of Tab: ${told(one)}`);
    const button = one.matches("button[data-testid^=stBaseButton-], button[data-testid=stPopoverButton]") && !one.role;
    if (button && !one.disabled && one.tabIndex < 0) wrong.push(`Tab passes by: ${told(one)}`);
    if (one.matches("button, a[href], th, table") && !named(one)) wrong.push(`without a name: ${told(one)}`);
    if (one.matches("tbody tr") && one.cells[0]?.innerText.trim() && one.cells[0].scope !== "row") wrong.push(`a row without a heading: ${told(one)}`);
    if (one.tabIndex > 0) wrong.push(`out of order: ${told(one)}`);
  }
  return wrong;
}
