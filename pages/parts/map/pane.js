// One pane: the dots, the words over them, and what the pointer does there. The atlas holds what panes share.

const FEW_IN_SIGHT = 70, REACH = 12; // dots that are named one by one; pixels

class Pane {
  constructor(atlas) {
    this.atlas = atlas;
    this.box = element("div", "pane");
    this.head = element("div", "pane-title");
    this.dots = element("canvas", "dots");
    this.lines = element("canvas", "lines");
    this.over = element("canvas", "over");
    this.over.tabIndex = 0;
    this.over.setAttribute("role", "application");
    this.box.append(this.dots, this.lines, this.over, this.head);
    this.contours = new Contours(this.lines);
    this.words = new Words(this.over);
    this.dots.addEventListener("webglcontextlost", (event) => { event.preventDefault(); this.withoutGl(); });
    this.drawing = dotsOn(this.dots);
    if (!this.drawing) this.withoutGl();
    this.listen();
  }
  withoutGl() {
    const fresh = element("canvas", "dots");
    this.dots.replaceWith(fresh);
    this.dots = fresh;
    this.drawing = new PixelDots(fresh);
    [fresh.width, fresh.height] = [this.over.width, this.over.height];
    if (this.map) { this.drawing.points(this.map.xy); this.atlas.recolour(); }
  }
  show(map, title) {
    this.head.textContent = title;
    this.head.hidden = !title;
    if (this.map === map) return;
    this.map = map;
    map.grid ??= new Grid(map.xy);
    map.preferredOf ??= preferredNames(map);
    this.drawing.points(map.xy);
  }
  at(event) {
    const box = this.over.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
  under(px, py) {
    const { view } = this.atlas, [x, y] = view.there(px, py);
    return this.map.grid.nearest(x, y, REACH / view.scale, (dot) => this.atlas.shown(dot));
  }
  listen() {
    const atlas = this.atlas, over = this.over;
    over.onpointerdown = (event) => {
      if (event.button) return;
      over.setPointerCapture(event.pointerId);
      over.focus({ preventScroll: true });
      atlas.byKeys = false;
      const tool = event.shiftKey ? "box" : event.altKey ? "lasso" : atlas.tool;
      this.drag = { tool, from: this.at(event), last: this.at(event), path: [this.at(event)], moved: false, more: event.ctrlKey || event.metaKey };
    };
    over.onpointermove = (event) => {
      const [x, y] = this.at(event), drag = this.drag;
      if (!drag) return atlas.hover(this, this.under(x, y), x, y);
      drag.moved ||= Math.hypot(x - drag.from[0], y - drag.from[1]) > 3;
      if (!drag.moved) return;
      atlas.moving = drag.tool === "pan";
      if (drag.tool === "pan") atlas.view.pan(x - drag.last[0], y - drag.last[1]);
      else if (drag.tool === "lasso") drag.path.push([x, y]);
      else drag.path = [drag.from, [x, drag.from[1]], [x, y], [drag.from[0], y]];
      drag.last = [x, y];
      atlas.hover(this, -1);
      atlas.redraw();
    };
    over.onpointerup = (event) => {
      const drag = this.drag;
      this.drag = null;
      if (!drag) return;
      if (!drag.moved) {
        const dot = this.under(...this.at(event));
        if (dot >= 0) atlas.select([dot], drag.more || event.shiftKey, true);
      } else if (drag.tool !== "pan") {
        const corners = drag.path.map(([x, y]) => atlas.view.there(x, y));
        atlas.select(this.map.grid.inside(corners, (dot) => atlas.shown(dot)), drag.more);
      }
      atlas.redraw();
    };
    over.onpointercancel = () => { this.drag = null; atlas.redraw(); };
    over.onpointerleave = () => { if (!this.drag) atlas.hover(this, -1); };
    over.addEventListener("wheel", (event) => {
      event.preventDefault();
      atlas.moving = true;
      atlas.view.zoomAt(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), ...this.at(event));
      atlas.redraw();
    }, { passive: false });
    over.ondblclick = (event) => { atlas.view.zoomAt(2, ...this.at(event)); atlas.redraw(); };
    over.onfocus = () => { atlas.byKeys = over.matches(":focus-visible"); atlas.redraw(); };
    over.onblur = () => { atlas.byKeys = false; atlas.hover(this, -1); atlas.redraw(); };
  }
  draw(size, share) {
    const { atlas } = this, { view } = atlas;
    if (!this.map || !this.dots.width) return;
    this.drawing.draw(view, size, share);
    this.contours.draw(view, atlas.look, atlas.contours ? this.map : null);
    this.words.begin(view, atlas.look);
    const sight = atlas.inSight(this.map, FEW_IN_SIGHT + 1);
    if (sight.length <= FEW_IN_SIGHT) this.words.dots(this.map, sight, size / 2);
    else this.words.parts(this.map, Math.round((view.width * view.height) / 12_000));
    for (const dot of atlas.marked) this.words.ring(this.map, dot, size / 2 + 6, atlas.look.text);
    this.words.ring(this.map, atlas.hovered, size / 2 + 4, atlas.look.primary, 2.5);
    if (this.drag?.moved && this.drag.tool !== "pan") this.words.shape(this.drag.path);
    if (atlas.byKeys && atlas.root.activeElement === this.over) this.words.cross();
  }
}
