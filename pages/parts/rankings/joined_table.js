// Draws encoders side by side in one table: a row a candidate, a cell an encoder, and between two cells a line from the
// rank in one to the rank in the other.

const WIDE = 36, HIGH = 36, STEP = 4; // of the drawing of one line; how far it rises or falls for a place

function headCell(title, key, data, sort, ...more) {
  const chosen = data.sort === key;
  const button = makeButton("sorts", () => sort(key), title, element("span", "arrow", chosen ? (key === data.disagreement ? " ▼" : " ▲") : ""));
  const cell = element("th", "head", titled(button, `Sort by ${title}`), ...more);
  cell.scope = "col";
  if (chosen) withAttributes(cell, { "aria-sort": key === data.disagreement ? "descending" : "ascending" });
  return cell;
}

function moveLine(from, to, last) {
  const rank = (cell) => (cell ? cell.rank : last);
  const most = HIGH / 4 - 1;
  const half = Math.max(-most, Math.min(most, STEP * (rank(to) - rank(from)) / 2));
  const way = !from || !to ? "gone" : to.rank < from.rank ? "rises" : to.rank > from.rank ? "falls" : "stays";
  const line = drawing("line", { x1: 2, x2: WIDE - 2, y1: HIGH / 2 - half, y2: HIGH / 2 + half });
  const svg = drawing("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: way, "aria-hidden": "true" });
  svg.append(line);
  return svg;
}

function moveWords(from, to, encoder) {
  if (!from || !to) return "";
  const places = from.rank - to.rank;
  return places ? `${Math.abs(places)} ${Math.abs(places) === 1 ? "place" : "places"} ${places > 0 ? "higher" : "lower"} than with ${encoder}` : "";
}

function moveCell(from, to, data, encoder) {
  const cell = element("td", "move", moveLine(from, to, data.last));
  return withAttributes(titled(cell, moveWords(from, to, encoder)), { "aria-hidden": "true" });
}

function cellButton(row, at, data, open) {
  const cell = row.cells[at], encoder = data.encoders[at];
  if (!cell) return titled(element("span", "none", "–"), `Not among the rows shown for ${encoder.title}.`);
  const shown = { ...row, ...cell };
  const button = makeButton("cell", () => open({ ...shown, encoder: encoder.id, query: data.query }),
    element("span", "rank", cell.rank), sureLabel(shown), scoreBar(cell.score), scoreLabel(shown, data));
  button.dataset.id = row.id;
  button.dataset.at = at;
  const moved = at ? moveWords(row.cells[at - 1], cell, data.encoders[at - 1].title) : "";
  const before = moved ? `, ${moved}` : "";
  const sure = cell.sure.length ? `, ${cell.sure.join(" ")}` : "";
  withAttributes(button, { "aria-label": `${row.preferred}, ${encoder.title}: rank ${cell.rank}, score ${twoDigits(cell.score)}${sure}${before}` });
  return button;
}

function bodyRow(row, data, common, open) {
  const first = row.cells.findIndex(Boolean);
  const sorted = data.encoders.findIndex((one) => one.key === data.sort);
  const at = sorted >= 0 && row.cells[sorted] ? sorted : first;
  const name = rowHeading("candidate", element("span", "top", nameLine(row), ...marks(row, data, common)), conceptLine(row));
  name.onclick = () => open({ ...row, ...row.cells[at], encoder: data.encoders[at].id, query: data.query });
  const cells = data.encoders.flatMap((_, place) => [
    ...(place ? [moveCell(row.cells[place - 1], row.cells[place], data, data.encoders[place - 1].title)] : []),
    element("td", "of", cellButton(row, place, data, open)),
  ]);
  const made = element("tr", "", name, ...cells, element("td", "apart", row.apart || "–"));
  if (row.id === data.opened) made.setAttribute("aria-current", "true");
  return made;
}

function moveFocus(root, key, field) {
  const rows = [...root.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("button.cell")]);
  const focused = root.activeElement;
  const y = rows.findIndex((row) => row.includes(focused));
  if (y < 0) return false;
  const at = Number(focused.dataset.at);
  const nearest = (row) => row && [...row].sort((one, other) => Math.abs(one.dataset.at - at) - Math.abs(other.dataset.at - at))[0];
  const x = rows[y].indexOf(focused);
  const goal = {
    ArrowDown: () => nearest(rows[y + 1]), ArrowUp: () => nearest(rows[y - 1]) ?? field,
    ArrowRight: () => rows[y][x + 1], ArrowLeft: () => rows[y][x - 1],
    Home: () => nearest(rows[0]), End: () => nearest(rows.at(-1)), Escape: field && (() => field),
  }[key];
  if (!goal) return false;
  goal()?.focus();
  return true;
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  const before = root.activeElement?.dataset;
  const open = (row) => setTriggerValue("open", row);
  const sort = (by) => setTriggerValue("sort", by);
  const outer = findOrMake(root, "div", "outer");
  const box = findOrMake(outer, "div", "joined");
  box.dataset.query = data.query;
  if (data.field) (window.nomenclatorTables ??= {})[data.field] = { root, query: data.query };
  const common = commonMarks(data.rows, data).map((made) => made.textContent);
  const heads = data.encoders.flatMap((encoder, at) => [
    ...(at ? [withAttributes(element("th", "move"), { "aria-hidden": "true" })] : []),
    headCell(encoder.title, encoder.key, data, sort,
      titled(element("span", "took", [encoder.current ? "current" : "", encoder.took].filter(Boolean).join(" · ")), "How long this encoder took.")),
  ]);
  const apart = headCell("Apart", data.disagreement, data, sort);
  apart.title = "How many places the encoders’ ranks lie apart.";
  const candidate = element("th", "", "Candidate");
  const table = makeTable(`Candidates for ${data.query}, encoders side by side`, [candidate, ...heads, apart],
    data.rows.map((row) => bodyRow(row, data, common, open)));
  box.replaceChildren(...data.notes.map((note) => element("p", "note", note)), ...[commonLine(data.rows, data)].filter(Boolean), table);

  const cells = [...root.querySelectorAll("button.cell")];
  const stop = cells.find((cell) => cell.closest("[aria-current]")) ?? cells[0];
  for (const cell of cells) cell.tabIndex = cell === stop ? 0 : -1;
  if (before?.id) {
    const same = cells.filter((cell) => cell.dataset.id === before.id);
    (same.find((cell) => cell.dataset.at === before.at) ?? same[0])?.focus();
  }

  const field = () => data.field && document.querySelector(data.field);
  box.onkeydown = (event) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && moveFocus(root, event.key, field())) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const intoTable = (event) => {
    if (event.key === "ArrowDown" && event.target === field()) {
      root.querySelector("button.cell")?.focus();
      event.preventDefault();
    }
  };
  document.removeEventListener("keydown", root.intoTable);
  root.intoTable = intoTable;
  document.addEventListener("keydown", intoTable);
  return () => document.removeEventListener("keydown", intoTable);
}
