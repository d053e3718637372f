// The tour: an invitation in the menu's foot, then a card beside the real thing. The card and the ring around the thing
// are popovers, so they lie above the page and block nothing: the page works on while the tour stands beside it.

const KEPT = "nomenclator_tour"; // the step reached, 1 for the first; it lives as long as this window
const BY_HAND = "nomenclator_tour_by_hand";
const PATIENCE = 4000; // milliseconds that a page has to show the thing; then its heading stands for it
const NARROWEST = 240; // pixels of a card that stands on something else
const GAP = 12; // pixels between the thing and the card

function goTo(page) {
  const links = [...document.querySelectorAll(".st-key-menu a")];
  links.find((link) => link.textContent.trim() === page)?.click();
}

function thing(step, since) {
  const seen = (node) => node && node.getBoundingClientRect().width > 0 && node;
  return seen(document.querySelector(step.at)) || (Date.now() - since > PATIENCE && seen(document.querySelector(".stMain h1")));
}

function place(card, ring, found, over) {
  const at = found.getBoundingClientRect();
  Object.assign(ring.style, {
    left: `${at.left - 5}px`, top: `${at.top - 5}px`, width: `${at.width + 10}px`, height: `${at.height + 10}px`,
  });
  const ground = over && document.querySelector(over)?.getBoundingClientRect();
  card.style.width = ground?.width >= NARROWEST ? `${ground.width}px` : "";
  const [width, height] = [card.offsetWidth, card.offsetHeight];
  const [across, down] = [window.innerWidth, window.innerHeight];
  const inside = (value, most) => Math.max(GAP, Math.min(value, most - GAP));
  let left = inside(at.left, across - width), top = at.bottom + GAP;
  if (card.style.width) [left, top] = [ground.left, Math.max(top, ground.top)];
  else if (top + height > down - GAP) {
    if (at.left - width > 2 * GAP) [left, top] = [at.left - width - GAP, at.top];
    else if (at.right + width < across - 2 * GAP) [left, top] = [at.right + GAP, at.top];
    else top = at.top - height - GAP;
  }
  card.style.left = `${left}px`;
  card.style.top = `${inside(top, down - height)}px`;
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  root.leave?.();
  let foot = root.querySelector(".foot");
  if (!foot) {
    foot = element("div", "foot");
    const ring = element("div", "ring");
    const card = element("section", "card");
    ring.popover = card.popover = "manual";
    withAttributes(card, { "aria-labelledby": "tour-title", role: "dialog" });
    root.append(foot, ring, card);
  }
  const ring = root.querySelector(".ring"), card = root.querySelector(".card");
  const reached = () => Number(sessionStorage.getItem(KEPT) || 0);
  let following = 0;

  function hide() {
    clearInterval(following);
    for (const one of [ring, card]) if (one.matches(":popover-open")) one.hidePopover();
  }
  function end() {
    sessionStorage.removeItem(KEPT);
    hide();
    data.invited = false;
    drawFoot();
    root.querySelector(".foot button")?.focus();
    setTriggerValue("over", true);
  }
  function goOn(to) {
    sessionStorage.setItem(KEPT, to);
    sessionStorage.setItem(BY_HAND, "yes");
    const step = data.steps[to - 1];
    if (step.page !== data.page) {
      hide();
      goTo(step.page);
    } else show();
  }

  function drawFoot() {
    const at = reached(), step = data.steps[at - 1];
    foot.className = "foot";
    if (step && step.page === data.page) return foot.replaceChildren();
    if (step) {
      foot.classList.add("boxed");
      const row = element("div", "row", makeButton("main", () => goOn(at), "Go on"), makeButton("", end, "End it"));
      foot.replaceChildren(element("p", "", `The tour waits on ${step.page}, step ${at} of ${data.steps.length}.`), row);
    } else if (data.invited) {
      foot.classList.add("boxed");
      const row = element("div", "row", makeButton("main", () => goOn(1), "Start"), makeButton("", end, "Skip it"));
      foot.replaceChildren(element("p", "", `New here? A tour in ${data.steps.length} steps.`), row);
    } else foot.replaceChildren(makeButton("quiet", () => goOn(1), "Take the tour"));
  }

  function show() {
    const at = reached(), step = data.steps[at - 1];
    drawFoot();
    if (!step || step.page !== data.page) return hide();
    const title = element("h2", "", step.title);
    title.id = "tour-title";
    const row = element("div", "row");
    const next = data.steps[at];
    const where = next && next.page !== data.page ? `Next: ${next.page}` : "Next";
    const main = next ? makeButton("main", () => goOn(at + 1), where) : makeButton("main", end, "Done");
    row.append(main);
    if (at > 1) row.append(makeButton("", () => goOn(at - 1), "Back"));
    if (next) row.append(makeButton("quiet last", end, "Skip the tour"));
    card.replaceChildren(element("p", "count", `${at} of ${data.steps.length}`), title, element("p", "", step.says), row);
    clearInterval(following);
    let found = null;
    const since = Date.now();
    const follow = () => {
      const now = thing(step, since);
      if (now && now !== found) now.scrollIntoView({ block: "nearest" });
      found = now;
      if (!found) return;
      if (!card.matches(":popover-open")) { ring.showPopover(); card.showPopover(); }
      place(card, ring, found, step.over);
      if (sessionStorage.getItem(BY_HAND)) main.focus(); // the person asked for this step: a reload does not
      sessionStorage.removeItem(BY_HAND);
    };
    following = setInterval(follow, 250);
    follow();
  }

  card.onkeydown = (event) => {
    if (event.key === "Escape") { event.preventDefault(); end(); }
    if (!["Tab", "Shift"].includes(event.key)) event.stopPropagation();
  };
  const moved = () => show();
  window.addEventListener("resize", moved);
  root.leave = () => {
    hide();
    window.removeEventListener("resize", moved);
  };
  show();
  return root.leave;
}
