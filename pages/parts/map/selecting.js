// What a person points at on the map: the card under the pointer, the selection that goes back to the page, the search.

// As it is sought: small letters without their accents.
function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

class Chosen extends Shown {
  select(dots, more, toggle = false, quiet = false) {
    if (!more) {
      const same = toggle && this.many === 1 && this.selected[dots[0]];
      this.selected.fill(0);
      if (!same) for (const dot of dots) this.selected[dot] = 1;
    } else for (const dot of dots) this.selected[dot] = toggle && this.selected[dot] ? 0 : 1;
    this.counted();
    this.marked = [];
    this.recolour();
    this.say(this.many ? `${this.many.toLocaleString("en")} ${this.many === 1 ? "name" : "names"} selected.` : "Nothing selected.");
    if (!quiet) this.tell("select", { key: this.data.panes[0].key, bits: bits(this.selected), at: Date.now() });
  }
  counted() {
    this.many = this.selected.reduce((sum, one) => sum + one, 0);
    this.box.dataset.selected = this.many;
    this.chosen.hidden = !this.many;
    this.chosen.textContent = `${this.many.toLocaleString("en")} selected`;
  }
  search() {
    const words = folded(this.find.value).split(/\s+/).filter(Boolean), map = this.maps?.[0];
    if (!map) return;
    this.matched = null;
    if (words.length) {
      map.lower ??= map.texts.map((text, dot) => folded(`${text} ${map.codes[dot]}`));
      this.matched = Uint8Array.from(map.lower, (text) => (words.every((word) => text.includes(word)) ? 1 : 0));
    }
    const count = this.matched ? this.visible((dot) => this.matched[dot]).length : 0;
    this.found.textContent = this.matched ? `${count.toLocaleString("en")} found${count ? " · Enter selects" : ""}` : "";
    this.recolour();
  }
  hover(pane, dot, px, py) {
    if (dot !== this.hovered) { this.hovered = dot; this.redraw(); }
    this.card.hidden = dot < 0;
    if (dot < 0) return;
    const map = this.maps[0];
    this.card.replaceChildren(...cardOf(map, dot, this.kinds[this.of[dot]], this.maps[1]?.shares?.[dot]));
    const whole = this.box.getBoundingClientRect(), box = pane.over.getBoundingClientRect();
    const x = box.left - whole.left + px, y = box.top - whole.top + py;
    this.card.style.left = `${Math.max(4, Math.min(x + 16, whole.width - this.card.offsetWidth - 4))}px`;
    this.card.style.top = `${y + 18 + this.card.offsetHeight > whole.height ? y - this.card.offsetHeight - 12 : y + 18}px`;
  }
  fly(dots) {
    const xs = [], ys = []; // in every pane: a name that moved is to be seen in both
    for (const map of this.maps) for (const dot of dots) if (map.xy[2 * dot] === map.xy[2 * dot]) { xs.push(map.xy[2 * dot]); ys.push(map.xy[2 * dot + 1]); }
    if (!xs.length) return;
    xs.sort((a, b) => a - b); ys.sort((a, b) => a - b);
    const low = Math.floor(xs.length * 0.05), high = Math.ceil(xs.length * 0.95) - 1;
    const wide = Math.max(xs[high] - xs[low], 1e-6), tall = Math.max(ys[high] - ys[low], 1e-6);
    this.view.x = (xs[low] + xs[high]) / 2;
    this.view.y = (ys[low] + ys[high]) / 2;
    this.view.scale = Math.min(0.6 * Math.min(this.view.width / wide, this.view.height / tall), this.view.whole * (dots.length > 1 ? 40 : 9));
    this.box.scrollIntoView({ behavior: "smooth", block: "nearest" });
    this.redraw();
  }
  say(text) { this.said.textContent = text; }
}
