// Under the candidates: another concept by its name, a comment, and the same text everywhere.

function field(desk, name, title, letter, placeholder) {
  const caption = element("span", "caption", title, " ", key(letter));
  const input = withAttributes(element("input", name), { type: "text", placeholder, "aria-label": title });
  return [element("label", "field", caption, input), input];
}

function below(desk) {
  const [other, box] = field(desk, "other", "Other concept", "O", "Search by name or id");
  const [note, comment] = field(desk, "comment", "Comment", "M", "Kept with the line");
  desk.found = withAttributes(element("ul", "found-concepts"), { "aria-label": "Concepts found" });
  desk.other = box;
  desk.comment = comment;
  box.oninput = () => { desk.search = box.value; soon(desk, 120); };
  box.onkeydown = (event) => {
    if (event.key === "Escape") { clearSearch(desk); box.blur(); }
    const first = desk.found.querySelector("button");
    if (event.key === "ArrowDown") first?.focus();
    if (event.key === "Enter" && desk.data.search.text === box.value) first?.click();
  };
  desk.found.onkeydown = (event) => {
    const all = [...desk.found.querySelectorAll("button")];
    const at = all.indexOf(event.target);
    if (event.key === "ArrowDown") all[at + 1]?.focus();
    else if (event.key === "ArrowUp") (all[at - 1] ?? box).focus();
    else if (event.key === "Escape") { clearSearch(desk); box.blur(); desk.root.activeElement?.blur(); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const keep = () => {
    const given = desk.details.get(desk.commented);
    if (!given || comment.value.trim() === given.comment) return;
    act(desk, { do: "comment", line: desk.commented, text: comment.value });
    given.comment = comment.value.trim();
    send(desk);
  };
  comment.onblur = keep;
  comment.onkeydown = (event) => { if (event.key === "Enter" || event.key === "Escape") comment.blur(); };
  desk.tick = withAttributes(element("input", ""), { type: "checkbox" });
  desk.tick.onchange = () => { desk.everywhere = desk.tick.checked; };
  const all = element("label", "everywhere", desk.tick, element("span", "", "Decide the same text everywhere"), key("E"));
  return element("div", "below", element("div", "searching", other, desk.found), note, all, attributeRow(desk));
}

function drawFound(desk) {
  const { text, rows, note } = desk.data.search;
  if (!desk.search || text !== desk.search) {
    if (!desk.search) desk.found.replaceChildren();
    return;
  }
  const choose = (row) => decide(desk, "other", { concept: row.concept, model: "" });
  const items = rows.map((row) => element("li", "", candidate(row, 99, false, choose, "", (concept) => lookAt(desk, concept))));
  desk.found.replaceChildren(...(note ? [element("li", "note", note)] : []), ...items);
  desk.found.scrollIntoView({ block: "nearest" });
}

function clearSearch(desk) {
  desk.search = "";
  desk.found.replaceChildren();
  if (desk.other) desk.other.value = "";
}
