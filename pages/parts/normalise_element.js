// What the parts of the desk share. Texts are untrusted: every one goes in through textContent.

const SAID = {
  accept: "accepted", second: "second", other: "other", none: "no match", skip: "skipped", flag: "flagged",
};

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined && text !== null) made.textContent = text;
  return made;
}

function percent(share) {
  if (share === null || share === undefined) return "–";
  if (share > 0.99 && share < 1) return ">99%";
  if (share > 0 && share < 0.01) return "<1%";
  return `${Math.round(share * 100)}%`;
}

function key(letter) {
  return element("kbd", "", letter);
}

function mark(text, kind, why) {
  const made = element("span", "mark " + kind, text);
  if (why) made.title = why;
  return made;
}

function differsMark(differs) {
  return mark(`${differs} differs`, "differs",
    `The name found is the same but for: ${differs}. Such a line is never accepted in bulk.`);
}

// The decision as it stands for the person: what they did last, else what the page said.
function decisionOf(desk, id) {
  if (desk.local.has(id)) return desk.local.get(id);
  return desk.rows.get(id)?.decision ?? "";
}
