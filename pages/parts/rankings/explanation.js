// Draws why a row stands where it stands, or two rows side by side: sentences, then bars that add up to the score.

const LEAST = 0.05; // points of a group that are worth a bar

function signed(points) {
  const told = twoDigits(points);
  return points > 0 && Number(told) ? "+" + told : told;
}

function ordinal(rank) {
  return rank === null ? "not among the rows shown" : `rank ${rank}`;
}

function pointsBar(share) {
  const bar = withAttributes(element("span", "points " + (share < 0 ? "against" : "for"), element("i", "")), { "aria-hidden": "true" });
  bar.style.setProperty("--share", Math.abs(share));
  return bar;
}

function shareBar(share) {
  const bar = withAttributes(element("span", "share", element("i", "")), { "aria-hidden": "true" });
  bar.style.setProperty("--share", within(share));
  return bar;
}

function told(sentences) {
  const [first, ...rest] = sentences;
  const list = element("ul", "said", ...rest.map((sentence) => element("li", "", sentence)));
  return element("div", "told", element("p", "first", first), rest.length ? list : null);
}

function heading(text, why) {
  return element("header", "", element("h3", "", text), why ? element("p", "why", why) : null);
}

function groupRow(group) {
  const head = element("summary", "", titled(element("span", "what", group.name), group.about), pointsBar(group.share),
    element("span", "number", signed(group.points)));
  const parts = group.parts.map((part) => element("li", "", element("span", "", part.label),
    element("span", "number", signed(part.points))));
  return element("details", "", head, element("p", "why", group.about), element("ul", "parts", ...parts));
}

function sumLine(sum) {
  const rule = sum.rule ? `, and ${signed(sum.rule)} by rule since ${sum.because}: ${twoDigits(sum.score)}` : "";
  return element("p", "sum", `A usual candidate here ${signed(sum.start)}, and these parts ${signed(sum.parts)}: `,
    element("b", "", `${signed(sum.total)}, a score of ${twoDigits(sum.ordered)}`), `${rule}.`);
}

function wordRow(word, cosine) {
  const mark = word.letters ? titled(element("small", "", "by letters"), "The encoder has no vector of this word; its letters speak.") : null;
  return element("tr", "", rowHeading("word", word.word, mark ? " " : null, mark), element("td", "bar", shareBar(cosine > 0 ? word.share / cosine : 0)),
    element("td", "number", twoDigits(word.share)), element("td", "number quiet", twoDigits(word.without)));
}

function wordTables(words) {
  const how = words.exact ? "Exact, since this encoder takes the mean of its words’ vectors."
    : "Found by leaving words out, since this encoder takes no mean of its words.";
  return [
    heading(`Words: ${twoDigits(words.cosine)} alike in meaning`, `What each word carries of it. ${how}`),
    ...words.texts.map((text) => makeTable(`Words ${text.what}`, [text.what, "", titled(element("th", "number", "carries"), "Adds up to the likeness."),
      titled(element("th", "number", "without"), "The likeness once the word is left out.")], text.words.map((word) => wordRow(word, words.cosine)))),
  ];
}

function leftOut(left) {
  const rows = left.map((one) => element("tr", "", rowHeading("word", one.text),
    element("td", "number", one.rank === null ? "not found" : `rank ${one.rank}`),
    element("td", "number", one.score === null ? "" : twoDigits(one.score))));
  return [heading("Searched again", "Where it would stand if something were left out."),
    makeTable("Left out", ["left out", element("th", "number", "rank"), element("th", "number", "score")], rows)];
}

function drawOne(data) {
  const small = data.groups.filter((group) => Math.abs(group.points) < LEAST);
  const shown = data.groups.filter((group) => !small.includes(group));
  return [
    told(data.sentences),
    element("section", "", heading("What adds up to its score", "Beside a usual candidate here; to the right speaks for it."),
      ...shown.map(groupRow),
      small.length ? element("p", "why", `Next to nothing: ${small.map((group) => group.name).join(", ")}.`) : null,
      sumLine(data.sum)),
    element("section", "", ...wordTables(data.words)),
    data.left.length ? element("section", "", ...leftOut(data.left)) : null,
  ];
}

function headCell(head) {
  return element("th", "head", element("span", "name", head.preferred), element("small", "", `${head.concept} · ${ordinal(head.rank)} · ${twoDigits(head.score)}`));
}

function drawTwo(data) {
  const rows = data.parts.map((part) => element("tr", "", rowHeading("word", part.label),
    element("td", "number", part.values[0]), element("td", "bar", pointsBar(part.share)), element("td", "number", part.values[1]),
    element("td", "number", signed(part.points))));
  if (data.more) {
    rows.push(element("tr", "rest", rowHeading("word", `${data.more} smaller`), element("td", ""), element("td", ""), element("td", ""),
      element("td", "number", signed(data.rest))));
  }
  const heads = element("div", "heads", ...data.heads.map((head, at) => element("p", "head",
    element("span", "which", at ? "That" : "This"), element("span", "name", head.preferred),
    element("small", "", `${head.concept} · ${ordinal(head.rank)} · ${twoDigits(head.score)}`))));
  return [told(data.sentences), heads,
    makeTable(data.label, ["where they differ most", element("th", "number", "this"), "", element("th", "number", "that"), element("th", "number", "points")], rows)];
}

export default function ({ data, parentElement: root }) {
  const box = withAttributes(findOrMake(root, "article", ""), { "aria-label": data.label });
  box.classList.toggle("pair", data.kind === "two");
  const parts = data.kind === "one" ? drawOne(data) : drawTwo(data);
  box.replaceChildren(...parts.filter(Boolean));
}
