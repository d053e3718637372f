// The desk: keys and buttons, what was done and not yet kept, and the drawing of its parts.

const BUTTONS = [
  ["decide", "accept", "Accept", "A", "Ties the line to the first candidate."],
  ["decide", "second", "Second", "S", "Ties the line to the second candidate."],
  ["decide", "none", "No match", "N", "The terminology has no concept for it."],
  ["decide", "skip", "Skip", "P", "Leaves it for later."],
  ["decide", "flag", "Flag", "F", "Leaves it for somebody else to look at."],
  ["step", "undo", "Undo", "U", "Takes back your last decision or bulk decision."],
  ["step", "redo", "Redo", "Y", "Decides again what your last undo took back."],
  ["move", -1, "Previous", "H", "The line before; decides nothing."],
  ["move", 1, "Next", "J", "The line after; decides nothing."],
];

const AT_ONCE = 150;
const AGAIN = 700; // milliseconds after which what is not kept yet is sent again; each act counts once

function unkept(desk) {
  return desk.box.acts().filter((one) => one.file === desk.data.file);
}

function send(desk) {
  clearTimeout(desk.later);
  if (!desk.root.isConnected) return;
  desk.turn += 1; // what is sent again is news too
  const acts = desk.box.acts(); // of other files too, where somebody left one at once
  desk.set("sent", { token: desk.box.token, acts, at: desk.at, search: desk.search, went: desk.went, turn: desk.turn });
  again(desk, AGAIN);
}

function again(desk, wait) {
  clearTimeout(desk.again);
  if (desk.box.acts().length) desk.again = setTimeout(() => send(desk), wait);
}

function soon(desk, wait) {
  clearTimeout(desk.later);
  desk.later = setTimeout(() => send(desk), wait);
}

function act(desk, what) {
  desk.said = {};
  desk.box.put({ file: desk.data.file, who: desk.data.who, ...what });
}

function address(desk) {
  if (desk.at) history.replaceState(history.state, "", `${location.pathname}${location.search}#line=${desk.at}`);
}

// Streamlit may write the address after us, however late, and leaves the line out.
function remember(desk) {
  const watch = setInterval(() => {
    if (!desk.root.isConnected || desk.root.desk !== desk) clearInterval(watch);
    else if (!location.hash && location.search.includes("file=")) address(desk);
  }, 500);
}

function onward(desk, step, skipping) {
  let at = desk.ids.indexOf(desk.at) + step;
  while (skipping && at < desk.ids.length && decisionOf(desk, desk.ids[at])) at += step;
  desk.over = at >= desk.ids.length;
  if (at >= 0 && !desk.over) desk.at = desk.ids[at];
  address(desk);
}

function decide(desk, decision, more = {}) {
  const given = desk.details.get(desk.at);
  if (desk.over || !desk.at) return;
  if (!given) { // pressed before the line had come: done as soon as it is there
    desk.waiting.push([decision, more]);
    return;
  }
  const found = given.columns[0].rows.length;
  if ((decision === "accept" && !found) || (decision === "second" && found < 2)) {
    desk.said = { kind: "info", text: `There is no ${found ? "second " : ""}candidate; search another concept (O), or say no match (N).` };
    desk.draw();
    return;
  }
  const { seen, newest } = given; // somebody else may have decided the line, or one of its text, since it was drawn
  act(desk, { do: "decide", line: desk.at, decision, everywhere: desk.everywhere, seen, newest, ...more });
  desk.local.set(desk.at, decision);
  clearSearch(desk);
  desk.other.blur();
  onward(desk, 1, desk.data.status === "undecided");
  desk.draw();
  desk.root.querySelector(".shown h2")?.scrollIntoView({ block: "nearest" });
  send(desk);
}

function choose(desk, row, place, encoder) {
  if (!encoder && place < 2) decide(desk, place ? "second" : "accept");
  else decide(desk, "other", { concept: row.concept, model: encoder, score: encoder ? row.score : null });
}

