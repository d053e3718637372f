// The list of a legend: a button a kind, with its colour and how many names are of it.

function legendList(kinds, hidden, press, point) {
  const list = element("ul", "");
  kinds.forEach((kind, number) => {
    if (!kind.count) return;
    const many = kind.count.toLocaleString("en");
    const button = makeButton("kind-row", () => press(number), swatch(kind),
      element("span", "kind-title", kind.title), element("span", "kind-count", many));
    button.setAttribute("aria-pressed", String(!hidden.has(number)));
    button.title = `${kind.title}: ${many} names. Click to see it alone; click others to add them.`;
    button.onpointerenter = () => point(number);
    button.onpointerleave = () => point(-1);
    list.append(element("li", "", button));
  });
  return list;
}

function legendSwitch(label, why, on, turn) {
  const box = withAttributes(element("input", ""), { type: "checkbox" });
  box.checked = on;
  box.onchange = () => turn(box.checked);
  return titled(element("label", "contour-switch", box, label), why);
}
