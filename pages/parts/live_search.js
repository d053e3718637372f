// What a person types into a search field stands, and is answered.
// Streamlit sends a text after a pause; letters typed just then may be overwritten with what was sent, and a text that
// arrives while the page is drawn anew may be passed over. Both are rare on an idle machine and not on a busy one.

const STANDS = 3000; // milliseconds after the last letter in which nobody else changes the field
const UNANSWERED = 2500; // milliseconds after which a text is sent again
const LOOK = 100;

function enter(field, text) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function plainText(text) {
  return text.trim().replace(/\s+/g, " ");
}

// What the table below a field shows, where there is one; else what the page last answered.
function answeredTo(watched) {
  const table = window.nomenclatorTables?.[watched.field];
  return plainText(table?.root.isConnected ? table.query : watched.answered);
}

function isResting() {
  return document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning";
}

// Looks after one field, found anew each time, for it may be drawn anew: `watched` has its selector and what is answered.
function look(watched) {
  if (watched.typed === null) return;
  const field = document.querySelector(watched.field);
  const now = performance.now();
  if (!field) return;
  if (document.activeElement === field && field.value !== watched.typed && now - watched.at < STANDS) enter(field, watched.typed);
  if (field.value !== watched.typed) watched.typed = null; // changed by something else that the person did
  else if (answeredTo(watched) === plainText(watched.typed)) watched.since = now;
  else if (isResting() && now - Math.max(watched.since, watched.at) > UNANSWERED) {
    const text = watched.typed;
    watched.since = now;
    enter(field, `${text} `); // the same text is not sent twice
    setTimeout(() => field.value === `${text} ` && enter(field, text), 2 * LOOK);
  }
}

function watch(data) {
  const watched = { typed: null, at: 0, since: 0 };
  const forget = () => { watched.typed = null; };
  document.addEventListener("input", (event) => {
    if (!event.target.matches?.(watched.field)) return;
    watched.typed = event.isComposing ? null : event.target.value; // what is composed is sent once it is whole
    if (event.isTrusted) watched.at = performance.now();
  }, true);
  document.addEventListener("beforeinput", (event) => { // the next letter comes behind those that were taken back
    const field = event.target;
    if (!field.matches?.(watched.field) || watched.typed === null || field.value === watched.typed) return;
    if (event.isTrusted && performance.now() - watched.at < STANDS) enter(field, watched.typed);
  }, true);
  document.addEventListener("compositionend", (event) => {
    if (event.target.matches?.(watched.field)) watched.typed = event.target.value;
  }, true);
  document.addEventListener("pointerdown", forget, true); // the field's own cross, an example, a link
  window.addEventListener("popstate", forget);
  setInterval(() => look(watched), LOOK);
  return watched;
}

export default function ({ data }) {
  const all = (window.nomenclatorSearches ??= {});
  Object.assign(all[data.field] ??= watch(data), data);
}
