// The words on the map: names of crowded parts, names of single dots when few are in sight, the card under the pointer.

const LINE = 15; // pixels from one line of a label to the next

function shortened(text, longest) {
  return text.length > longest ? text.slice(0, longest - 1).trimEnd() + "…" : text;
}

function wrapped(text, widest) { // in at most two lines
  const lines = [""];
  for (const word of text.replace(/\s*\([A-Z]\d\w*-\w+\)$/, "").split(" ")) {
    const line = lines.at(-1);
    if (line && line.length + word.length + 1 > widest && lines.length < 2) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.map((line) => shortened(line, widest + 6));
}

class Words {
  constructor(canvas) { Object.assign(this, { canvas, context: canvas.getContext("2d"), boxes: [] }); }
  begin(view, look) {
    const { context, canvas } = this;
    context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    Object.assign(this, { view, look, boxes: [] });
    context.textBaseline = "middle";
    context.lineJoin = "round";
  }
  free(left, top, right, bottom) {
    if (left < 2 || top < 2 || right > this.view.width - 2 || bottom > this.view.height - 2) return false;
    if (this.boxes.some((box) => left < box[2] && right > box[0] && top < box[3] && bottom > box[1])) return false;
    this.boxes.push([left, top, right, bottom]);
    return true;
  }
  write(lines, x, y, align, size, weight, colour) {
    const { context, look } = this;
    context.font = `${weight} ${size}px ${look.font}`;
    context.textAlign = align;
    const wide = Math.max(...lines.map((line) => context.measureText(line).width)), tall = lines.length * LINE;
    const left = align === "center" ? x - wide / 2 : x;
    if (!this.free(left - 5, y - tall / 2 - 2, left + wide + 5, y + tall / 2 + 2)) return false;
    lines.forEach((line, row) => {
      const at = y + (row - (lines.length - 1) / 2) * LINE;
      context.strokeStyle = look.background;
      context.lineWidth = 4;
      context.globalAlpha = 0.85;
      context.strokeText(line, x, at);
      context.globalAlpha = 1;
      context.fillStyle = colour;
      context.fillText(line, x, at);
    });
    return true;
  }
  parts(map, most) { // large crowds first; small ones when there is room between them
    const { view, look } = this;
    const wanted = view.zoom > 1.7 ? [...map.districts, ...map.regions] : map.regions;
    let written = 0;
    for (const part of wanted) {
      if (written >= most) break;
      const [x, y] = view.here(part.x, part.y);
      if (x < -50 || y < -20 || x > view.width + 50 || y > view.height + 20) continue;
      if (this.write(wrapped(part.title, 24), x, y, "center", view.zoom > 1.7 ? 12 : 12.5, 600, look.text)) written++;
    }
  }
  dots(map, sight, radius) {
    for (const dot of sight) {
      const [x, y] = this.view.here(map.xy[2 * dot], map.xy[2 * dot + 1]);
      this.write([shortened(map.texts[dot], 44)], x + radius + 5, y, "left", 12, 400, this.look.text);
    }
  }
  ring(map, dot, radius, colour, width = 2) {
    if (dot < 0 || !(map.xy[2 * dot] === map.xy[2 * dot])) return;
    const [x, y] = this.view.here(map.xy[2 * dot], map.xy[2 * dot + 1]);
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 7);
    this.context.strokeStyle = colour;
    this.context.lineWidth = width;
    this.context.stroke();
  }
  shape(corners) {
    const { context, look } = this;
    context.beginPath();
    corners.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
    context.fillStyle = look.text;
    context.globalAlpha = 0.08;
    context.fill();
    context.globalAlpha = 0.9;
    context.strokeStyle = look.text;
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }
  cross() {
    const { context, view, look } = this, x = view.width / 2, y = view.height / 2;
    context.beginPath();
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      context.moveTo(x + dx * 5, y + dy * 5);
      context.lineTo(x + dx * 13, y + dy * 13);
    }
    context.strokeStyle = look.primary;
    context.lineWidth = 2;
    context.stroke();
  }
}

function cardOf(map, dot, kind, share) {
  const lines = [];
  const head = element("strong", "", map.texts[dot]);
  lines.push(head);
  if (map.codes[dot]) {
    const line = element("span", "concept");
    line.append(element("code", "", map.codes[dot]));
    const preferred = map.preferredOf(map.codes[dot]);
    line.append(element("span", "", map.preferred[dot] ? " preferred name" : preferred ? ` ${preferred}` : ""));
    lines.push(line);
  }
  const topic = map.classNames[map.classes[dot]];
  const facts = [topic || "no class", map.levels[dot] < 255 ? `level ${map.levels[dot]}` : "", map.sourceNames[map.sources[dot]]];
  lines.push(element("span", "facts", facts.filter(Boolean).join(" · ")));
  if (kind && kind.title !== topic) {
    const line = element("span", "kind");
    line.append(swatch(kind), element("span", "", kind.title));
    lines.push(line);
  }
  if (share !== undefined && share < 255) lines.push(element("span", "facts", `${share} % of its nearest names are the same under both encoders`));
  return lines;
}

function preferredNames(map) { // concept id -> the drawn name that is its preferred one, looked up when first asked
  let known = null;
  return (code) => {
    if (!known) {
      known = new Map();
      for (let dot = 0; dot < map.n; dot++) if (map.preferred[dot]) known.set(map.codes[dot], map.texts[dot]);
    }
    return known.get(code);
  };
}
