// Scrolls to where it stands. The page has its height only once all of it is drawn, so it is looked at again.
function bring(spot, tries) {
  const { top } = spot.getBoundingClientRect();
  if (spot.isConnected && (top < 60 || top > innerHeight - 160)) spot.scrollIntoView({ block: "center" });
  if (tries) setTimeout(bring, 250, spot, tries - 1);
}

export default function ({ data, parentElement: root }) {
  const spot = findOrMake(root, "div", "spot");
  globalThis.nomenclatorBrought ??= new Set(); // who comes back to the page is not taken there again
  if (globalThis.nomenclatorBrought.has(data.of)) return;
  globalThis.nomenclatorBrought.add(data.of);
  bring(spot, 8);
}
