// The candidate that is looked at, in brief: its way down, names, definition and notes, and what stands around it.

function briefPart(title, text) {
  return text ? [element("p", "fact", element("b", "", `${title}: `), text)] : [];
}

function briefCard(given) {
  const names = given.names.join(" · ") + (given.further ? ` and ${given.further.toLocaleString("en")} more` : "");
  return element("div", "brief", element("p", "way", given.way),
    element("h3", "", given.preferred, " ", element("code", "", given.id)),
    element("p", "names", names || "No other name."), ...(given.definition ? [element("p", "fact", given.definition)] : []),
    ...given.notes.flatMap(([heading, text]) => briefPart(heading, text)), element("p", "fact", given.around));
}

// The card of the candidate under the pointer or the focus, else of the first; nothing where there is none.
function drawCard(desk) {
  const given = desk.details.get(desk.at);
  const first = given?.columns[0].rows[0]?.concept;
  const looked = desk.looked?.line === desk.at ? desk.looked.concept : first;
  const card = given?.cards?.[looked] ?? given?.cards?.[first];
  desk.card.hidden = desk.over || !card;
  desk.card.replaceChildren(...(desk.card.hidden ? [] : [briefCard(card)]));
}

function lookAt(desk, concept) {
  desk.looked = { line: desk.at, concept };
  drawCard(desk);
}
