// What the parts of the desk share: keys, shares and decisions in words.

const DECISIONS = {
  accept: "accepted", second: "second", other: "other", none: "no match", skip: "skipped", flag: "flagged",
};

// How sure an answer is, in a word and then per cent; a dash where that is not known.
function sureLabel(sure, why) {
  if (!sure?.length) return element("span", "sure", "–");
  return titled(element("span", "sure " + sure[0], element("b", "", sure[0]), " ", sure[1]), why);
}

// The difference that all rows have: it tells no row from another, and stands once on top. "" where there is none.
function commonDifference(rows) {
  return rows.length > 1 && rows.every((row) => row.differs === rows[0].differs) ? rows[0].differs : "";
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
