// Draws one concept from JSON. Names are untrusted: every text goes in through textContent.

const FIRST_CHILDREN = 8;

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function reference(ref, go) {
  const button = element("button", "ref");
  button.type = "button";
  button.append(element("code", "", ref.id), " ", element("span", "", ref.preferred));
  button.title = `Open ${ref.id} ${ref.preferred}`;
  button.onclick = () => go(ref.id);
  return button;
}

function part(title, ...content) {
  const section = element("section", "");
  section.append(element("h3", "", title), ...content);
  return section;
}

function path(refs, go) {
  const trail = element("nav", "path");
  trail.setAttribute("aria-label", "Path from the root");
  const shown = refs.length > 4 ? [refs[0], null, ...refs.slice(-2)] : refs;
  shown.forEach((ref, at) => {
    if (at) trail.append(" › ");
    if (!ref) {
      const between = element("span", "", "…");
      between.title = refs.slice(1, -2).map((one) => one.preferred).join(" › ");
      trail.append(between);
      return;
    }
    const step = element("a", "step", ref.preferred); // a button would not wrap with the line
    step.setAttribute("role", "button");
    step.tabIndex = 0;
    step.title = `Open ${ref.id} ${ref.preferred}`;
    step.onclick = () => go(ref.id);
    step.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); go(ref.id); } };
    trail.append(step);
  });
  return trail;
}

function nameItem(name, withdraw) {
  const item = element("li", "");
  const said = element("span", "said", name.text);
  const about = [];
  if (name.preferred) about.push("preferred");
  else if (name.scope && name.scope !== "exact") about.push(name.scope);
  if (name.source) about.push(name.source);
  const line = element("span", "about", about.join(" · "));
  if (name.added) line.prepend(element("span", "added", "added"), " ");
  item.append(said, line);
  if (!name.preferred) {
    const button = element("button", "withdraw", "×");
    button.type = "button";
    button.title = "Withdraw this name: searches stop using it; undo brings it back.";
    button.setAttribute("aria-label", `Withdraw “${name.text}”`);
    button.onclick = () => withdraw(name.text);
    item.append(button);
  }
  return item;
}

function references(refs, go, root) {
  const list = element("ul", "refs");
  const shown = root.allChildren ? refs.length : FIRST_CHILDREN;
  for (const ref of refs.slice(0, shown)) {
    const item = element("li", "");
    item.append(reference(ref, go));
    list.append(item);
  }
  if (refs.length > shown) {
    const more = element("button", "ref more", `Show all ${refs.length.toLocaleString("en")}`);
    more.type = "button";
    more.onclick = () => {
      root.allChildren = true;
      list.replaceWith(references(refs, go, root));
    };
    const item = element("li", "");
    item.append(more);
    list.append(item);
  }
  return list;
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  const go = (id) => setTriggerValue("go", id);
  if (root.concept !== data.id) root.allChildren = false;
  root.concept = data.id;
  let card = root.querySelector("article");
  if (!card) root.append((card = element("article", "")));
  card.setAttribute("aria-label", `${data.id} ${data.preferred}`);

  const all = [];
  if (data.path.length) all.push(path(data.path, go));
  all.push(element("h2", "", data.preferred));
  const identity = element("p", "identity");
  identity.append(element("code", "", data.id), " ", element("span", "", data.terminology));
  all.push(identity);
  if (data.obsolete) {
    const banner = element("p", "obsolete", data.replaced_by ? "Obsolete. Replaced by " : "Obsolete: withdrawn by its source.");
    if (data.replaced_by) banner.append(reference({ id: data.replaced_by, preferred: "" }, go));
    all.push(banner);
  }
  if (data.definition) all.push(element("p", "definition", data.definition));

  const names = element("ul", "names");
  names.append(...data.names.map((name) => nameItem(name, (text) => setTriggerValue("withdraw", text))));
  for (const gone of data.withdrawn) {
    const item = element("li", "gone");
    item.append(element("s", "said", gone.name), element("span", "about", `withdrawn by ${gone.who}` + (gone.reason ? ` · ${gone.reason}` : "")));
    names.append(item);
  }
  all.push(part(data.names.length === 1 ? "1 name" : `${data.names.length.toLocaleString("en")} names`, names));
  if (data.parents.length) all.push(part(data.parents.length === 1 ? "Parent" : "Parents", references(data.parents, go, root)));
  if (data.children.length) {
    all.push(part(data.children.length === 1 ? "1 child" : `${data.children.length.toLocaleString("en")} children`, references(data.children, go, root)));
  }
  for (const note of data.notes) {
    if (note.lines.length === 1 && note.lines[0].length < 12) {
      const fact = element("p", "fact");
      fact.append(element("b", "", note.heading), " ", note.lines[0]);
      all.push(fact);
      continue;
    }
    const lines = element("ul", "note");
    lines.append(...note.lines.map((line) => element("li", "", line)));
    all.push(part(note.heading, lines));
  }
  card.replaceChildren(...all);
}
