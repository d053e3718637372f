// Where things are: the part of the map in sight, a grid to find the dot under the pointer, what a lasso holds.

const GRID = 192;

class Grid { // dots by cell, so that hovering looks at a few of a hundred thousand
  constructor(xy) {
    this.xy = xy;
    let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let at = 0; at < xy.length; at += 2) {
      if (!(xy[at] === xy[at])) continue; // NaN: not drawn
      left = Math.min(left, xy[at]); right = Math.max(right, xy[at]);
      low = Math.min(low, xy[at + 1]); high = Math.max(high, xy[at + 1]);
    }
    Object.assign(this, { left, right, low, high, most: [Grid.middle(xy, 0), Grid.middle(xy, 1)] });
    this.cell = Math.max(right - left, high - low, 1e-6) / GRID;
    const count = xy.length / 2, of = new Uint32Array(count);
    this.starts = new Uint32Array(GRID * GRID + 2);
    for (let dot = 0; dot < count; dot++) {
      of[dot] = xy[2 * dot] === xy[2 * dot] ? this.number(xy[2 * dot], xy[2 * dot + 1]) : GRID * GRID;
      this.starts[of[dot] + 1]++;
    }
    for (let at = 1; at < this.starts.length; at++) this.starts[at] += this.starts[at - 1];
    const next = this.starts.slice();
    this.dots = new Uint32Array(count);
    for (let dot = 0; dot < count; dot++) this.dots[next[of[dot]]++] = dot;
  }
  static middle(xy, axis) { // where nearly all dots lie: a few far islands shall not shrink the rest
    const all = new Float32Array(xy.length / 2);
    let count = 0;
    for (let at = axis; at < xy.length; at += 2) if (xy[at] === xy[at]) all[count++] = xy[at];
    const sorted = all.subarray(0, count).sort(), cut = Math.floor(count * 0.004), low = sorted[cut], high = sorted[count - 1 - cut];
    return [Math.max(sorted[0], low - (high - low) * 0.06), Math.min(sorted[count - 1], high + (high - low) * 0.06)];
  }
  column(x) { return Math.max(0, Math.min(GRID - 1, Math.floor((x - this.left) / this.cell))); }
  line(y) { return Math.max(0, Math.min(GRID - 1, Math.floor((y - this.low) / this.cell))); }
  number(x, y) { return this.line(y) * GRID + this.column(x); }
  *within(left, right, low, high) {
    for (let line = this.line(low); line <= this.line(high); line++) {
      const row = line * GRID;
      for (let at = this.starts[row + this.column(left)]; at < this.starts[row + this.column(right) + 1]; at++) {
        const dot = this.dots[at], x = this.xy[2 * dot], y = this.xy[2 * dot + 1];
        if (x >= left && x <= right && y >= low && y <= high) yield dot;
      }
    }
  }
  nearest(x, y, reach, shown) {
    let found = -1, least = reach * reach;
    for (const dot of this.within(x - reach, x + reach, y - reach, y + reach)) {
      const far = (this.xy[2 * dot] - x) ** 2 + (this.xy[2 * dot + 1] - y) ** 2;
      if (far < least && shown(dot)) { least = far; found = dot; }
    }
    return found;
  }
  inside(corners, shown) { // the dots within a polygon [[x, y], …], by counting the edges crossed
    const xs = corners.map((corner) => corner[0]), ys = corners.map((corner) => corner[1]), found = [];
    for (const dot of this.within(Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys))) {
      if (!shown(dot)) continue;
      const x = this.xy[2 * dot], y = this.xy[2 * dot + 1];
      let odd = false;
      for (let at = 0, before = corners.length - 1; at < corners.length; before = at++) {
        const [ax, ay] = corners[at], [bx, by] = corners[before];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
      }
      if (odd) found.push(dot);
    }
    return found;
  }
}

class View { // the middle of what is in sight, in the map's units, and how many pixels a unit takes
  constructor() { Object.assign(this, { x: 0, y: 0, scale: 1, whole: 1, ratio: 1, width: 1, height: 1 }); }
  fit(grid) {
    const [[left, right], [low, high]] = grid.most;
    this.x = (left + right) / 2;
    this.y = (low + high) / 2;
    const wide = Math.max(right - left, 1e-3), tall = Math.max(high - low, 1e-3);
    this.scale = this.whole = 0.95 * Math.min(this.width / wide, this.height / tall);
  }
  get zoom() { return this.scale / this.whole; }
  zoomAt(factor, px, py) {
    const [x, y] = this.there(px, py);
    this.scale = Math.max(this.whole * 0.5, Math.min(this.whole * 400, this.scale * factor));
    this.x = x - (px - this.width / 2) / this.scale;
    this.y = y + (py - this.height / 2) / this.scale;
  }
  pan(dx, dy) { this.x -= dx / this.scale; this.y += dy / this.scale; }
  there(px, py) { return [this.x + (px - this.width / 2) / this.scale, this.y - (py - this.height / 2) / this.scale]; }
  here(x, y) { return [(x - this.x) * this.scale + this.width / 2, (this.y - y) * this.scale + this.height / 2]; }
}

function flags(bits, many) { // the inverse of `bits`
  const text = atob(bits), found = new Uint8Array(many);
  for (let dot = 0; dot < many && dot >> 3 < text.length; dot++) found[dot] = (text.charCodeAt(dot >> 3) >> (dot & 7)) & 1;
  return found;
}

function bits(flags) { // a selection as base64, one bit a dot
  const bytes = new Uint8Array(Math.ceil(flags.length / 8));
  for (let dot = 0; dot < flags.length; dot++) if (flags[dot]) bytes[dot >> 3] |= 1 << (dot & 7);
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
