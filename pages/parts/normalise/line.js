// The line that is decided now: the mention where it stood, what was found for it, and what was decided.

function nameParts(parts) {
  return element("span", "name", ...parts.map(([text, shared]) => element(shared ? "mark" : "span", "", text)));
}

function candidate(row, place, own, choose, common = "", look = () => {}) {
  const letter = own ? ["A", "S"][place] ?? (place < 9 ? String(place + 1) : "") : "";
  const top = element("span", "top", nameParts(row.parts));
  if (row.differs && row.differs !== common) top.append(" ", differsMark(row.differs));
  for (const [text, meaning] of row.marks ?? []) top.append(" ", mark(text, "scope", meaning));
  if (row.added) top.append(" ", mark("people’s", "added", "This name comes from a decision, an edit or a loaded mention."));
  const right = element("span", "right");
  if (row.sure) right.append(sureLabel(row.sure, "Probability that this is right, from held-out synonyms or from decisions"));
  const bar = withAttributes(element("span", "scorebar", element("i", "")), { "aria-hidden": "true" });
  bar.style.setProperty("--score", within(row.score ?? 0));
  right.append(bar);
  right.append(titled(element("span", "score", row.score == null ? null : twoDigits(row.score)), "Score: how near the name is, 1 is the same"));
  const under = element("span", "under", element("code", "", row.concept), " ", element("span", "", row.preferred || ""));
  const digit = letter ? key(letter) : element("span", "nokey");
  const button = makeButton("candidate", () => choose(row, place), digit, top, right, under);
  for (const reached of ["mouseenter", "focus"]) button.addEventListener(reached, () => look(row.concept));
  return button;
}

function column(given, many, choose, look) {
  const head = element("h3", "", given.title);
  if (!given.encoder && many) head.append(" ", mark("answered this file", "quiet"));
  const section = withAttributes(element("section", "column", head), { "aria-label": `Candidates of ${given.title}` });
  if (given.note) section.append(element("p", "note", given.note));
  else if (given.pending) section.append(element("p", "note", "Asking …"));
  else if (!given.rows.length) {
    section.append(element("p", "note", "Nothing is near enough. Search another concept (O), or say no match (N)."));
  }
  const common = commonDifference(given.rows);
  if (common) section.append(element("p", "common", given.rows.length === 2 ? "Both: " : `All ${given.rows.length}: `, differsMark(common)));
  const items = given.rows.map((row, place) => element("li", "",
    candidate(row, place, !given.encoder, (chosen) => choose(chosen, place, given.encoder), common, look)));
  section.append(element("ol", "", ...items));
  return section;
}

function passage(pieces) {
  const text = element("p", "passage", ...pieces.map((piece, at) => element(at === 1 ? "mark" : "span", "", piece)));
  return withAttributes(text, { tabindex: 0, "aria-label": "The text the mention stood in" });
}

function facts(given) {
  const all = [`Row ${given.row}`];
  if (given.document) all.push(`document ${given.document}`);
  if (given.parts > 1) all.push(`part ${given.part} of ${given.parts}`);
  if (given.kind) all.push(given.kind);
  if (given.topic) all.push(`class ${given.topic}`);
  for (const [name, cell] of given.extra) all.push(`${name}: ${cell}`);
  if (given.alike > 1) all.push(`${given.alike.toLocaleString("en")} lines with this text`);
  return element("p", "facts", all.join(" · "));
}

function decisionLine(given, local) {
  const decision = local ?? given.decision;
  if (!decision) return [];
  const line = element("p", "decision", mark(DECISIONS[decision], decision));
  if (given.decision === decision) {
    const by = [given.who && `by ${given.who}`, given.when && `at ${given.when}`].filter(Boolean).join(" ");
    line.append(" ", element("span", "", [given.decided, by].filter(Boolean).join(" · ")));
  }
  return [line];
}

function drawLine(desk, place, choose) {
  const given = desk.details.get(desk.at);
  const row = desk.rows.get(desk.at);
  const title = element("h2", "", given?.text ?? row?.text ?? "…");
  if (!given) {
    place.replaceChildren(title, element("p", "note", "Opening the line …"));
    return;
  }
  if (given.parts > 1 && given.read_as) title.append(" ", element("span", "readas", `part ${given.part}: ${given.read_as}`));
  else if (given.read_as) title.append(" ", element("span", "readas", `read as ${given.read_as}`));
  for (const one of given.attributes) {
    title.append(" ", mark(one, "attribute", given.said ? "Said by a person" : "Read from the text around it"));
  }
  const columns = element("div", "columns", ...given.columns.map((one) => column(one, given.columns.length > 1, choose,
    (concept) => lookAt(desk, concept))));
  place.parentElement.style.setProperty("--columns", given.columns.length);
  const text = given.passage.length ? [passage(given.passage), desk.spans] : [];
  place.replaceChildren(title, facts(given), ...decisionLine(given, desk.local.get(desk.at)), ...text, columns);
  const marked = place.querySelector(".passage mark");
  if (marked) marked.parentElement.scrollTop = marked.offsetTop - marked.parentElement.offsetTop - 40;
}
