// A double click on what keeps a form or takes something away is one click: the second would be refused as done
// already, or take away what has moved to that place.

const ONCE = "[data-testid=stFormSubmitButton] button, button.withdraw, button.prefer";

function takeOnce() {
  window.addEventListener("click", (event) => {
    if (event.detail < 2 || !event.composedPath().some((one) => one.matches?.(ONCE))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
