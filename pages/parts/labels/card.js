// The queue as it is worked through. What is pressed counts at once, for the name that stands there: the next card is
// here already, and what was pressed is sent until the window says that it is kept, so no key is ever lost or doubled.

const FIELDS =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=combobox], [role=listbox], [role=dialog], dialog";
const AT_ONCE = 150;
const AGAIN = 700; // milliseconds after which what is not kept yet is sent again; each act counts once

function stint(data) {
  return JSON.stringify([data.queue, data.second, data.who]);
}

function unkept(desk) {
  return desk.box.acts().filter((one) => one.stint === desk.stint);
}

function drop(desk, cards) {
  const gone = new Set(unkept(desk).map((one) => one.norm));
  return cards.filter((card) => !gone.has(card.norm));
}

function send(desk) {
  clearTimeout(desk.again);
  const acts = desk.box.acts(); // of other queues too, where somebody left one at once
  if (!acts.length || !desk.root.isConnected) return;
  desk.set("act", { acts });
  desk.again = setTimeout(() => send(desk), AGAIN);
}

function act(desk, what) {
  desk.box.put({ queue: desk.data.queue, who: desk.data.who, stint: desk.stint, ...what });
  send(desk);
}

function shown(desk) {
  return desk.back ? desk.behind[desk.back - 1] : desk.ahead[0];
}

function onward(desk, card) {
  if (desk.back) desk.behind = desk.behind.map((one) => (one.norm === card.norm ? card : one));
  else {
    desk.ahead = desk.ahead.slice(1);
    desk.behind = [card, ...desk.behind];
    desk.waiting = Math.max(0, desk.waiting - 1);
  }
  desk.back = 0;
}

function choose(desk, title, score) {
  const card = shown(desk);
  if (!card) return;
  desk.said = { text: `${desk.done + (card.mine ? 0 : 1)} labelled · ${card.name}: ${title}` };
  act(desk, { do: "label", name: card.name, norm: card.norm, title, score, best: card.best, keep_others: !desk.data.second && !card.mine });
  if (!card.mine) desk.done += 1;
  onward(desk, { ...card, mine: title, skipped: false });
  draw(desk);
}

function skip(desk) {
  const card = shown(desk);
  if (!card) return;
  if (desk.back) desk.back -= 1;
  else {
    act(desk, { do: "skip", name: card.name, norm: card.norm });
    onward(desk, { ...card, skipped: true });
  }
  desk.said = {};
  draw(desk);
}

function undo(desk) {
  desk.back = 0;
  act(desk, { do: "undo" });
}

function back(desk) {
  if (desk.back < desk.behind.length) desk.back += 1;
  else desk.said = { text: "There is no name before this one." };
  draw(desk);
}

const TOOLS = [
  [skip, "Skip", "S", "Leaves the name; B goes back to it."],
  [undo, "Undo", "U", "Takes back your newest label of this set."],
  [back, "Back", "B", "Shows the name before this one, to look at or to label again."],
];

function draw(desk) {
  const { root, data } = desk;
  root.querySelector(".desk").hidden = !data.open;
  const focused = root.activeElement?.dataset?.focus;
  const typed = root.activeElement === desk.find;
  if (typed) return;
  const card = shown(desk);
  const body = withAttributes(element("section", "name-card"), { tabindex: -1, "aria-label": "Name to label" });
  const title = desk.said.text ?? `${desk.done} labelled by you in this queue`;
  const status = withAttributes(element("p", `said ${desk.said.kind ?? ""}`, title), { role: "status", title });
  body.append(element("div", "counts", status, element("span", "note", data.note)));
  if (card) {
    body.dataset.name = card.name;
    const head = element("div", "head", element("h2", "", card.name));
    if (desk.back) head.append(element("p", "looking", card.skipped && !card.mine ? "Skipped before. Label it, or S goes on." : "Labelled before. Choose another class, or S goes on."));
    head.append(context(card));
    const classes = card.suggestions.map((one, at) => classButton(card, one, String(at + 1), desk.choose));
    const label = data.hidden ? "Classes, without suggestions" : "Classes, with how near the name is";
    body.append(head, withAttributes(element("div", "classes", ...classes), { role: "group", "aria-label": label }));
  } else body.append(data.ended || !unkept(desk).length ? ended(data) : element("div", "ended", "The next names come …"));
  const tools = element("div", "tools");
  for (const [does, title, letter, why] of TOOLS) {
    const button = makeButton("tool", () => does(desk), element("span", "", title), key(letter));
    tools.append(withAttributes(button, { title: why, "data-focus": letter }));
  }
  if (card && data.classes.length > card.suggestions.length) tools.append(finder(desk));
  const rests = element("p", "rests", "Keys rest while a field has the focus; Esc leaves it.");
  body.append(tools, rests);
  const live = withAttributes(element("p", "live", card ? card.name : ""), { "aria-live": "polite" });
  root.querySelector(".desk").replaceChildren(body, live);
  resting(desk);
  if (focused) root.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
}


