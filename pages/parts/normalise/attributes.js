// What the mention is beside its concept: read from its text, or said by a person, which a key turns.

const ATTRIBUTES = [
  ["negated", "Negated", "D"],
  ["suspected", "Suspected", "Q"],
  ["historical", "Historical", "Z"],
  ["family", "Of the family", "V"],
];

function attributeRow(desk) {
  const row = withAttributes(element("div", "attributes"), { role: "group", "aria-label": "What the mention is" });
  desk.attributes = new Map();
  for (const [name, title, letter] of ATTRIBUTES) {
    const tick = withAttributes(element("input", ""), { type: "checkbox" });
    tick.onchange = () => turnAttribute(desk, name);
    desk.attributes.set(name, tick);
    row.append(element("label", "everywhere", tick, element("span", "", title), key(letter)));
  }
  desk.attributed = element("span", "caption", "");
  row.append(desk.attributed);
  return row;
}

function turnAttribute(desk, name) {
  const given = desk.details.get(desk.at);
  if (!given || desk.over) return;
  const had = given.attributes.includes(name);
  given.attributes = had ? given.attributes.filter((one) => one !== name) : [...given.attributes, name];
  given.said = true;
  act(desk, { do: "attributes", line: desk.at, attributes: given.attributes });
  desk.draw();
  send(desk);
}

// What has just come may have been made before the newest word was kept.
function keepAttributes(desk) {
  for (const one of unkept(desk)) {
    const given = one.do === "attributes" && desk.details.get(one.line);
    if (given) Object.assign(given, { attributes: one.attributes, said: true });
  }
}

function drawAttributes(desk) {
  const given = desk.details.get(desk.at);
  for (const [name, tick] of desk.attributes) {
    tick.checked = Boolean(given?.attributes.includes(name));
    tick.disabled = !given || desk.over;
  }
  desk.attributed.textContent = given?.said ? "said by a person" : given?.attributes.length ? "read from the text" : "";
}
