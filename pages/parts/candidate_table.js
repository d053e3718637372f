// Draws the answers of encoders as columns of candidates: concepts of a ranking, or parents for a new name.

const TOOK = "How long this encoder took to compare the typed name with every name.";

function rowButton(row, column, data, common, open) {
  const digit = column.keyed && row.rank <= data.keyed && !row.refused && !row.already;
  const button = makeButton("row" + (row.refused ? " refused" : ""),
    () => open({ ...row, encoder: column.encoder, query: data.query }),
    element("span", "rank", digit ? element("kbd", "", row.rank) : row.rank),
    element("span", "top", nameLine(row), ...marks(row, data, common)),
    element("span", "right", shiftMark(row, column), sureLabel(row), scoreBar(row.score), scoreLabel(row, data)),
    row.path ? parentLines(row) : conceptLine(row));
  button.dataset.id = row.id;
  if (row.id === column.opened) button.setAttribute("aria-current", "true");
  return button;
}

// Under a code that is not billable: the one below it that is taken by default, which opens as a row of its own would.
function offerButton(row, column, data, open) {
  const id = `${row.terminology} ${row.take.code}`;
  const own = column.rows.find((one) => one.id === id) ??
    { ...row, id, concept: row.take.code, name: row.take.name, preferred: row.take.name, rank: null, score: null };
  const press = () => open({ ...own, encoder: column.encoder, query: data.query });
  return titled(makeButton("offer", press, offer(row)), usual(row));
}

function drawColumn(column, data, open) {
  const head = element("header", "", titled(element("h2", "", column.title), column.title));
  if (column.current) head.append(mark("current", "scope", "The encoder that this workspace uses unless told otherwise."));
  head.append(titled(element("span", "took", column.took), TOOK));
  const common = commonMarks(column.rows, data).map((made) => made.textContent);
  const rows = column.rows.map((row) => element("li", "", rowButton(row, column, data, common, open),
    row.take ? offerButton(row, column, data, open) : null));
  const note = column.note ? element("p", "note", column.note) : null;
  return withAttributes(element("section", "column", head, note, commonLine(column.rows, data), element("ol", "", ...rows)), { "aria-label": column.label });
}

function moveFocus(root, key, field) {
  const columns = [...root.querySelectorAll("ol")].map((list) => [...list.querySelectorAll("button.row")]);
  const active = root.activeElement; // the offer under a row belongs to it
  const focused = active?.closest("li")?.querySelector("button.row") ?? active;
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

// One stop a column; the code that is offered under a row is another, since arrows pass it by.
function limitTabStops(root) {
  for (const list of root.querySelectorAll("ol")) {
    const rows = [...list.querySelectorAll("button.row")];
    const stop = rows.find((row) => row.hasAttribute("aria-current")) ?? rows[0];
    rows.forEach((row) => { row.tabIndex = row === stop ? 0 : -1; });
  }
}

// In a narrow window what a row opens lies below the list: it comes into sight, or nothing would seem to happen. Its
// panel has its height only once it is drawn, so it is looked at again, unless the person scrolls meanwhile.
function reveal(tries = 6, at = null) {
  const panel = document.querySelector(".st-key-card_panel, .st-key-place_panel");
  const main = document.querySelector(".stMain");
  if (!panel || (at !== null && main.scrollTop !== at)) return;
  if (panel.getBoundingClientRect().top > innerHeight / 2) {
    panel.style.scrollMarginTop = "4rem"; // the window's own bar lies over what stands on top
    panel.scrollIntoView({ block: "start" });
  }
  if (tries) setTimeout(reveal, 250, tries - 1, main.scrollTop);
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  const before = root.activeElement?.dataset?.id;
  const columnOf = (row) => row?.closest?.("section")?.getAttribute("aria-label");
  const beforeColumn = columnOf(root.activeElement);
  const table = findOrMake(root, "div", "table");
  table.dataset.query = data.query;
  if (data.field) (window.nomenclatorTables ??= {})[data.field] = { root, query: data.query };
  table.style.setProperty("--columns", data.columns.length);
  table.style.setProperty("--least", data.least);
  const open = (row) => { setTriggerValue("open", row); reveal(); };
  table.replaceChildren(...data.columns.map((column) => drawColumn(column, data, open)));
  limitTabStops(root);
  if (before) {
    const rows = [...root.querySelectorAll("button.row")].filter((row) => row.dataset.id === before);
    (rows.find((row) => columnOf(row) === beforeColumn) ?? rows[0])?.focus({ preventScroll: true });
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
