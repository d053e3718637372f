// What every component draws with. Texts are untrusted: they go in as text nodes, never as HTML.

// An element with its class and children: elements or texts; what is null or undefined is left out.
function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// An element of a drawing (SVG).
function drawing(tag, attributes) {
  return withAttributes(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes);
}

function withAttributes(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function titled(made, title) {
  if (title) made.title = title;
  return made;
}

function makeButton(className, press, ...children) {
  const made = element("button", className, ...children);
  made.type = "button";
  made.onclick = press;
  return made;
}

// A small label; `why` shows when it is pointed at.
function mark(text, kind, why) {
  return titled(element("span", "mark " + kind, text), why);
}

// The cell of a row that says what the row is of, and is read out before each of its other cells.
function rowHeading(className, ...children) {
  return withAttributes(element("th", className, ...children), { scope: "row" });
}

// A table: `headings` are texts or <th>, `rows` are <tr>.
function makeTable(label, headings, rows) {
  const cells = headings.map((heading) => (heading instanceof Element ? heading : element("th", "", heading)));
  for (const cell of cells) cell.scope = "col";
  const table = element("table", "", element("thead", "", element("tr", "", ...cells)), element("tbody", "", ...rows));
  return withAttributes(table, { "aria-label": label });
}

// The one element of this tag and class under the root, made on the first drawing.
function findOrMake(root, tag, className) {
  const found = root.querySelector(className ? `.${className}` : tag);
  if (!found) root.append(element(tag, className));
  return found ?? root.lastChild;
}

// A number with two digits behind its point and a true minus; what is nothing to two digits has no sign.
function twoDigits(number) {
  const digits = Math.abs(number).toFixed(2);
  return (number < 0 && Number(digits) ? "−" : "") + digits;
}

function within(share) {
  return Math.max(0, Math.min(1, share));
}
