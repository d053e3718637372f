// Draws a tree from its visible rows. Names are untrusted: every text goes in through textContent.

function item(row, data) {
  const fold = withAttributes(element("span", "fold", row.children ? "▶" : ""), { "aria-hidden": "true" });
  const number = row.below ? row.below.toLocaleString("en") : "";
  const below = titled(element("span", "below", number), number && `${number} concepts stand below it.`);
  const name = element("span", "name", row.name);
  if (row.circle) name.append(mark("in a circle", "quiet", "It stands below itself, and no root leads to it. The links are listed below."));
  const made = element("li", "node", fold, element("code", "", row.id), name, below);
  if (row.children) made.setAttribute("aria-expanded", String(row.unfolded));
  made.style.setProperty("--level", row.level);
  made.dataset.id = row.id;
  made.tabIndex = -1;
  return withAttributes(made, {
    role: "treeitem", "aria-level": row.level, "aria-posinset": row.place, "aria-setsize": row.of,
    "aria-selected": String(row.id === data.chosen),
  });
}

function goal(items, at, key) {
  const level = (node) => Number(node.getAttribute("aria-level"));
  const here = items[at];
  if (key === "ArrowDown") return items[at + 1];
  if (key === "ArrowUp") return items[at - 1];
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key === "ArrowRight" && here.getAttribute("aria-expanded") === "true") return items[at + 1];
  if (key === "ArrowLeft" && here.getAttribute("aria-expanded") !== "true") {
    return items.slice(0, at).reverse().find((node) => level(node) < level(here));
  }
  return undefined;
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  const focusedAt = root.activeElement?.dataset?.at;
  const focused = root.activeElement?.dataset?.id;
  const tree = withAttributes(findOrMake(root, "ul", "tree"), { role: "tree", "aria-label": data.label });
  const scrolled = tree.scrollTop;
  const items = data.rows.map((row) => item(row, data));
  items.forEach((node, at) => { node.dataset.at = at; });
  tree.replaceChildren(...items);
  tree.scrollTop = scrolled;

  const stop = (node) => {
    items.forEach((other) => { other.tabIndex = other === node ? 0 : -1; });
  };
  const again = focused
    ? items.find((node) => node.dataset.id === focused && node.dataset.at === focusedAt)
      ?? items.find((node) => node.dataset.id === focused) ?? items[Math.min(focusedAt, items.length - 1)]
    : undefined;
  const chosen = items.find((node) => node.dataset.id === data.chosen);
  if (items.length) stop(again ?? chosen ?? items[0]);
  again?.focus({ preventScroll: true });
  if (chosen && root.shown !== data.chosen) {
    const middle = chosen.offsetTop - tree.offsetTop - tree.clientHeight / 3;
    if (chosen.offsetTop - tree.offsetTop < tree.scrollTop
      || chosen.offsetTop - tree.offsetTop > tree.scrollTop + tree.clientHeight - 30) tree.scrollTop = middle;
    root.shown = data.chosen;
  }

  tree.onclick = (event) => {
    const node = event.target.closest(".node");
    if (!node) return;
    stop(node);
    node.focus({ preventScroll: true });
    if (event.target.classList.contains("fold") && node.hasAttribute("aria-expanded")) setTriggerValue("fold", node.dataset.id);
    else setTriggerValue("choose", node.dataset.id);
  };
  tree.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = items.indexOf(root.activeElement);
    if (at < 0) return;
    const node = items[at];
    const to = goal(items, at, event.key);
    const folds = (event.key === "ArrowRight" && node.getAttribute("aria-expanded") === "false")
      || (event.key === "ArrowLeft" && node.getAttribute("aria-expanded") === "true");
    if (to) {
      stop(to);
      to.focus();
    } else if (folds) setTriggerValue("fold", node.dataset.id);
    else if (event.key === "Enter" || event.key === " ") setTriggerValue("choose", node.dataset.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
