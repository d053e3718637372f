// Draws encoders beside each other from JSON. Texts are untrusted: every one goes in through textContent.

const SVG = "http://www.w3.org/2000/svg";

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined && text !== null) made.textContent = text;
  return made;
}

function line(kind, x1, x2, y1, y2) {
  const made = document.createElementNS(SVG, "line");
  made.setAttribute("class", kind);
  for (const [name, value] of Object.entries({ x1, x2, y1, y2 })) made.setAttribute(name, value);
  made.setAttribute("vector-effect", "non-scaling-stroke");
  return made;
}

function interval(cell) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", "0 0 100 10");
  drawn.setAttribute("preserveAspectRatio", "none");
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", cell.said);
  const [low, dot, high] = cell.at.map((share) => 2 + 96 * share);
  const kind = { "1": "gain", "-1": "loss", "0": "neither" }[cell.way];
  drawn.append(line("axis", 2, 98, 5, 5), line("zero", 50, 50, 0, 10), line(kind + " span", low, high, 5, 5));
  drawn.append(line(kind + " dot", dot, dot, 1.5, 8.5));
  return drawn;
}

function filled(cell, help) {
  const made = element("td", "encoder");
  const figures = element("div", "figures");
  figures.append(element("span", "value" + (cell.best ? " best" : ""), cell.value));
  if (cell.at) {
    const less = element("span", "less " + { "1": "gain", "-1": "loss", "0": "neither" }[cell.way], `${cell.sign} ${cell.less}`);
    figures.append(less);
    made.append(figures, interval(cell), element("div", "range", cell.range));
    made.title = cell.said;
  } else {
    made.append(figures);
    made.title = help;
  }
  return made;
}

export default function ({ data, parentElement: root }) {
  let frame = root.querySelector(".frame");
  if (!frame) root.append((frame = element("div", "frame")));
  const table = element("table", "");
  table.setAttribute("aria-label", data.label);
  const head = element("tr", "");
  data.heads.forEach((title, at) => {
    const cell = element("th", at === 1 ? "number" : "");
    const words = element("span", at === 1 ? "helped" : "", title);
    if (at === 1) words.title = "How many names the measure was taken on.";
    cell.append(words);
    cell.scope = "col";
    head.append(cell);
  });
  const top = element("thead", "");
  top.append(head);
  const body = element("tbody", "");
  for (const row of data.rows) {
    const made = element("tr", "");
    const name = element("th", "name");
    name.scope = "row";
    name.append(element("span", "", row.title));
    if (row.help) name.append(element("small", "", row.help));
    made.append(name, element("td", "number", row.queries), ...row.cells.map((cell) => filled(cell, row.help)));
    body.append(made);
  }
  table.append(top, body);
  frame.replaceChildren(table);
}
