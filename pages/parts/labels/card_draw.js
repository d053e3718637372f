// Draws the card of a name from JSON. Names are untrusted: every text goes in through textContent.

const SCORE = "Cosine between the name and the class: the mean of its labelled names or, without any, its title.";

function key(letter) {
  return withAttributes(element("kbd", "", letter), { "aria-hidden": "true" });
}

function place(given) {
  const preferred = element("span", given.same ? "same" : "preferred", given.same ? "preferred name" : given.preferred);
  return element("p", "place", element("code", "", given.concept), " ", preferred,
    given.where ? element("span", "where", given.where) : null,
    given.path.length ? element("span", "path", given.path.join(" › ")) : null);
}

function classButton(card, [title, score], digit, choose) {
  const button = makeButton("class", () => choose(title, score), key(digit), element("span", "title", title));
  withAttributes(button, { "data-focus": `class ${digit}`, "aria-keyshortcuts": digit });
  if (card.best === title) button.append(mark("suggested", "best", "The class whose labelled names this one is nearest to."));
  if (card.mine === title) button.append(mark("your label", ""));
  if (card.mine === title) button.setAttribute("aria-current", "true");
  if (score !== null) {
    button.style.setProperty("--score", within(score));
    button.append(titled(element("span", "score", twoDigits(score)), SCORE));
  }
  return button;
}

function context(card) {
  const box = element("div", "context", ...card.places.map(place));
  if (card.more) box.append(element("p", "place", `and ${card.more} more concepts of this name`));
  if (!card.places.length) box.append(element("p", "place", "Not a name of any terminology here."));
  return box;
}

function ended(data) {
  return element("div", "ended",
    element("h2", "", data.second ? "You have labelled every name of the others." : "No name is left in this queue."),
    element("p", "", data.second
      ? "Look at “Agreement” for kappa and the names that you differ on."
      : "Choose other names or another order above, train on what there is, or go back with B."));
}

function finder(desk) {
  const label = element("label", "", element("span", "", "Another class"), key("F"));
  const input = withAttributes(element("input", ""), {
    type: "search", placeholder: `Search ${desk.data.classes.length} classes`, "aria-label": "Another class",
    role: "combobox", "aria-expanded": "false", "aria-controls": "label-classes-found",
  });
  const list = withAttributes(element("ul", ""), { id: "label-classes-found", role: "listbox" });
  let at = 0;
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length ? desk.data.classes.filter((title) => words.every((word) => title.toLowerCase().includes(word))).slice(0, 8) : [];
    at = Math.max(0, Math.min(at, found.length - 1));
    list.replaceChildren(...found.map((title, place) => {
      const item = withAttributes(element("li", "", title), { role: "option", "aria-selected": String(place === at) });
      item.onmousedown = (event) => { event.preventDefault(); take(title); };
      return item;
    }));
    if (words.length && !found.length) list.append(element("li", "none", "No class has these words."));
    input.setAttribute("aria-expanded", String(list.childElementCount > 0));
    return found;
  };
  const take = (title) => {
    input.value = "";
    at = 0;
    show();
    input.blur();
    desk.choose(title, null);
  };
  input.oninput = () => { at = 0; show(); };
  input.onblur = () => { input.value = ""; show(); };
  input.onkeydown = (event) => {
    const found = show();
    if (event.key === "Enter" && found[at]) take(found[at]);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") { at += event.key === "ArrowDown" ? 1 : -1; show(); event.preventDefault(); }
    else if (event.key === "Escape") input.blur();
    event.stopPropagation();
  };
  desk.find = input;
  return element("div", "finder", label, input, list);
}