function typing(event) {
  return Boolean(event.composedPath()[0]?.closest?.(FIELDS));
}

function resting(desk) {
  const line = desk.root.querySelector(".rests");
  if (line) line.classList.toggle("now", Boolean(document.activeElement?.closest?.(FIELDS)));
}

function pressed(desk, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat || event.defaultPrevented) return;
  if (event.key === "Escape" && typing(event) && desk.data.open) {
    event.composedPath()[0].blur?.();
    return;
  }
  if (typing(event) || !desk.root.isConnected || !desk.data.open) return;
  const letter = event.key.toUpperCase();
  const tool = TOOLS.find((one) => one[2] === letter);
  const one = /^[1-9]$/.test(event.key) && shown(desk)?.suggestions[Number(event.key) - 1];
  if (one) choose(desk, ...one);
  else if (tool) tool[0](desk);
  else if (letter === "F" && desk.find?.isConnected) desk.find.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function take(desk, data) {
  desk.data = data;
  desk.box = outbox(data.place);
  desk.box.forget(data.kept);
  const before = desk.stint;
  desk.stint = stint(data);
  const waiting = unkept(desk);
  if (before !== desk.stint) {
    const labelled = waiting.filter((one) => one.do === "label").length;
    Object.assign(desk, { back: 0, said: {}, ahead: [], behind: data.behind, done: data.done + labelled });
  }
  const standing = desk.back ? null : desk.ahead[0];
  // A drawing may be passed over by the next one, so what was said comes again until something else is done.
  const news = data.said?.text && `${data.said.n ?? ""} ${data.said.text}` !== desk.heard;
  const undone = news && data.said.undone;
  const ahead = drop(desk, data.ahead);
  // What stands on the keys of a name that is being read stays as it is.
  desk.ahead = standing && !undone && ahead[0]?.norm === standing.norm ? [{ ...standing, mine: ahead[0].mine }, ...ahead.slice(1)] : ahead;
  if (!waiting.length) {
    desk.behind = data.behind;
    desk.done = data.done;
    if (news) {
      desk.said = data.said;
      desk.heard = `${data.said.n ?? ""} ${data.said.text}`;
    }
  }
  desk.waiting = data.waiting;
  if (desk.back > desk.behind.length) desk.back = 0;
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  if (!root.labelling) {
    root.append(element("div", "desk"));
    root.labelling = { root, ahead: [], behind: [], back: 0, done: 0, said: {} };
  }
  const desk = root.labelling;
  desk.set = setTriggerValue;
  desk.choose = (title, score) => choose(desk, title, score);
  take(desk, data);
  draw(desk);
  clearTimeout(desk.again);
  desk.again = setTimeout(() => send(desk), AT_ONCE); // an element that has just come is not heard at once
  root.leave?.();
  const hear = (event) => pressed(desk, event);
  const look = () => setTimeout(() => resting(desk), 0);
  document.addEventListener("keydown", hear, true);
  document.addEventListener("focusin", look);
  document.addEventListener("focusout", look);
  root.leave = () => {
    document.removeEventListener("keydown", hear, true);
    document.removeEventListener("focusin", look);
    document.removeEventListener("focusout", look);
  };
  return () => root.leave();
}
