// Draws the first rows of a file as a spreadsheet would: a line a row, scrolled sideways. Texts only by textContent.

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined && text !== null) made.textContent = text;
  return made;
}

export default function ({ data, parentElement: root }) {
  let frame = root.querySelector(".frame");
  if (!frame) root.append((frame = element("div", "frame")));
  if (!data.rows.length) {
    frame.replaceChildren(element("p", "empty", data.empty));
    return;
  }
  const head = element("tr", "");
  for (const title of data.columns) {
    const cell = element("th", "", title);
    cell.scope = "col";
    head.append(cell);
  }
  const top = element("thead", "");
  top.append(head);
  const body = element("tbody", "");
  for (const row of data.rows) {
    const line = element("tr", "");
    for (const text of row) {
      const cell = element("td", "", text);
      if (text.length > 40) cell.title = text;
      line.append(cell);
    }
    body.append(line);
  }
  const table = element("table", "");
  table.setAttribute("aria-label", data.label);
  table.append(top, body);
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", `${data.label}, scrolls sideways`);
  frame.replaceChildren(table);
}
