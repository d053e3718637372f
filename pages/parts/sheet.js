// Draws a table from JSON. Cells are untrusted: every text goes in through textContent.

const LONG = /\S{28}/; // a word that may be broken; any other stays whole

function heading(column) {
  const title = element("span", column.help ? "helped" : "", column.kind === "action" ? "" : column.title);
  const made = element("th", column.kind + (column.spare ? " spare" : ""), titled(title, column.help));
  const spoken = column.spoken || column.title; // where no title is seen
  return title.textContent ? made : withAttributes(made, { "aria-label": spoken });
}

function bar(row, column) {
  const box = element("span", "share", element("span", "", row[column.key + "_text"]));
  box.style.setProperty("--share", within(Number(row[column.key]) || 0));
  return box;
}

function content(row, column, pick, act) {
  const value = row[column.key];
  if (column.kind === "action") {
    if (value === false) return element("span", "");
    const button = makeButton("act", (event) => { event.stopPropagation(); act(row.id); }, column.title);
    return titled(withAttributes(button, { "aria-label": `${column.title} ${row.about ?? row.id}` }), column.help);
  }
  if (pick) return makeButton("pick", (event) => { event.stopPropagation(); pick(row.id); }, value);
  if (column.kind === "bar") return bar(row, column);
  if (column.kind === "mark") return value ? element("span", "chip", value) : element("span", "");
  return element("span", "", value);
}

// Brings the picked row into the frame, below the headings that stay at its top, once for each row that is picked: who
// scrolls away to look elsewhere is not pulled back by the next drawing.
function follow(frame, picked) {
  if (frame.followed === picked) return;
  const row = frame.querySelector("tr[aria-current]");
  if (!row || !frame.clientHeight) return;
  frame.followed = picked;
  const seen = frame.getBoundingClientRect(), box = row.getBoundingClientRect();
  const covered = frame.querySelector("thead").offsetHeight;
  const above = box.top - seen.top - covered, below = box.bottom - seen.top - frame.clientHeight;
  if (above < 0 || below > 0) frame.scrollTop += above - (frame.clientHeight - covered) / 3;
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  const frame = findOrMake(root, "div", "frame");
  if (!data.rows.length) {
    frame.replaceChildren(element("p", "empty", data.empty));
    return;
  }
  const scrolled = frame.scrollTop;
  const rows = data.rows.map((row, place) => {
    const above = data.rows[place - 1];
    const cells = data.columns.map((column, at) => {
      const pick = data.pickable && at === 0 ? (id) => setTriggerValue("pick", id) : null;
      const drawn = content(row, column, pick, (id) => setTriggerValue("act", id));
      const best = (row.best ?? []).includes(column.key) ? " best" : "";
      const again = column.once && above && row[column.key] && row[column.key] === above[column.key] ? " again" : "";
      const long = LONG.test(row[column.key]) && column.kind !== "whole" ? " long" : "";
      const kind = "cell " + column.kind + best + again + long + (column.spare ? " spare" : "");
      const cell = at || column.kind === "action" || !row[column.key] ? element("td", kind, drawn) : rowHeading(kind, drawn);
      return titled(cell, row[column.key + "_why"]);
    });
    const line = element("tr", row.quiet ? "quiet" : "", ...cells);
    if (row.id === data.picked && data.picked) line.setAttribute("aria-current", "true");
    if (data.pickable) {
      line.classList.add("pickable");
      line.onclick = () => setTriggerValue("pick", row.id);
    }
    return line;
  });
  const tallest = data.around ? `max(${data.tallest}px, 100vh - ${data.around}px)` : `${data.tallest}px`;
  frame.style.maxHeight = data.tallest ? tallest : "";
  if (data.tallest) frame.tabIndex = 0;
  frame.replaceChildren(makeTable(data.label, data.columns.map(heading), rows));
  frame.scrollTop = scrolled;
  follow(frame, data.picked);
}
