// Draws proposed parents from JSON. Names are untrusted: every text goes in through textContent.

const KEYED = 5;
const SCORE = "A fifth from the concept's own nearest name, four fifths from its three nearest children; "
  + "0.1 more when all its words stand in the name.";

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function mark(text, kind, why) {
  const made = element("span", "mark " + kind, text);
  made.title = why;
  return made;
}

function marks(row) {
  const all = [];
  if (row.already) all.push(mark("a parent now", "already", "The concept stands under it already."));
  if (row.refused) all.push(mark("refused", "no", `${row.refused} said that the name does not belong here.`));
  for (const kind of row.differs) {
    all.push(mark("≠ " + kind, "differs", `It says another ${kind} than the name, so it is hardly its parent.`));
  }
  if (row.only) all.push(mark("only here", "only", "Not among the parents shown for any other encoder."));
  return all;
}

function rowButton(row, column, data) {
  const button = element("button", "row" + (row.refused ? " refused" : ""));
  button.type = "button";
  button.dataset.id = row.id;
  if (data.chosen === column.encoder + " " + row.id) button.setAttribute("aria-current", "true");
  button.style.setProperty("--score", Math.max(0, Math.min(1, row.score)));
  const rank = element("span", "rank");
  const digit = column.keyed && row.rank <= KEYED && !row.refused && !row.already;
  rank.append(digit ? element("kbd", "", row.rank) : element("span", "", row.rank));
  const top = element("span", "top");
  top.append(element("span", "preferred", row.preferred), ...marks(row));
  const score = element("span", "score", row.score.toFixed(2));
  score.title = SCORE;
  const under = element("span", "under");
  const path = element("span", "path");
  const shown = row.path.length > 3 ? ["…", ...row.path.slice(-2)] : row.path;
  path.append(element("code", "", row.id), shown.length ? "  " + shown.join(" › ") : "  at the top");
  path.title = [...row.path, row.preferred].join(" › ");
  under.append(path);
  if (row.siblings.length) {
    const rest = row.more - Math.min(3, row.siblings.length);
    const siblings = element("span", "siblings",
      "beside " + row.siblings.slice(0, 3).join(" · ") + (rest > 0 ? ` · ${rest} more` : ""));
    siblings.title = "It would stand beside: " + row.siblings.join(" · ");
    under.append(siblings);
  }
  button.append(rank, top, score, under);
  return button;
}

function column(given, data, choose) {
  const section = element("section", "column");
  section.setAttribute("aria-label", "Parents by " + given.title);
  const head = element("header", "");
  const title = element("h2", "", given.title);
  title.title = given.title;
  head.append(title);
  if (given.current) head.append(mark("current", "current", "The encoder that this workspace uses unless told otherwise."));
  head.append(element("span", "took", given.took));
  section.append(head);
  if (given.note) section.append(element("p", "note", given.note));
  const list = element("ol", "");
  for (const row of given.rows) {
    const item = element("li", "");
    const button = rowButton(row, given, data);
    button.onclick = () => choose({ encoder: given.encoder, id: row.id });
    item.append(button);
    list.append(item);
  }
  section.append(list);
  return section;
}

function moveFocus(root, key) {
  const columns = [...root.querySelectorAll("ol")].map((list) => [...list.querySelectorAll("button")]);
  const focused = root.activeElement;
  const x = columns.findIndex((rows) => rows.includes(focused));
  if (x < 0) return false;
  const y = columns[x].indexOf(focused);
  const beside = (to) => {
    const rows = columns[to] ?? [];
    return rows.find((row) => row.dataset.id === focused.dataset.id) ?? rows[Math.min(y, rows.length - 1)];
  };
  const goal = {
    ArrowDown: () => columns[x][y + 1], ArrowUp: () => columns[x][y - 1],
    ArrowLeft: () => beside(x - 1), ArrowRight: () => beside(x + 1),
    Home: () => columns[x][0], End: () => columns[x].at(-1),
  }[key]?.();
  goal?.focus();
  return Boolean(goal);
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  const before = root.activeElement?.dataset?.id;
  const beforeColumn = root.activeElement?.closest?.("section")?.getAttribute("aria-label");
  let table = root.querySelector(".table");
  if (!table) root.append((table = element("div", "table")));
  table.style.setProperty("--columns", data.columns.length);
  table.replaceChildren(...data.columns.map((given) => column(given, data, (row) => setTriggerValue("choose", row))));
  root.querySelectorAll("ol").forEach((list) => {
    const rows = [...list.querySelectorAll("button")];
    const stop = rows.find((row) => row.hasAttribute("aria-current")) ?? rows[0];
    rows.forEach((row) => { row.tabIndex = row === stop ? 0 : -1; });
  });
  if (before) {
    const rows = [...root.querySelectorAll("button.row")].filter((row) => row.dataset.id === before);
    (rows.find((row) => row.closest("section").getAttribute("aria-label") === beforeColumn) ?? rows[0])?.focus();
  }
  table.onkeydown = (event) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && moveFocus(root, event.key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}
