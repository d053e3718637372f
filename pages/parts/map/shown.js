// Which names of the map are shown and in which colours: the legend, what it hides, what stands out.
// Names are untrusted: every text goes in through textContent or a canvas.

class Shown {
  shown(dot) { return !this.hidden.has(this.of[dot]) && (!this.matched || this.matched[dot]); }
  visible(wanted) {
    const found = [];
    for (let dot = 0; dot < this.maps[0].n; dot++) if (!this.hidden.has(this.of[dot]) && wanted(dot)) found.push(dot);
    return found;
  }
  inSight(map, most) {
    const found = [], [left, high] = this.view.there(0, 0), [right, low] = this.view.there(this.view.width, this.view.height);
    for (const dot of map.grid.within(left, right, low, high)) {
      if (this.shown(dot)) found.push(dot);
      if (found.length >= most) break;
    }
    return found;
  }
  // Beside one map the legend stands in its drawer, where that has a place for it; beside two maps it stands in the map.
  legend() {
    if (!this.kinds) return;
    const side = this.maps.length === 1 ? globalThis.nomenclatorLegend : this.side;
    if (!side) return;
    const all = makeButton("all", () => { this.hidden.clear(); this.legend(); this.recolour(); }, "Show all");
    all.hidden = !this.hidden.size;
    const list = legendList(this.kinds, this.hidden, (number) => this.filter(number), (number) => this.bright(number));
    const focused = side.getRootNode().activeElement?.title;
    side.replaceChildren(element("div", "side-head", element("span", "", this.data.colour.title), all), this.contourSwitch(), list);
    list.setAttribute("aria-label", `Legend: ${this.data.colour.title}`);
    if (focused) [...list.querySelectorAll("button")].find((one) => one.title === focused)?.focus();
  }
  contourSwitch() {
    const shares = this.maps[0].contours.join(", ").replace(/, (?=[^,]*$)/, " and ");
    return legendSwitch("Density lines", `Lines around the densest ${shares} % of all names drawn.`, this.contours, (on) => {
      this.contours = globalThis.nomenclatorContours = on;
      this.box.dataset.contours = on ? "on" : "off";
      this.redraw();
    });
  }
  filter(number) {
    const all = this.kinds.map((_, at) => at).filter((at) => this.kinds[at].count);
    if (!this.hidden.size) this.hidden = new Set(all.filter((at) => at !== number));
    else if (this.hidden.has(number)) this.hidden.delete(number);
    else this.hidden.add(number);
    if (this.hidden.size === all.length) this.hidden.clear();
    this.legend();
    this.recolour();
    this.say(this.hidden.size ? `${this.visible(() => true).length.toLocaleString("en")} names shown.` : "All names shown.");
  }
  // A kind of the grey rest that is pointed at gets a colour of its own.
  lookOf(number) { return hue(number, this.look.dark); }
  bright(number) { this.lit = number; this.recolour(); }
  recolour() {
    if (!this.kinds) return;
    const count = this.maps[0].n, colours = new Uint8Array(4 * count), shapes = new Uint8Array(count);
    const alpha = count > 60_000 ? 150 : count > 15_000 ? 175 : 215;
    const plain = this.look.dark ? PALE : INK; // what is found or chosen of the grey rest
    const dimmed = this.lit >= 0 || this.many > 0 || this.matched;
    const places = new Uint8Array(count).fill(3), sizes = [0, 0, 0]; // quiet, plain, outstanding, not drawn
    for (let dot = 0; dot < count; dot++) {
      const number = this.of[dot], kind = this.kinds[number];
      if (this.hidden.has(number) || (this.matched && !this.matched[dot] && this.hidden.size)) continue;
      const strong = this.selected[dot] || this.lit === number || (this.lit < 0 || this.lit === undefined) && !this.many && this.matched?.[dot];
      const grey = dimmed && !strong; // what is not selected, sought or pointed at stays grey
      const [red, green, blue] = grey ? NOTHING : strong && kind.quiet ? (this.lit === number ? this.lookOf(number) : plain) : kind.colour;
      colours[4 * dot] = red; colours[4 * dot + 1] = green; colours[4 * dot + 2] = blue;
      colours[4 * dot + 3] = strong ? 255 : dimmed ? 60 : kind.quiet ? alpha * 0.45 : alpha;
      shapes[dot] = kind.shape;
      places[dot] = strong ? 2 : kind.quiet ? 0 : 1;
      sizes[places[dot]]++;
    }
    const order = new Uint32Array(sizes[0] + sizes[1] + sizes[2]), next = [0, sizes[0], sizes[0] + sizes[1]];
    for (const dot of this.shuffled) if (places[dot] < 3) order[next[places[dot]]++] = dot;
    for (const pane of this.panes) pane.drawing.look(colours, shapes, order);
    this.redraw();
  }
}
