// The line that is decided now: the mention where it stood, what was found for it, and what was decided.

function nameParts(parts) {
  const line = element("span", "name");
  for (const [text, shared] of parts) line.append(element(shared ? "mark" : "span", "", text));
  return line;
}

function candidate(row, place, own, choose) {
  const button = element("button", "candidate");
  button.type = "button";
  button.style.setProperty("--score", Math.max(0, Math.min(1, row.score ?? 0)));
  const letter = own ? ["A", "S"][place] ?? (place < 9 ? String(place + 1) : "") : "";
  button.append(letter ? key(letter) : element("span", "nokey"));
  const top = element("span", "top");
  top.append(nameParts(row.parts));
  if (row.differs) top.append(differsMark(row.differs));
  if (row.added) top.append(mark("people’s", "added", "This name comes from a decision, an edit or a loaded mention."));
  const right = element("span", "right");
  if (row.probability !== undefined) {
    const sure = element("b", "sure", percent(row.probability));
    sure.title = "Probability that this is right, from held-out synonyms or from decisions";
    right.append(sure);
  }
  const score = element("span", "score", row.score === null || row.score === undefined ? "" : row.score.toFixed(2));
  score.title = "Score: how near the name is, 1 is the same";
  right.append(score);
  const under = element("span", "under");
  under.append(element("code", "", row.concept), " ", element("span", "", row.preferred || ""));
  button.append(top, right, under);
  button.onclick = () => choose(row, place);
  return button;
}

function column(given, many, choose) {
  const section = element("section", "column");
  section.setAttribute("aria-label", `Candidates of ${given.title}`);
  const head = element("h3", "", given.title);
  if (!given.encoder && many) head.append(" ", mark("answered this file", "quiet"));
  section.append(head);
  if (given.note) section.append(element("p", "note", given.note));
  else if (given.pending) section.append(element("p", "note", "Asking …"));
  else if (!given.rows.length) {
    section.append(element("p", "note", "Nothing is near enough. Search another concept (O), or say no match (N)."));
  }
  const list = element("ol", "");
  given.rows.forEach((row, place) => {
    const item = element("li", "");
    item.append(candidate(row, place, !given.encoder, (chosen) => choose(chosen, place, given.encoder)));
    list.append(item);
  });
  section.append(list);
  return section;
}

function passage(pieces) {
  const text = element("p", "passage");
  pieces.forEach((piece, at) => text.append(element(at === 1 ? "mark" : "span", "", piece)));
  text.tabIndex = 0;
  text.setAttribute("aria-label", "The text the mention stood in");
  return text;
}

function facts(given) {
  const line = element("p", "facts");
  const all = [`Row ${given.row}`];
  if (given.document) all.push(`document ${given.document}`);
  if (given.parts > 1) all.push(`part ${given.part} of ${given.parts}`);
  if (given.kind) all.push(given.kind);
  if (given.topic) all.push(`class ${given.topic}`);
  for (const [name, cell] of given.extra) all.push(`${name}: ${cell}`);
  if (given.alike > 1) all.push(`${given.alike.toLocaleString("en")} lines with this text`);
  line.textContent = all.join(" · ");
  return line;
}

function standing(given, local) {
  const decision = local ?? given.decision;
  if (!decision) return [];
  const line = element("p", "standing");
  line.append(mark(SAID[decision], decision));
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
  const columns = element("div", "columns");
  columns.style.setProperty("--columns", given.columns.length);
  columns.append(...given.columns.map((one) => column(one, given.columns.length > 1, choose)));
  const text = given.passage.length ? [passage(given.passage)] : [];
  place.replaceChildren(title, facts(given), ...standing(given, desk.local.get(desk.at)), ...text, columns);
  const marked = place.querySelector(".passage mark");
  if (marked) marked.parentElement.scrollTop = marked.offsetTop - marked.parentElement.offsetTop - 40;
}
