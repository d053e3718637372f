// Draws a table from JSON. Cells are untrusted: every text goes in through textContent.

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined && text !== null) made.textContent = text;
  return made;
}

function head(columns) {
  const row = element("tr", "");
  for (const column of columns) {
    const cell = element("th", column.kind);
    cell.scope = "col";
    const title = element("span", column.help ? "helped" : "", column.kind === "action" ? "" : column.title);
    if (column.help) title.title = column.help;
    cell.append(title);
    row.append(cell);
  }
  const made = element("thead", "");
  made.append(row);
  return made;
}

function bar(row, column) {
  const box = element("span", "share");
  box.style.setProperty("--share", Math.max(0, Math.min(1, Number(row[column.key]) || 0)));
  box.append(element("span", "", row[column.key + "_text"]));
  return box;
}

function content(row, column, pick, act) {
  const value = row[column.key];
  if (column.kind === "action") {
    if (value === false) return element("span", "");
    const button = element("button", "act", column.title);
    button.type = "button";
    button.setAttribute("aria-label", `${column.title} ${row.about ?? row.id}`);
    if (column.help) button.title = column.help;
    button.onclick = (event) => { event.stopPropagation(); act(row.id); };
    return button;
  }
  if (pick) {
    const button = element("button", "pick", value);
    button.type = "button";
    button.onclick = (event) => { event.stopPropagation(); pick(row.id); };
    return button;
  }
  if (column.kind === "bar") return bar(row, column);
  if (column.kind === "mark") return value ? element("span", "chip", value) : element("span", "");
  return element("span", "", value);
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  let frame = root.querySelector(".frame");
  if (!frame) root.append((frame = element("div", "frame")));
  if (!data.rows.length) {
    frame.replaceChildren(element("p", "empty", data.empty));
    return;
  }
  const scrolled = frame.scrollTop;
  const table = element("table", "");
  table.setAttribute("aria-label", data.label);
  const body = element("tbody", "");
  for (const row of data.rows) {
    const line = element("tr", row.quiet ? "quiet" : "");
    if (row.id === data.picked && data.picked) line.setAttribute("aria-current", "true");
    if (data.pickable) {
      line.classList.add("pickable");
      line.onclick = () => setTriggerValue("pick", row.id);
    }
    data.columns.forEach((column, at) => {
      const cell = element("td", column.kind + ((row.best ?? []).includes(column.key) ? " best" : ""));
      const pick = data.pickable && at === 0 ? (id) => setTriggerValue("pick", id) : null;
      cell.append(content(row, column, pick, (id) => setTriggerValue("act", id)));
      if (row[column.key + "_why"]) cell.title = row[column.key + "_why"];
      line.append(cell);
    });
    body.append(line);
  }
  table.append(head(data.columns), body);
  frame.style.maxHeight = data.tallest ? `${data.tallest}px` : "";
  if (data.tallest) frame.tabIndex = 0;
  frame.replaceChildren(table);
  frame.scrollTop = scrolled;
}
