// What is pasted or typed into a field of several lines counts after a pause. Streamlit waits until the field is left, and
// until then a button that needs the text rests, so that the first click on it only leaves the field.
const LINES = "[data-testid=stTextArea] textarea";
const TYPED = 700; // milliseconds after the last letter
const PASTED = 50;

function tellLines() {
  let waiting = 0;
  const tell = (field) => {
    if (!field.isConnected) return;
    const enter = { key: "Enter", code: "Enter", keyCode: 13, ctrlKey: true, bubbles: true }; // as Ctrl+Enter, by hand
    field.dispatchEvent(new KeyboardEvent("keydown", enter));
    document.dispatchEvent(new KeyboardEvent("keyup", enter)); // Streamlit would take Enter as held, and hear no single key
  };
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.matches?.(LINES) || field.closest("[data-testid=stForm]")) return; // a form is sent by its button alone
    clearTimeout(waiting);
    if (!event.isComposing) waiting = setTimeout(tell, event.inputType === "insertFromPaste" ? PASTED : TYPED, field);
  }, true);
}
