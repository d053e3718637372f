// Draws the answers of encoders as columns of candidates: concepts of a ranking, or parents for a new name.

const TOOK = "How long this encoder took to compare the typed name with every name.";

function shiftMark(row, column) {
  const shift = row.shift;
  if (shift === undefined || shift === 0) return null;
  if (shift === "new") return mark("new", "new", `Not among the names shown for ${column.against}.`);
  if (shift === "only") return mark("only here", "new", "Not among the names shown for any other encoder.");
  const places = Math.abs(shift) === 1 ? "place" : "places";
  const way = shift > 0 ? "higher" : "lower";
  const made = mark((shift > 0 ? "▲" : "▼") + Math.abs(shift), shift > 0 ? "up" : "down",
    `${Math.abs(shift)} ${places} ${way} than with ${column.against}.`);
  return withAttributes(made, { "aria-label": made.title });
}

function nameLine(row) {
  if (!row.parts) return element("span", "title", row.preferred);
  const parts = row.parts.map(([text, shared]) => element(shared ? "mark" : "span", "", text));
  return titled(element("span", "name", ...parts), row.name);
}

function marks(row, data) {
  const all = [];
  if (row.exact) all.push(mark("exact", "exact", "The typed text is this name or this id; it stands first whatever the score."));
  if (row.added) all.push(mark("added", "added", "A person added this name; it is not in the imported terminology."));
  if (row.scope && row.scope !== "exact") all.push(mark(row.scope, "scope", `The source calls this a ${row.scope} synonym, not an equal one.`));
  if (row.already) all.push(mark("a parent now", "added", "The concept stands under it already."));
  if (row.refused) all.push(mark("refused", "scope", `${row.refused} said that the name does not belong here.`));
  for (const kind of row.differs) all.push(mark("≠ " + kind, "differs", data.differs[kind]));
  if (row.only) all.push(mark("only here", "new", "Not among the parents shown for any other encoder."));
  for (const [text, meaning] of row.marks ?? []) all.push(mark(text, "scope", meaning));
  if (row.obsolete) {
    const to = row.replaced_by ? `obsolete → ${row.replaced_by}` : "obsolete";
    all.push(mark(to, "obsolete", row.replaced_by ? "Withdrawn by its source; use the concept named here." : "Withdrawn by its source."));
  }
  return all;
}

function conceptLine(row) {
  const same = row.preferred === row.name;
  const preferred = element("span", same ? "same" : "", same ? "preferred name" : row.preferred);
  const concept = element("span", "concept", element("code", "", row.concept), " ", preferred);
  const source = [row.where, row.via ? "by way of " + row.via : row.source].filter(Boolean).join(" · ");
  return element("span", "under", titled(concept, `${row.concept} ${row.preferred}`),
    titled(element("span", "source", source), (row.via ? "Another terminology has the typed name for a concept with this one's name: " : "Where the matched name comes from: ") + source));
}

function parentLines(row) {
  const shown = row.path.length > 3 ? ["…", ...row.path.slice(-2)] : row.path;
  const path = element("span", "line", element("code", "", row.id), shown.length ? "  " + shown.join(" › ") : "  at the top");
  const lines = [titled(path, [...row.path, row.preferred].join(" › "))];
  if (row.siblings.length) {
    const rest = row.more - Math.min(3, row.siblings.length);
    const beside = "beside " + row.siblings.slice(0, 3).join(" · ") + (rest > 0 ? ` · ${rest} more` : "");
    lines.push(titled(element("span", "line", beside), "It would stand beside: " + row.siblings.join(" · ")));
  }
  return element("span", "under lines", ...lines);
}

function rowButton(row, column, data, open) {
  const digit = column.keyed && row.rank <= data.keyed && !row.refused && !row.already;
  const button = makeButton("row" + (row.refused ? " refused" : ""),
    () => open({ ...row, encoder: column.encoder, query: data.query }),
    element("span", "rank", digit ? element("kbd", "", row.rank) : row.rank),
    element("span", "top", nameLine(row), ...marks(row, data)),
    element("span", "right", shiftMark(row, column), row.sure ? element("span", "sure", row.sure) : null,
      titled(element("span", "score", row.score.toFixed(2)), [data.score, row.why].filter(Boolean).join("\n\n"))),
    row.path ? parentLines(row) : conceptLine(row));
  button.dataset.id = row.id;
  if (row.id === column.opened) button.setAttribute("aria-current", "true");
  button.style.setProperty("--score", within(row.score));
  return button;
}

function drawColumn(column, data, open) {
  const head = element("header", "", titled(element("h2", "", column.title), column.title));
  if (column.current) head.append(mark("current", "scope", "The encoder that this workspace uses unless told otherwise."));
  head.append(titled(element("span", "took", column.took), TOOK));
  const rows = column.rows.map((row) => element("li", "", rowButton(row, column, data, open)));
  const note = column.note ? element("p", "note", column.note) : null;
  return withAttributes(element("section", "column", head, note, element("ol", "", ...rows)), { "aria-label": column.label });
}

function moveFocus(root, key, field) {
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
    ArrowDown: () => columns[x][y + 1], ArrowUp: () => columns[x][y - 1] ?? field,
    ArrowRight: () => beside(x + 1), ArrowLeft: () => beside(x - 1),
    Home: () => columns[x][0], End: () => columns[x].at(-1), Escape: field && (() => field),
  }[key];
  if (!goal) return false;
  goal()?.focus();
  return true;
}

function linkRows(root, id) {
  for (const row of root.querySelectorAll("button.row")) row.classList.toggle("linked", Boolean(id) && row.dataset.id === id);
}

function limitTabStops(root) {
  for (const list of root.querySelectorAll("ol")) {
    const rows = [...list.querySelectorAll("button")];
    const stop = rows.find((row) => row.hasAttribute("aria-current")) ?? rows[0];
    rows.forEach((row) => { row.tabIndex = row === stop ? 0 : -1; });
  }
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  const before = root.activeElement?.dataset?.id;
  const columnOf = (row) => row?.closest?.("section")?.getAttribute("aria-label");
  const beforeColumn = columnOf(root.activeElement);
  const table = findOrMake(root, "div", "table");
  table.dataset.query = data.query;
  table.style.setProperty("--columns", data.columns.length);
  table.style.setProperty("--least", data.least);
  table.replaceChildren(...data.columns.map((column) => drawColumn(column, data, (row) => setTriggerValue("open", row))));
  limitTabStops(root);
  if (before) {
    const rows = [...root.querySelectorAll("button.row")].filter((row) => row.dataset.id === before);
    (rows.find((row) => columnOf(row) === beforeColumn) ?? rows[0])?.focus();
  }

  const field = () => data.field && document.querySelector(data.field);
  const pointed = (event) => linkRows(root, event.target.closest("button.row")?.dataset.id);
  table.onpointerover = table.onfocusin = pointed;
  table.onpointerleave = () => linkRows(root, "");
  table.onkeydown = (event) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && moveFocus(root, event.key, field())) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const intoTable = (event) => {
    if (event.key === "ArrowDown" && event.target === field()) {
      root.querySelector("button.row")?.focus();
      event.preventDefault();
    }
  };
  document.removeEventListener("keydown", root.intoTable);
  root.intoTable = intoTable;
  document.addEventListener("keydown", intoTable);
  return () => document.removeEventListener("keydown", intoTable);
}
