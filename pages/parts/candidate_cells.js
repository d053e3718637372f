// What a candidate is drawn from, in the columns of encoders and in the table that joins them.

const EACH = "Several findings were typed; this is the best concept of one of them.";
const EXACT = "The typed text is this name or this id; it stands first whatever the score.";

const NOT_BILLABLE = "not billable";

function shiftMark(row, column) {
  const shift = row.shift;
  if (shift === undefined || shift === 0) return null;
  if (shift === "new") return mark("new", "new", `Not among the names shown for ${column.against}.`);
  if (shift === "withdrawn") return mark("withdrawn since", "obsolete", "The newest version has no such concept in use.");
  if (shift === "only") return mark("only here", "new", "Not among the names shown for any other encoder.");
  const places = Math.abs(shift) === 1 ? "place" : "places";
  const way = shift > 0 ? "higher" : "lower";
  const made = mark((shift > 0 ? "▲" : "▼") + Math.abs(shift), shift > 0 ? "up" : "down",
    `${Math.abs(shift)} ${places} ${way} than with ${column.against}.`);
  return withAttributes(made, { "aria-label": made.title });
}

function nameLine(row) {
  if (!row.parts) return element("span", "title", row.preferred);
  const parts = row.parts.map(([text, shared]) => element(shared ? "mark" : "span", "", text));
  return titled(element("span", "name", ...parts), row.name);
}

// The marks of a row but for those that all rows have, which stand once on top; read aloud, each is a word of its own.
function marks(row, data, common = []) {
  return everyMark(row, data).filter((made) => !common.includes(made.textContent)).flatMap((made) => [" ", made]);
}

// The marks that every row has: they tell no row from another.
function commonMarks(rows, data) {
  if (rows.length < 2) return [];
  const [first, ...rest] = rows.map((row) => everyMark(row, data));
  return first.filter((made) => rest.every((others) => others.some((other) => other.textContent === made.textContent)));
}

// What all rows have in common, said once; nothing where there is nothing.
function commonLine(rows, data) {
  const common = commonMarks(rows, data);
  return common.length ? element("p", "common", rows.length === 2 ? "Both rows: " : `All ${rows.length} rows: `, ...common) : null;
}

const offer = (row) => `${NOT_BILLABLE} – take ${row.take.code}`;
const usual = (row) => `Where nothing more is known, ${row.take.code} ${row.take.name} is taken.`;

function everyMark(row, data) {
  const all = [];
  if (row.exact && !row.sure) all.push(mark("exact", "exact", EXACT));
  if (row.added) all.push(mark("added", "added", "A person added this name; it is not in the imported terminology."));
  if (row.scope && row.scope !== "exact") all.push(mark(row.scope, "scope", `The source calls this a ${row.scope} synonym, not an equal one.`));
  if (row.already) all.push(mark("a parent now", "added", "The concept stands under it already."));
  if (row.refused) all.push(mark("refused", "scope", `${row.refused} said that the name does not belong here.`));
  for (const kind of row.differs) all.push(mark("≠ " + kind, "differs", data.differs[kind]));
  if (row.only) all.push(mark("only here", "new", "Not among the parents shown for any other encoder."));
  for (const [text, meaning] of row.marks ?? []) {
    const offered = row.take && text === NOT_BILLABLE;
    if (offered && data.offers) continue; // it stands under the row, with the way there
    all.push(mark(offered ? offer(row) : text, "scope", offered ? `${meaning} ${usual(row)}` : meaning));
  }
  if (row.obsolete) {
    const to = row.replaced_by ? `obsolete → ${row.replaced_by}` : "obsolete";
    all.push(mark(to, "obsolete", row.replaced_by ? "Withdrawn by its source; use the concept named here." : "Withdrawn by its source."));
  }
  return all;
}

function conceptLine(row) {
  const preferred = row.preferred === row.name ? "" : row.preferred;
  const concept = element("span", "concept", preferred);
  const source = [row.where, row.via ? "by way of " + row.via : row.source].filter(Boolean).join(" · ");
  return element("span", "under", element("code", "", row.concept), titled(concept, `${row.concept} ${row.preferred}`),
    titled(element("span", "source", source), (row.via ? "Another terminology has the typed name for a concept with this one's name: " : "Where the matched name comes from: ") + source));
}

function parentLines(row) {
  const shown = row.path.length > 3 ? ["…", ...row.path.slice(-2)] : row.path;
  const path = element("span", "line", element("code", "", row.id), shown.length ? "  " + shown.join(" › ") : "  at the top");
  const lines = [titled(path, [...row.path, row.preferred].join(" › "))];
  if (row.siblings.length) {
    const rest = row.more - Math.min(3, row.siblings.length);
    const beside = "beside " + row.siblings.slice(0, 3).join(" · ") + (rest > 0 ? ` · ${rest} more` : "");
    lines.push(titled(element("span", "line", beside), "It would stand beside: " + row.siblings.join(" · ")));
  }
  return element("span", "under lines", ...lines);
}

// How sure a candidate is, in a word and then per cent; how good its score is, as a short bar and a number.
function sureLabel(row) {
  if (!row.sure) return null;
  const [word, share] = row.sure;
  if (word === "each") return titled(element("span", "sure each", element("b", "", word), " ", share), EACH);
  return titled(element("span", "sure " + word, element("b", "", word), " ", share), row.exact ? EXACT : "How likely it is the concept meant.");
}

function scoreBar(score) {
  const bar = withAttributes(element("span", "scorebar", element("i", "")), { "aria-hidden": "true" });
  bar.style.setProperty("--score", within(score));
  return bar;
}

function scoreLabel(row, data) {
  return titled(element("span", "score", twoDigits(row.score)), data.score);
}
