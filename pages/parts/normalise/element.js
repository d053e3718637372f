// What the parts of the desk share: keys, shares and decisions in words.

const DECISIONS = {
  accept: "accepted", second: "second", other: "other", none: "no match", skip: "skipped", flag: "flagged",
};

function percent(share) {
  if (share === null || share === undefined) return "–";
  if (share > 0.99 && share < 1) return ">99%";
  if (share > 0 && share < 0.01) return "<1%";
  return `${Math.round(share * 100)}%`;
}

function key(letter) {
  return element("kbd", "", letter);
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
