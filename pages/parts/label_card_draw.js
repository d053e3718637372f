// Draws the card of a name from JSON. Names are untrusted: every text goes in through textContent.

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function key(letter) {
  const made = element("kbd", "", letter);
  made.setAttribute("aria-hidden", "true");
  return made;
}

function place(given) {
  const line = element("p", "place");
  line.append(element("code", "", given.concept), " ");
  line.append(element("span", given.same ? "same" : "preferred", given.same ? "preferred name" : given.preferred));
  if (given.where) line.append(element("span", "where", given.where));
  if (given.path.length) line.append(element("span", "path", given.path.join(" › ")));
  return line;
}

function classButton(card, [title, score], digit, choose) {
  const button = element("button", "class");
  button.type = "button";
  button.dataset.focus = `class ${digit}`;
  button.setAttribute("aria-keyshortcuts", digit);
  button.append(key(digit), element("span", "title", title));
  if (card.best === title) {
    const best = element("span", "mark best", "suggested");
    best.title = "The class whose labelled names this one is nearest to.";
    button.append(best);
  }
  if (card.mine === title) button.append(element("span", "mark", "your label"));
  if (card.mine === title) button.setAttribute("aria-current", "true");
  if (score !== null) {
    button.style.setProperty("--score", Math.max(0, Math.min(1, score)));
    const shown = element("span", "score", score.toFixed(2));
    shown.title = "Cosine between the name and the class: the mean of its labelled names or, without any, its title.";
    button.append(shown);
  }
  button.onclick = () => choose(title, score);
  return button;
}

function context(card) {
  const box = element("div", "context");
  box.append(...card.places.map(place));
  if (card.more) box.append(element("p", "place", `and ${card.more} more concepts of this name`));
  if (!card.places.length) box.append(element("p", "place", "Not a name of any terminology here."));
  return box;
}

function ended(data) {
  const box = element("div", "ended");
  box.append(element("h2", "", data.second ? "You have labelled every name of the others." : "No name is left in this queue."));
  box.append(element("p", "", data.second
    ? "Look at “Agreement” for kappa and the names that you differ on."
    : "Choose other names or another order above, train on what there is, or go back with B."));
  return box;
}

function finder(desk) {
  const box = element("div", "finder");
  const label = element("label", "");
  label.append(element("span", "", "Another class"), key("F"));
  const input = element("input", "");
  input.type = "search";
  input.placeholder = `Search ${desk.data.classes.length} classes`;
  input.setAttribute("aria-label", "Another class");
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("aria-controls", "label-classes-found");
  const list = element("ul", "");
  list.id = "label-classes-found";
  list.setAttribute("role", "listbox");
  let at = 0;
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length ? desk.data.classes.filter((title) => words.every((word) => title.toLowerCase().includes(word))).slice(0, 8) : [];
    at = Math.max(0, Math.min(at, found.length - 1));
    list.replaceChildren(...found.map((title, place) => {
      const item = element("li", "", title);
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", String(place === at));
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
  box.append(label, input, list);
  desk.find = input;
  return box;
}
