// How far each class is. Titles are untrusted: every text goes in through textContent.

export default function ({ data, parentElement: root }) {
  const list = findOrMake(root, "ul", "");
  list.setAttribute("aria-label", "Progress of each class");
  list.tabIndex = 0;
  const scrolled = list.scrollTop;
  list.replaceChildren(...data.classes.map(([title, names]) => {
    const cells = [element("span", "title", title), element("span", "names", `${names} of ${data.target}`)];
    const row = element("li", names >= data.target ? "full" : "", ...cells);
    row.style.setProperty("--share", within(names / data.target));
    return titled(row, `${names} ${names === 1 ? "name has" : "names have"} this class, of the ${data.target} that are wanted.`);
  }));
  list.scrollTop = scrolled;
}
