// The queue at the left: a button a line, the current one in sight.

function listRow(desk, id, go) {
  const row = desk.rows.get(id);
  const decision = decisionOf(desk, id);
  const button = element("button", "item" + (decision ? " done" : ""));
  button.type = "button";
  button.tabIndex = id === desk.at ? 0 : -1;
  if (id === desk.at) button.setAttribute("aria-current", "true");
  const text = element("span", "text", row.text);
  text.title = row.text;
  const sure = element("span", "sure", percent(row.probability));
  sure.title = "Probability that the first candidate is right";
  const name = element("span", "found", row.name || "no candidate");
  name.title = row.name;
  const signs = element("span", "signs");
  if (row.comment) signs.append(mark("comment", "quiet"));
  if (row.differs && !decision) signs.append(mark("differs", "differs", `Marked difference: ${row.differs}`));
  if (decision) signs.append(mark(SAID[decision], decision));
  button.append(text, sure, name, signs);
  button.onclick = () => go(id);
  return button;
}

function drawList(desk, place, go) {
  const focused = place.getRootNode().activeElement?.closest?.(".list") === place;
  place.replaceChildren(...desk.ids.map((id) => listRow(desk, id, go)));
  const current = place.querySelector("[aria-current]");
  if (!current) return;
  const top = current.offsetTop - place.offsetTop;
  if (top < place.scrollTop + 40 || top + current.offsetHeight > place.scrollTop + place.clientHeight - 90) {
    place.scrollTop = Math.max(0, top - 60);
  }
  if (focused) current.focus({ preventScroll: true });
}

function drawCounts(desk, place) {
  const counts = desk.data.counts;
  let { done, left } = counts;
  for (const [id, decision] of desk.local) { // what is decided here and not yet counted there
    const before = ["accept", "second", "other", "none"].includes(desk.rows.get(id)?.decision ?? "");
    const now = ["accept", "second", "other", "none"].includes(decision);
    if (before !== now) { done += now ? 1 : -1; left -= now ? 1 : -1; }
  }
  const bar = element("span", "bar");
  bar.setAttribute("role", "progressbar");
  bar.setAttribute("aria-label", "Lines decided");
  bar.setAttribute("aria-valuemin", 0);
  bar.setAttribute("aria-valuemax", counts.lines);
  bar.setAttribute("aria-valuenow", done);
  bar.style.setProperty("--share", counts.lines ? done / counts.lines : 0);
  const number = (value) => Number(value).toLocaleString("en");
  const said = element("span", "said");
  said.append(element("b", "done-count", number(done)), " done, ", element("b", "left-count", number(left)),
    ` left of ${number(counts.lines)}`);
  const rest = [];
  if (counts.skip) rest.push(`${number(counts.skip)} skipped`);
  if (counts.flag) rest.push(`${number(counts.flag)} flagged`);
  const at = desk.ids.indexOf(desk.at);
  const queue = number(desk.data.total);
  if (at >= 0 && !desk.over) rest.push(`line ${number(desk.data.first + at + 1)} of ${queue} in this queue`);
  else rest.push(`${queue} in this queue`);
  place.replaceChildren(bar, said, desk.message, element("span", "rest", rest.join(" · ")));
}
