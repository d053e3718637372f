// Draws a tree from its visible rows. Names are untrusted: every text goes in through textContent.

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function item(row, data) {
  const made = element("li", "node");
  made.setAttribute("role", "treeitem");
  made.setAttribute("aria-level", row.level);
  made.setAttribute("aria-posinset", row.place);
  made.setAttribute("aria-setsize", row.of);
  made.setAttribute("aria-selected", row.id === data.chosen ? "true" : "false");
  if (row.children) made.setAttribute("aria-expanded", row.unfolded ? "true" : "false");
  made.style.setProperty("--level", row.level);
  made.dataset.id = row.id;
  made.tabIndex = -1;
  const fold = element("span", "fold", row.children ? "▶" : "");
  fold.setAttribute("aria-hidden", "true");
  const below = element("span", "below", row.below ? row.below.toLocaleString("en") : "");
  if (row.below) below.title = `${row.below.toLocaleString("en")} concepts stand below it.`;
  made.append(fold, element("code", "", row.id), element("span", "name", row.name), below);
  return made;
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
  let tree = root.querySelector(".tree");
  const first = !tree;
  if (first) root.append((tree = element("ul", "tree")));
  tree.setAttribute("role", "tree");
  tree.setAttribute("aria-label", data.label);
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
