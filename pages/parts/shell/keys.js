// The keyboard map, and G followed by a page's letter. Both listen before Streamlit does, so that G M goes to the map
// and presses no button; neither hears what is typed into a field.

const PATIENCE = 2500; // milliseconds that G waits for its letter

function typing(event) {
  const field = event.composedPath()[0];
  if (!(field instanceof HTMLElement)) return false;
  if (field.closest("[role=listbox]") || field.isContentEditable || ["TEXTAREA", "SELECT"].includes(field.tagName)) return true;
  return field.tagName === "INPUT" && !["checkbox", "radio", "range", "button", "submit", "file"].includes(field.type);
}

// Esc leaves a field of Streamlit's with what is typed in it (a search field would be emptied, a list of several too). A
// list that is open it closes, and fields that our own scripts draw say themselves what it does.
function left(field) {
  if (!field.isConnected || field.getRootNode() !== document || field.closest("dialog, [role=dialog], [role=listbox]")) return false;
  if (field.getAttribute("aria-expanded") === "true") return false;
  field.blur();
  return true;
}

// Streamlit lets the keys of buttons rest in whatever is an input, a tick or a switch too, where nobody types.
const TICKS = "input[type=checkbox], input[type=radio]";
function passOn(event) {
  const { key, code, keyCode, shiftKey, repeat } = event;
  if (!event.isTrusted || !event.target.matches?.(TICKS) || !/^([^ ]|F\d+)$/.test(key)) return false;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code, keyCode, shiftKey, repeat, bubbles: true, composed: true, cancelable: true }));
  return true;
}

// The first field for a search on the page.
function searchField() {
  return [...document.querySelectorAll(".stMain input[type=search]")].find((one) => one.offsetParent);
}

function menuLinks() {
  // Each page takes the first letter of its title that no page above it has taken.
  const taken = new Map();
  for (const link of document.querySelectorAll(".st-key-menu a")) {
    const title = link.textContent.trim();
    const letter = [...title.toUpperCase()].find((one) => /[A-Z]/.test(one) && !taken.has(one));
    if (letter) taken.set(letter, { link, title });
  }
  return taken;
}

function going(on) {
  const links = menuLinks();
  for (const [letter, { link }] of links) {
    if (on) link.dataset.go = letter;
    else delete link.dataset.go;
  }
  return links;
}

function list(rows) {
  return element("table", "", ...rows.map((row) => {
    const keys = rowHeading("", ...row.keys.map((key) => element("kbd", "", key)));
    return element("tr", "", keys, element("td", "", row.does));
  }));
}

function draw(dialog, data) {
  const title = withAttributes(element("h2", "", "Keys"), { id: "keys-title" });
  const head = element("header", "", title, makeButton("", () => dialog.close(), "Close"));
  const own = data.here.length ? list(data.here) : element("p", "", "This page has no keys of its own: Tab reaches everything.");
  const here = element("section", "", element("h3", "", `On ${data.page}`), own);
  const everywhere = element("section", "", element("h3", "", "On every page"), list(data.everywhere));
  const links = [...menuLinks()].map(([letter, { link, title: name }]) => makeButton(
    "go", () => { dialog.close(); link.click(); }, element("kbd", "", "G"), element("kbd", "", letter), element("span", "", name)));
  const pages = element("section", "", element("h3", "", "Go to"), element("div", "pages", ...links));
  const foot = element("p", "foot", "Keys rest while you type into a field; Esc or Tab leaves it.");
  dialog.replaceChildren(head, here, everywhere, pages, foot);
}

// A help icon opens on hover and on a click; Tab goes from field to field. A button that has a help of its own stands in
// the same frame, and stays within Tab's reach.
const HELP = "[data-testid=stTooltipIcon] button[aria-label^=Help]:not([tabindex])";
function passHelp() {
  for (const button of document.querySelectorAll(HELP)) button.tabIndex = -1;
}

// One listener for the window's life: between two pages, or while one is drawn anew, no key is lost.
function install() {
  const map = { toggle: () => {}, open: () => false };
  passHelp();
  new MutationObserver(passHelp).observe(document.body, { childList: true, subtree: true });
  let waiting = 0;
  const over = () => { clearTimeout(waiting); waiting = 0; going(false); };
  tellLines();
  takeOnce();
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape" ? typing(event) && left(event.composedPath()[0]) : passOn(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (typing(event)) return;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    let mine = true;
    if (waiting && /^[A-Z]$/.test(key)) {
      const chosen = menuLinks().get(key);
      over();
      chosen?.link.click();
    } else if (key === "K" || key === "?") map.toggle();
    else if (map.open()) mine = !["Tab", "Enter", " ", "Escape"].includes(key);
    else if (key === "/" && searchField()) {
      searchField().focus();
      searchField().select();
    } else if (key === "G") {
      going(true);
      waiting = setTimeout(over, PATIENCE);
    } else mine = false;
    if (mine) event.preventDefault();
    if (mine || map.open()) event.stopImmediatePropagation(); // in the map Tab, Enter and Esc do what they do, and nothing beneath
  }, true);
  return map;
}

export default function ({ data, parentElement: root }) {
  const map = (window.nomenclatorKeys ??= install());
  let open = root.querySelector(".open");
  let dialog = root.querySelector("dialog");
  if (!open) {
    open = makeButton("open", null, element("span", "", "Keyboard map"), element("kbd", "", "K"));
    dialog = withAttributes(element("dialog", ""), { "aria-labelledby": "keys-title" });
    root.append(open, dialog);
  }
  map.open = () => dialog.open;
  map.toggle = open.onclick = () => {
    if (dialog.open) return dialog.close();
    draw(dialog, data);
    dialog.showModal();
  };
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
}
