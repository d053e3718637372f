// Draws encoders beside each other from JSON. Texts are untrusted: every one goes in through textContent.

const KINDS = { "1": "gain", "-1": "loss", "0": "neither" };

function line(kind, x1, x2, y1, y2) {
  return drawing("line", { class: kind, x1, x2, y1, y2, "vector-effect": "non-scaling-stroke" });
}

function interval(cell) {
  const box = { viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": cell.summary };
  const drawn = drawing("svg", box);
  const [low, dot, high] = cell.at.map((share) => 2 + 96 * share);
  const kind = KINDS[cell.way];
  drawn.append(line("axis", 2, 98, 5, 5), line("zero", 50, 50, 0, 10), line(kind + " span", low, high, 5, 5));
  drawn.append(line(kind + " dot", dot, dot, 1.5, 8.5));
  return drawn;
}

function filled(cell, help) {
  const figures = element("div", "figures", element("span", "value" + (cell.best ? " best" : ""), cell.value));
  if (!cell.at) return titled(element("td", "encoder", figures), help);
  figures.append(element("span", "less " + KINDS[cell.way], `${cell.sign} ${cell.less}`));
  return titled(element("td", "encoder", figures, interval(cell), element("div", "range", cell.range)), cell.summary);
}

export default function ({ data, parentElement: root }) {
  const headings = data.heads.map((title, at) => {
    const words = element("span", at === 1 ? "helped" : "", title);
    return element("th", at === 1 ? "number" : "", titled(words, at === 1 ? "How many names the measure was taken on." : ""));
  });
  const rows = data.rows.map((row) => {
    const name = rowHeading("name", element("span", "", row.title), row.help ? element("small", "", row.help) : null);
    return element("tr", "", name, element("td", "number", row.queries), ...row.cells.map((cell) => filled(cell, row.help)));
  });
  findOrMake(root, "div", "frame").replaceChildren(makeTable(data.label, headings, rows));
}