function step(desk, what) {
  act(desk, { do: what });
  desk.over = false;
  send(desk);
}

function move(desk, by) {
  if (desk.over && by < 0) desk.over = false;
  else onward(desk, by, false);
  desk.draw();
  soon(desk, 120);
}

function goTo(desk, id) {
  desk.at = id;
  desk.over = false;
  desk.waiting = [];
  address(desk);
  desk.draw();
  soon(desk, 60);
}

function toolbar(desk) {
  const bar = withAttributes(element("div", "toolbar"), { role: "toolbar", "aria-label": "Decide about this line" });
  for (const [kind, what, title, letter, why] of BUTTONS) {
    const press = () => ({ decide, step, move })[kind](desk, what);
    if (what === "undo" || what === -1) bar.append(element("span", "gap"));
    bar.append(titled(makeButton(`tool ${what}`, press, element("span", "", title), key(letter)), why));
  }
  return bar;
}

function ending(desk) {
  const open = desk.ids.filter((id) => !decisionOf(desk, id)).length;
  const passed = open ? `${open === 1 ? "1 line of the list is" : `${open} lines of the list are`} still undecided. ` : "";
  const note = desk.data.counts.left
    ? `${passed}Skipped and flagged lines wait under “Show”; H goes back.`
    : "Every line of this file is decided. Export it, or look through it under “Show”.";
  const renew = () => { act(desk, { do: "renew" }); desk.over = false; desk.at = 0; send(desk); };
  return element("div", "ending", element("h2", "", "The end of this queue."), element("p", "note", note),
    makeButton("tool", renew, "Look again at what is left"));
}

function pressed(desk, event) {
  const from = event.composedPath()[0];
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
  const typing = from?.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=slider], [role=combobox], [role=listbox], [role=dialog]");
  if (typing) return;
  const letter = event.key.length === 1 ? event.key.toUpperCase() : "";
  const button = BUTTONS.find((one) => one[3] === letter);
  const inside = from === document.body || desk.root.contains(from);
  const third = /^[1-9]$/.test(letter) && desk.details.get(desk.at)?.columns[0].rows[Number(letter) - 1];
  if (button) ({ decide, step, move })[button[0]](desk, button[1]);
  else if (inside && event.key === "ArrowDown") move(desk, 1);
  else if (inside && event.key === "ArrowUp") move(desk, -1);
  else if (letter === "O") desk.other.focus();
  else if (letter === "M") desk.comment.focus();
  else if (letter === "E") { desk.tick.checked = !desk.tick.checked; desk.everywhere = desk.tick.checked; }
  else if (ATTRIBUTES.some((one) => one[2] === letter)) turnAttribute(desk, ATTRIBUTES.find((one) => one[2] === letter)[0]);
  else if (SPANS.some((one) => one[2] === letter)) markSpan(desk, SPANS.find((one) => one[2] === letter)[0]);
  else if (third) choose(desk, third, Number(letter) - 1, "");
  else return;
  event.preventDefault();
}

