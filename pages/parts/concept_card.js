// Draws one concept from JSON. Names are untrusted: every text goes in through textContent.

const FIRST_CHILDREN = 8;

function reference(ref, go) {
  const button = makeButton("ref", () => go(ref.id), element("code", "", ref.id), " ", element("span", "", ref.preferred));
  return titled(button, `Open ${ref.id} ${ref.preferred}`);
}

function part(title, ...content) {
  return element("section", "", element("h3", "", title), ...content);
}

function path(refs, go) {
  const trail = withAttributes(element("nav", "path"), { "aria-label": "Path from the root" });
  const shown = refs.length > 4 ? [refs[0], null, ...refs.slice(-2)] : refs;
  shown.forEach((ref, at) => {
    if (at) trail.append(" › ");
    if (!ref) {
      trail.append(titled(element("span", "", "…"), refs.slice(1, -2).map((one) => one.preferred).join(" › ")));
      return;
    }
    const step = element("a", "step", ref.preferred); // a button would not wrap with the line
    withAttributes(step, { role: "button", tabindex: 0, title: `Open ${ref.id} ${ref.preferred}` });
    step.onclick = () => go(ref.id);
    step.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); go(ref.id); } };
    trail.append(step);
  });
  return trail;
}

function nameItem(name, withdraw, prefer) {
  const about = [];
  if (name.preferred) about.push("preferred");
  else if (name.scope && name.scope !== "exact") about.push(name.scope);
  if (name.source) about.push(name.source);
  const line = element("span", "about", about.join(" · "));
  if (name.added) line.prepend(element("span", "added", "added"), " ");
  const item = element("li", "", element("span", "text", name.text), line);
  if (name.preferred) return item;
  const title = "Withdraw this name: searches stop using it; undo brings it back.";
  const better = makeButton("prefer", () => prefer(name.text), "make preferred");
  const why = "The concept is called so from now on; its preferred name stays as a synonym.";
  if (!name.scope || name.scope === "exact") item.append(withAttributes(better, { title: why, "aria-label": `Make “${name.text}” the preferred name` }));
  const button = makeButton("withdraw", () => withdraw(name.text), "×");
  item.append(withAttributes(button, { title, "aria-label": `Withdraw “${name.text}”` }));
  return item;
}

function references(refs, go, root) {
  const shown = root.allChildren ? refs.length : FIRST_CHILDREN;
  const list = element("ul", "refs", ...refs.slice(0, shown).map((ref) => element("li", "", reference(ref, go))));
  const showAll = () => {
    root.allChildren = true;
    list.replaceWith(references(refs, go, root));
  };
  if (refs.length > shown) list.append(element("li", "", makeButton("ref more", showAll, `Show all ${refs.length.toLocaleString("en")}`)));
  return list;
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  const go = (id) => setTriggerValue("go", id);
  if (root.concept !== data.id) root.allChildren = false;
  root.concept = data.id;
  const card = withAttributes(findOrMake(root, "article", ""), { "aria-label": `${data.id} ${data.preferred}` });

  const all = [];
  if (data.path.length) all.push(path(data.path, go));
  all.push(element("h2", "", data.preferred));
  all.push(element("p", "identity", element("code", "", data.id), " ", element("span", "", data.terminology)));
  if (data.obsolete) {
    const banner = element("p", "obsolete", data.replaced_by ? "Obsolete. Replaced by " : "Obsolete: withdrawn by its source.");
    if (data.replaced_by) banner.append(reference({ id: data.replaced_by, preferred: "" }, go));
    all.push(banner);
  }
  if (data.definition) all.push(element("p", "definition", data.definition));

  const withdraw = (text) => setTriggerValue("withdraw", text);
  const prefer = (text) => setTriggerValue("prefer", text);
  const names = element("ul", "names", ...data.names.map((name) => nameItem(name, withdraw, prefer)));
  for (const gone of data.withdrawn) {
    const about = `withdrawn by ${gone.who}` + (gone.reason ? ` · ${gone.reason}` : "");
    names.append(element("li", "gone", element("s", "text", gone.name), element("span", "about", about)));
  }
  all.push(part(data.names.length === 1 ? "1 name" : `${data.names.length.toLocaleString("en")} names`, names));
  if (data.parents.length) all.push(part(data.parents.length === 1 ? "Parent" : "Parents", references(data.parents, go, root)));
  if (data.children.length) {
    all.push(part(data.children.length === 1 ? "1 child" : `${data.children.length.toLocaleString("en")} children`, references(data.children, go, root)));
  }
  for (const note of data.notes) {
    if (note.lines.length === 1 && note.lines[0].length < 12) {
      all.push(element("p", "fact", element("b", "", note.heading), " ", note.lines[0]));
    } else all.push(part(note.heading, element("ul", "note", ...note.lines.map((line) => element("li", "", line)))));
  }
  card.replaceChildren(...all);
}
