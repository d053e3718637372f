// The queue at the left: a button a line, the current one in sight.

function listRow(desk, id, go) {
  const row = desk.rows.get(id);
  const decision = decisionOf(desk, id);
  const signs = element("span", "signs");
  if (row.alike > 1) signs.append(mark(`× ${row.alike.toLocaleString("en")}`, "quiet", `${row.alike.toLocaleString("en")} lines are about this text.`));
  if (row.comment) signs.append(mark("comment", "quiet"));
  if (row.differs && !decision) signs.append(mark("differs", "differs", `Marked difference: ${row.differs}`));
  if (decision) signs.append(mark(DECISIONS[decision], decision));
  const button = makeButton("item" + (decision ? " done" : ""), () => go(id),
    titled(element("span", "text", row.text), row.text),
    sureLabel(row.sure, "Probability that the first candidate is right"),
    titled(element("span", "found", row.name || "no candidate"), row.name), signs);
  button.tabIndex = id === desk.at ? 0 : -1;
  if (id === desk.at) button.setAttribute("aria-current", "true");
  return button;
}

function drawList(desk, place, go) {
  const focused = place.getRootNode().activeElement?.closest?.(".list") === place;
  place.replaceChildren(...desk.ids.map((id) => listRow(desk, id, go)));
  const current = place.querySelector("[aria-current]");
  if (!current) return;
  const top = current.offsetTop; // in the list, which is positioned
  if (top < place.scrollTop + 40 || top + current.offsetHeight > place.scrollTop + place.clientHeight - 90) {
    place.scrollTop = Math.max(0, top - 60);
  }
  if (focused) current.focus({ preventScroll: true });
}

function drawCounts(desk, place, foot) {
  const counts = desk.data.counts;
  let { done, left } = counts;
  for (const [id, decision] of desk.local) { // what is decided here and not yet counted there
    const before = ["accept", "second", "other", "none"].includes(desk.rows.get(id)?.decision ?? "");
    const now = ["accept", "second", "other", "none"].includes(decision);
    if (before !== now) { done += now ? 1 : -1; left -= now ? 1 : -1; }
  }
  const bar = withAttributes(element("span", "bar"), {
    role: "progressbar", "aria-label": "Lines decided", "aria-valuemin": 0, "aria-valuemax": counts.lines, "aria-valuenow": done,
  });
  bar.style.setProperty("--share", counts.lines ? done / counts.lines : 0);
  const number = (value) => Number(value).toLocaleString("en");
  const progress = element("span", "said", element("b", "done-count", number(done)), " done, ",
    element("b", "left-count", number(left)), ` left of ${number(counts.lines)}`);
  const rest = [];
  if (counts.skip) rest.push(`${number(counts.skip)} skipped`);
  if (counts.flag) rest.push(`${number(counts.flag)} flagged`);
  const at = desk.ids.indexOf(desk.at);
  const queue = number(desk.data.total);
  if (at >= 0 && !desk.over) rest.push(`line ${number(desk.data.first + at + 1)} of ${queue} in this queue`);
  else rest.push(`${queue} in this queue`);
  place.replaceChildren(bar, progress);
  foot.textContent = rest.join(" · ");
}