function made(root, set) {
  const desk = {
    root, set, turn: 0, local: new Map(), rows: new Map(), details: new Map(), ids: [], at: 0, went: 0, search: "",
    said: {}, everywhere: false, over: false, waiting: [],
  };
  const counts = element("div", "counts"), rest = element("p", "rest");
  const message = withAttributes(element("p", "message"), { role: "status" });
  const list = withAttributes(element("nav", "list"), { "aria-label": "Queue" });
  const shown = element("div", "shown");
  const under = below(desk);
  desk.card = withAttributes(element("aside", "card"), { "aria-label": "The candidate in brief" });
  spanRow(desk);
  const place = element("div", "desk", element("header", "head", toolbar(desk), counts),
    element("div", "body", element("div", "queue", list, message, rest), element("article", "line", shown, under, desk.card)));
  root.querySelector(".desk")?.remove();
  root.append(place);
  desk.draw = () => {
    message.className = `message ${desk.said.kind ?? ""}`;
    message.textContent = message.title = desk.said.text ?? "";
    drawCounts(desk, counts, rest);
    drawList(desk, list, (id) => goTo(desk, id));
    under.hidden = desk.over || !desk.at;
    place.dataset.line = desk.over ? "" : desk.at;
    place.dataset.kept = String(!desk.box.acts().length);
    if (desk.over || !desk.at) shown.replaceChildren(ending(desk));
    else drawLine(desk, shown, (row, at, encoder) => choose(desk, row, at, encoder));
    if (desk.commented !== desk.at && desk.root.activeElement !== desk.comment) {
      desk.commented = desk.at;
      desk.comment.value = desk.details.get(desk.at)?.comment ?? "";
    }
    drawFound(desk);
    drawCard(desk);
    drawAttributes(desk);
    drawSpans(desk);
  };
  return desk;
}

function taken(desk, data) {
  const fresh = desk.data?.queue !== data.queue;
  if (data.once !== (desk.data?.once ?? false)) desk.everywhere = desk.tick.checked = data.once; // a text for all its lines
  desk.data = data;
  desk.box.forget(data.kept);
  if (fresh) { desk.rows.clear(); desk.details.clear(); desk.at = data.at; desk.over = false; }
  for (const row of data.rows) desk.rows.set(row.id, row);
  for (const [id, given] of Object.entries(data.details)) desk.details.set(Number(id), given);
  desk.ids = data.rows.map((row) => row.id);
  keepAttributes(desk);
  desk.local = new Map(unkept(desk).filter((one) => one.do === "decide").map((one) => [one.line, one.decision]));
  if (data.goto.n > desk.went) { desk.went = data.goto.n; desk.at = data.goto.line; desk.over = false; }
  if (!desk.ids.includes(desk.at)) desk.at = data.at;
  // A drawing may be passed over by the next one, so what was said comes again until something else is said.
  if (data.said.text && data.said.n !== desk.heard) desk.said = data.said;
  desk.heard = data.said.n;
}

function opened(root, data, set) {
  const desk = made(root, set);
  desk.file = data.file;
  desk.box = outbox(data.place);
  desk.went = desk.box.last(); // what was asked for before is over
  desk.heard = data.said.n;
  return desk;
}

// The page of the files has no desk to see, but what was done last on one is still sent.
function unseen(root, data, set) {
  const box = outbox(data.place);
  box.forget(data.kept);
  root.desk = { root, set, box, turn: root.desk?.turn ?? 0, at: 0, search: "", went: 0 };
  again(root.desk, AT_ONCE);
}

export default function ({ data, parentElement: root, setStateValue }) {
  if (!data.file) {
    unseen(root, data, setStateValue);
    return;
  }
  const arrived = root.desk?.file !== data.file;
  if (arrived) root.desk = opened(root, data, setStateValue);
  const desk = root.desk;
  desk.set = setStateValue;
  taken(desk, data);
  const wanted = Number(/line=(\d+)/.exec(location.hash)?.[1] ?? 0);
  if (arrived && wanted && wanted !== desk.at) act(desk, { do: "goto", line: wanted });
  if (!unkept(desk).some((one) => one.do === "goto")) address(desk);
  if (arrived) remember(desk);
  desk.draw();
  while (desk.waiting.length && !desk.over && desk.details.has(desk.at)) decide(desk, ...desk.waiting.shift());
  again(desk, arrived ? AT_ONCE : AGAIN); // an element that has just come is not heard at once
  if (root.listen) return;
  // Streamlit may clean up without drawing again, so the listener goes by itself once its desk is gone.
  root.listen = (event) => {
    if (!root.isConnected) document.removeEventListener("keydown", root.listen);
    else if (root.desk.file) pressed(root.desk, event);
  };
  document.addEventListener("keydown", root.listen);
}
