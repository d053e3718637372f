// A place in the drawer that the map beside it fills with its legend.

export default function ({ parentElement: root }) {
  globalThis.nomenclatorLegend = findOrMake(root, "div", "side");
  window.dispatchEvent(new CustomEvent("nomenclator-legend"));
}
