// What is marked in the text around a mention: the mention as it should be, or one that the file missed.

const SPANS = [
  ["span", "Correct mention", "L", "Makes what is marked in the text the mention of this line."],
  ["mention", "Add mention", "B", "Makes what is marked in the text a mention of its own."],
];

function spanRow(desk) {
  const row = withAttributes(element("div", "spans"), { role: "group", "aria-label": "What is marked in the text" });
  for (const [what, title, letter, why] of SPANS) {
    row.append(titled(makeButton(`tool of-${what}`, () => markSpan(desk, what), element("span", "", title), key(letter)), why));
  }
  desk.corrected = element("span", "caption", "");
  row.append(desk.corrected);
  return desk.spans = row;
}

// The place of the selection in the passage, in characters as Python counts them; null where nothing is marked there.
function markedPlace(desk) {
  const text = desk.root.querySelector(".passage");
  const scope = desk.root.getRootNode();
  const selection = scope.getSelection ? scope.getSelection() : document.getSelection();
  if (!text || !selection?.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!text.contains(range.startContainer) || !text.contains(range.endContainer)) return null;
  const before = document.createRange();
  before.selectNodeContents(text);
  before.setEnd(range.startContainer, range.startOffset);
  const start = Array.from(before.toString()).length;
  return [start, start + Array.from(range.toString()).length];
}

function markSpan(desk, what) {
  const given = desk.details.get(desk.at);
  const place = given && !desk.over ? markedPlace(desk) : null;
  if (!place) {
    desk.said = { kind: "info", text: "Mark words in the text of the mention first, with the mouse." };
    desk.draw();
    return;
  }
  const [start, end] = place.map((one) => one + given.first);
  act(desk, { do: what, line: desk.at, start, end });
  send(desk);
}

function drawSpans(desk) {
  const given = desk.details.get(desk.at);
  desk.corrected.textContent = given?.corrected ?? "";
}
