// Draws the first rows of a file as a spreadsheet would: a line a row, scrolled sideways. Texts only by textContent.

export default function ({ data, parentElement: root }) {
  const frame = findOrMake(root, "div", "frame");
  if (!data.rows.length) {
    frame.replaceChildren(element("p", "empty", data.empty));
    return;
  }
  const cellOf = (text, at) => titled(at ? element("td", "", text) : rowHeading("", text), text.length > 40 ? text : "");
  const rows = data.rows.map((row) => element("tr", "", ...row.map(cellOf)));
  frame.tabIndex = 0;
  withAttributes(frame, { role: "region", "aria-label": `${data.label}, scrolls sideways` });
  frame.replaceChildren(makeTable(data.label, data.columns, rows));
}
