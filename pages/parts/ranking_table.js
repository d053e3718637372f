// Draws the columns from JSON. Names are untrusted: every text goes in through textContent.

const SCORE = "Cosine between the typed name and the matched name: 1 is the same direction, 0 has nothing in common.";

const DIFFERS = {
  side: "One of the two names a side, such as left or right, that the other does not: another concept, or a wider one.",
  number: "The numbers or types differ, such as type 1 and type 2: another concept, or a wider one.",
  stage: "The stage, grade or severity differs: another concept, or a wider one.",
  negation: "One of the two denies what the other says.",
  with: "One says with, the other without or nothing of it: another concept, or a wider one.",
  encounter: "Initial, subsequent or sequela: the encounter differs.",
  course: "Acute or chronic: the course differs.",
};

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

function shiftMark(row, column) {
  const shift = row.shift;
  if (shift === undefined || shift === 0) return null;
  if (shift === "new") return mark("new", "new", `Not among the names shown for ${column.against}.`);
  if (shift === "only") return mark("only here", "new", "Not among the names shown for any other encoder.");
  const places = Math.abs(shift) === 1 ? "place" : "places";
  const way = shift > 0 ? "higher" : "lower";
  const made = mark((shift > 0 ? "▲" : "▼") + Math.abs(shift), shift > 0 ? "up" : "down",
    `${Math.abs(shift)} ${places} ${way} than with ${column.against}.`);
  made.setAttribute("aria-label", made.title);
  return made;
}

function nameLine(row) {
  const line = element("span", "name");
  line.title = row.name;
  for (const [text, shared] of row.parts) line.append(element(shared ? "mark" : "span", "", text));
  return line;
}

function marks(row) {
  const all = [];
  if (row.exact) all.push(mark("exact", "exact", "The typed text is this name or this id; it stands first whatever the score."));
  if (row.added) all.push(mark("added", "added", "A person added this name; it is not in the imported terminology."));
  if (row.scope && row.scope !== "exact") all.push(mark(row.scope, "scope", `The source calls this a ${row.scope} synonym, not an equal one.`));
  for (const kind of row.differs ?? []) all.push(mark("≠ " + kind, "differs", DIFFERS[kind] ?? ""));
  if (row.obsolete) {
    const to = row.replaced_by ? `obsolete → ${row.replaced_by}` : "obsolete";
    all.push(mark(to, "obsolete", row.replaced_by ? "Withdrawn by its source; use the concept named here." : "Withdrawn by its source."));
  }
  return all;
}

function rowButton(row, column, data) {
  const button = element("button", "row");
  button.type = "button";
  button.dataset.concept = row.terminology + " " + row.concept;
  if (button.dataset.concept === data.opened) button.setAttribute("aria-current", "true");
  button.style.setProperty("--score", Math.max(0, Math.min(1, row.score)));

  const top = element("span", "top");
  top.append(nameLine(row), ...marks(row));
  const right = element("span", "right");
  const shift = shiftMark(row, column);
  if (shift) right.append(shift);
  const score = element("span", "score", row.score.toFixed(2));
  score.title = SCORE;
  right.append(score);

  const concept = element("span", "concept");
  concept.append(element("code", "", row.concept), " ");
  concept.append(element("span", "preferred", row.preferred === row.name ? "preferred name" : row.preferred));
  if (row.preferred === row.name) concept.lastChild.classList.add("same");
  concept.title = `${row.concept} ${row.preferred}`;
  const source = element("span", "source", [row.where, row.source].filter(Boolean).join(" · "));
  source.title = "Where the matched name comes from: " + source.textContent;

  const under = element("span", "under");
  under.append(concept, source);
  button.append(element("span", "rank", row.rank), top, right, under);
  return button;
}

function column(given, data, open) {
  const section = element("section", "column");
  section.setAttribute("aria-label", given.title);
  const head = element("header", "");
  const title = element("h2", "", given.title);
  title.title = given.title;
  head.append(title);
  if (given.current) head.append(mark("current", "current", "The encoder that this workspace uses unless told otherwise."));
  const took = element("span", "took", given.took);
  took.title = "How long this encoder took to compare the typed name with every name.";
  head.append(took);
  section.append(head);
  if (given.note) section.append(element("p", "note", given.note));
  const list = element("ol", "");
  for (const row of given.rows) {
    const item = element("li", "");
    const button = rowButton(row, given, data);
    button.onclick = () => open({
      terminology: row.terminology, concept: row.concept, name: row.name,
      rank: row.rank, score: row.score, encoder: given.encoder, query: data.query,
    });
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
    return rows.find((row) => row.dataset.concept === focused.dataset.concept) ?? rows[Math.min(y, rows.length - 1)];
  };
  const goal = {
    ArrowDown: () => columns[x][y + 1], ArrowUp: () => columns[x][y - 1] ?? searchBox(),
    ArrowRight: () => beside(x + 1), ArrowLeft: () => beside(x - 1),
    Home: () => columns[x][0], End: () => columns[x].at(-1), Escape: searchBox,
  }[key];
  if (!goal) return false;
  goal()?.focus();
  return true;
}

function searchBox() {
  return document.querySelector(".st-key-q input");
}

function link(root, concept) {
  for (const row of root.querySelectorAll("button.row")) {
    row.classList.toggle("linked", Boolean(concept) && row.dataset.concept === concept);
  }
}

function oneTabStop(root) {
  root.querySelectorAll("ol").forEach((list) => {
    list.querySelectorAll("button").forEach((row, place) => { row.tabIndex = place ? -1 : 0; });
  });
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  const before = root.activeElement?.dataset?.concept;
  const beforeColumn = root.activeElement?.closest?.("section")?.getAttribute("aria-label");
  let table = root.querySelector(".table");
  if (!table) root.append((table = element("div", "table")));
  table.dataset.query = data.query;
  table.style.setProperty("--columns", data.columns.length);
  table.replaceChildren(...data.columns.map((given) => column(given, data, (row) => setTriggerValue("open", row))));
  oneTabStop(root);
  if (before) {
    const rows = [...root.querySelectorAll("button.row")].filter((row) => row.dataset.concept === before);
    (rows.find((row) => row.closest("section").getAttribute("aria-label") === beforeColumn) ?? rows[0])?.focus();
  }

  table.onpointerover = (event) => link(root, event.target.closest("button.row")?.dataset.concept);
  table.onpointerleave = () => link(root, "");
  table.onfocusin = (event) => link(root, event.target.closest("button.row")?.dataset.concept);
  table.onkeydown = (event) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && moveFocus(root, event.key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const intoTable = (event) => {
    if (event.key === "ArrowDown" && event.target === searchBox()) {
      root.querySelector("button.row")?.focus();
      event.preventDefault();
    }
  };
  document.removeEventListener("keydown", root.intoTable);
  root.intoTable = intoTable;
  document.addEventListener("keydown", intoTable);
  return () => document.removeEventListener("keydown", intoTable);
}
