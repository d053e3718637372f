// The map itself: one or two panes over the same names, with its tools and keys. What is shown and what is chosen are
// in shown.js and selecting.js.

const TOOLS = [["pan", "Move", "P"], ["box", "Box", "B"], ["lasso", "Lasso", "L"]];
const ACTS = [["fit", "Fit", "0"], ["sight", "Select in view", "S"], ["clear", "Clear", "Esc"]];
const TYPED = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=slider], [role=combobox], [role=listbox], [role=dialog], [data-testid=stPopoverBody]";
const STEP = 60, FRAME = 14; // pixels, milliseconds

class Atlas extends Chosen {
  constructor(root, box) {
    super();
    Object.assign(this, { root, box, view: new View(), panes: [], tool: "pan", hidden: new Set(), hovered: -1, marked: [], matched: null, contours: globalThis.nomenclatorContours ?? true });
    this.selected = new Uint8Array(0);
    this.many = 0;
    this.build();
    new ResizeObserver(() => this.resize()).observe(this.stage);
    this.arrived = () => this.update(this.data, this.tell);
    this.placed = () => this.legend();
  }
  build() {
    this.tools = withAttributes(element("div", "tools"), { role: "toolbar", "aria-label": "Tools of the map" });
    const button = (name, title, key, press) => {
      this.tools.append(withAttributes(makeButton("tool", press, title, element("kbd", "", key)), { "data-name": name }));
    };
    for (const [name, title, key] of TOOLS) button(name, title, key, () => this.take(name));
    this.tools.append(element("span", "gap"));
    for (const [name, title, key] of ACTS) button(name, title, key, () => this.act(name));
    this.find = withAttributes(element("input", "find"), {
      type: "search", placeholder: "Find on the map",
      "aria-label": "Find on the map: a part of a name or a concept id; Enter selects what is found",
    });
    this.find.oninput = () => this.search();
    this.find.onkeydown = (event) => {
      event.stopPropagation();
      if (event.key === "Enter" && this.matched) this.select(this.visible((dot) => this.matched[dot]), false);
      if (event.key === "Escape") { this.find.value = ""; this.search(); }
    };
    this.found = element("span", "found");
    const goBelow = () => {
      const drawer = document.querySelector(".st-key-map_below");
      [...(drawer?.querySelectorAll("[role=tab]") ?? [])].find((tab) => tab.textContent.startsWith("Selection"))?.click();
      drawer?.scrollIntoView({ behavior: "smooth", block: "nearest" });
    };
    this.chosen = titled(makeButton("chosen", goBelow), "Goes to their list, to label, withdraw or export them.");
    this.chosen.hidden = true;
    this.tools.append(this.find);
    this.stage = element("div", "stage");
    this.card = element("div", "card");
    this.card.hidden = true;
    this.side = element("div", "side");
    this.foot = element("p", "foot");
    this.said = element("p", "said");
    this.said.setAttribute("aria-live", "polite");
    const middle = element("div", "middle", this.stage, this.side, element("div", "counts", this.chosen, this.found));
    this.box.append(this.tools, middle, this.foot, this.said, this.card);
    this.take("pan");
  }
  update(data, tell) {
    Object.assign(this, { data, tell });
    this.box.classList.toggle("single", data.panes.length === 1); // its drawer stands beside it
    const maps = data.panes.map((pane) => globalThis.nomenclatorMaps?.get(pane.key));
    this.box.classList.toggle("waiting", maps.some((map) => !map));
    if (maps.some((map) => !map)) return; // the points come in a message of their own; `arrived` calls again
    this.readLook();
    const fresh = this.maps?.[0] !== maps[0] || this.maps?.length !== maps.length;
    this.maps = maps;
    while (this.panes.length > maps.length) this.panes.pop().box.remove();
    while (this.panes.length < maps.length) { const pane = new Pane(this); this.panes.push(pane); this.stage.append(pane.box); }
    this.panes.forEach((pane, at) => {
      pane.show(maps[at], data.panes[at].title);
      pane.over.setAttribute("aria-label", `${data.label}. Arrows move, + and − zoom, 0 fits, B box, L lasso, S selects what is in view, Enter selects the name in the middle, Escape clears. The tables below say the same in words.`);
    });
    if (fresh) {
      this.selected = flags(data.selected, maps[0].n); // what was selected before a person looked elsewhere
      this.counted();
      this.told ??= data.command?.id;
      this.matched = null;
      this.marked = [];
      this.find.value = this.found.textContent = "";
      this.measure();
      this.view.fit(this.panes[0].map.grid);
      const generator = Math.imul;
      this.shuffled = Uint32Array.from({ length: maps[0].n }, (_, at) => at); // none of the kinds always on top
      for (let at = maps[0].n - 1, seed = 7; at > 0; at--) {
        seed = (generator(seed, 1664525) + 1013904223) >>> 0;
        const other = seed % (at + 1);
        [this.shuffled[at], this.shuffled[other]] = [this.shuffled[other], this.shuffled[at]];
      }
    }
    const colours = JSON.stringify(data.colour.mode === "label" ? data.colour : [data.colour.mode, maps.length]);
    if (fresh || colours !== this.colours || this.look.dark !== this.wasDark) {
      if (this.colours?.slice(0, 12) !== colours.slice(0, 12)) this.hidden.clear();
      this.colours = colours;
      this.wasDark = this.look.dark;
      Object.assign(this, kindsOf(data.colour, maps, this.look.dark));
      this.legend();
    }
    this.foot.textContent = data.note;
    if (data.command && data.command.id !== this.told) {
      this.told = data.command.id;
      if (data.command.select) this.select(data.command.points, false, false, true);
      this.marked = data.command.select ? [] : data.command.points;
      if (data.command.points.length) this.fly(data.command.points);
    }
    this.recolour();
    this.box.dataset.contours = this.contours ? "on" : "off";
    this.box.dataset.map = data.panes.map((pane) => pane.key).join(" ");
    this.box.dataset.drawn = this.panes[0].drawing.kind;
  }
  readLook() {
    const style = getComputedStyle(this.box), read = (name) => style.getPropertyValue(name).trim();
    const background = read("--st-background-color") || "#fff";
    const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    probe.fillStyle = background;
    probe.fillRect(0, 0, 1, 1);
    const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
    this.look = { background, text: read("--st-text-color") || "#111", primary: read("--st-primary-color") || "#07c", font: style.fontFamily, dark: red + green + blue < 384, ground: [red, green, blue] };
  }
  measure() {
    const box = this.panes[0].over.getBoundingClientRect();
    Object.assign(this.view, { width: box.width, height: box.height, ratio: Math.min(2, window.devicePixelRatio || 1) });
    for (const pane of this.panes) for (const canvas of [pane.dots, pane.lines, pane.over]) {
      canvas.width = Math.round(box.width * this.view.ratio);
      canvas.height = Math.round(box.height * this.view.ratio);
    }
  }
  resize() {
    if (!this.panes.length || !this.maps) return;
    const zoom = this.view.zoom, { x, y } = this.view;
    this.measure();
    this.view.fit(this.panes[0].map.grid);
    Object.assign(this.view, { x, y, scale: this.view.whole * zoom });
    this.draw();
  }
  redraw() {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => { this.asked = 0; this.draw(); });
  }
  draw() {
    const count = this.maps[0].n, first = count > 60_000 ? 2.4 : count > 25_000 ? 2.7 : count > 8_000 ? 3.4 : count > 3_000 ? 4.4 : count > 800 ? 5.6 : 7.5;
    const room = Math.max(0.75, Math.min(1.5, Math.sqrt((this.view.width * this.view.height) / 600_000)));
    const size = Math.min(13, room * first * Math.max(1, this.view.zoom) ** 0.42);
    const began = performance.now(), share = this.moving ? Math.max(0.12, Math.min(1, FRAME / (this.whole ?? 1))) : 1;
    for (const pane of this.panes) pane.draw(size, share);
    if (share === 1) this.whole = performance.now() - began; // on a slow machine a moving map shows a part of its dots
    if (share < 1) {
      clearTimeout(this.rest);
      this.rest = setTimeout(() => { this.moving = false; this.redraw(); }, 130);
    }
    this.box.dataset.frames = Number(this.box.dataset.frames ?? 0) + 1;
  }
  take(name) {
    this.tool = name;
    for (const button of this.tools.querySelectorAll("button")) if (TOOLS.some((tool) => tool[0] === button.dataset.name)) button.setAttribute("aria-pressed", String(button.dataset.name === name));
    this.stage.dataset.tool = name;
  }
  act(name) {
    this.moving = false;
    if (name === "fit") { this.view.fit(this.panes[0].map.grid); this.redraw(); }
    if (name === "sight") this.select(this.inSight(this.maps[0], Infinity), false);
    if (name === "clear") { this.marked = []; this.find.value = ""; this.search(); if (this.many) this.select([], false); }
  }
  // The keys on the buttons are heard wherever nobody types; arrows and Enter, which elsewhere mean something, in a pane.
  heard(event) {
    const from = event.composedPath()[0];
    if (!this.maps || event.defaultPrevented || event.isComposing || from?.closest?.(TYPED)) return;
    const pane = this.panes.find((one) => one.over === from);
    if (pane || event.key.length === 1 || event.key === "Escape") this.key(event, pane);
  }
  key(event, pane) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { view } = this, middle = [view.width / 2, view.height / 2];
    const goal = {
      ArrowLeft: () => view.pan(STEP, 0), ArrowRight: () => view.pan(-STEP, 0), ArrowUp: () => view.pan(0, STEP), ArrowDown: () => view.pan(0, -STEP),
      "+": () => view.zoomAt(1.3, ...middle), "=": () => view.zoomAt(1.3, ...middle), "-": () => view.zoomAt(1 / 1.3, ...middle), "−": () => view.zoomAt(1 / 1.3, ...middle),
      0: () => this.act("fit"), p: () => this.take("pan"), b: () => this.take("box"), l: () => this.take("lasso"), s: () => this.act("sight"), Escape: () => this.act("clear"),
      Enter: () => { if (this.hovered >= 0) this.select([this.hovered], true, true); },
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!goal) return;
    event.preventDefault();
    event.stopPropagation();
    this.byKeys = true;
    goal();
    this.redraw();
    if (!pane) return;
    const dot = pane.under(...middle); // what stands in the middle is read out, as hovering is for the eye
    this.hover(pane, dot, ...middle);
    if (dot >= 0 && event.key.startsWith("Arrow")) this.say(`${this.maps[0].texts[dot]}, ${this.maps[0].codes[dot]}`);
  }
}

export default function ({ data, parentElement: root, setTriggerValue }) {
  let box = root.querySelector(".map");
  if (!box) {
    root.append((box = element("div", "map")));
    const atlas = box.atlas = new Atlas(root, box);
    const hear = (event) => { // Streamlit may clean up without drawing again, so it goes by itself once its map is gone
      if (box.isConnected) atlas.heard(event);
      else document.removeEventListener("keydown", hear);
    };
    document.addEventListener("keydown", hear);
  }
  const atlas = box.atlas;
  window.addEventListener("nomenclator-map", atlas.arrived); // a second time it is not added
  window.addEventListener("nomenclator-legend", atlas.placed);
  atlas.update(data, setTriggerValue);
  return () => {
    window.removeEventListener("nomenclator-map", atlas.arrived);
    window.removeEventListener("nomenclator-legend", atlas.placed);
  };
}
