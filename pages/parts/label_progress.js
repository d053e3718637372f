// How far each class is. Titles are untrusted: every text goes in through textContent.

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

export default function ({ data, parentElement: root }) {
  let list = root.querySelector("ul");
  if (!list) root.append((list = element("ul", "")));
  list.setAttribute("aria-label", "Progress of each class");
  list.tabIndex = 0;
  const scrolled = list.scrollTop;
  list.replaceChildren(...data.classes.map(([title, names]) => {
    const row = element("li", names >= data.target ? "full" : "");
    row.style.setProperty("--share", Math.min(1, names / data.target));
    row.append(element("span", "title", title), element("span", "names", `${names} of ${data.target}`));
    row.title = `${names} names have this class, of the ${data.target} that are wanted.`;
    return row;
  }));
  list.scrollTop = scrolled;
}
