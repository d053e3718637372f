// Two ways to draw a hundred thousand dots: WebGL, and pixels written by hand where there is none.
// Both take places [x, y], a look for each dot (red, green, blue, alpha; shape) and the order to draw in.

const SHAPES = 4; // circle, square, triangle, diamond

const VERTEX = `#version 300 es
in vec2 place; in vec4 colour; in float shape;
uniform vec2 centre; uniform vec2 stretch; uniform float size;
out vec4 tint; flat out int kind;
void main() {
  vec2 at = (place - centre) * stretch;
  gl_Position = colour.a == 0.0 ? vec4(9.0, 9.0, 0.0, 1.0) : vec4(at, 0.0, 1.0);
  gl_PointSize = size;
  tint = colour; kind = int(shape + 0.5);
}`;
const FRAGMENT = `#version 300 es
precision highp float;
in vec4 tint; flat in int kind; uniform float size; out vec4 result;
void main() {
  vec2 at = gl_PointCoord * 2.0 - 1.0;
  float edge = 1.0;
  if (size > 3.0) {
    float far = kind == 0 ? length(at)
      : kind == 1 ? max(abs(at.x), abs(at.y)) * 1.12
      : kind == 2 ? max(abs(at.x) * 1.1 + at.y * -0.55 + 0.25, at.y * 1.05)
      : abs(at.x) + abs(at.y);
    edge = 1.0 - smoothstep(1.0 - 2.6 / size, 1.0, far);
  }
  float alpha = tint.a * edge;
  result = vec4(tint.rgb * alpha, alpha);
}`;

class GlDots {
  static made(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: true, failIfMajorPerformanceCaveat: true });
    if (!gl) return null;
    const named = gl.getExtension("WEBGL_debug_renderer_info");
    const by = named ? gl.getParameter(named.UNMASKED_RENDERER_WEBGL) : "";
    // WebGL that a processor imitates is slower than writing the pixels ourselves.
    if (/swiftshader|llvmpipe|software|basic render/i.test(by) && globalThis.nomenclatorDots !== "webgl") throw new Error(by);
    return new GlDots(canvas, gl);
  }
  constructor(canvas, gl) {
    Object.assign(this, { canvas, gl, kind: "WebGL", count: 0 });
    const program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    gl.useProgram(program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.at = Object.fromEntries(["centre", "stretch", "size"].map((name) => [name, gl.getUniformLocation(program, name)]));
    this.buffers = {};
    for (const [name, parts, type, whole] of [["place", 2, gl.FLOAT, false], ["colour", 4, gl.UNSIGNED_BYTE, true], ["shape", 1, gl.UNSIGNED_BYTE, false]]) {
      const buffer = (this.buffers[name] = gl.createBuffer());
      const place = gl.getAttribLocation(program, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, parts, type, whole, 0, 0);
    }
    this.order = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.order);
  }
  fill(name, array) {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffers[name]);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, array, this.gl.DYNAMIC_DRAW);
  }
  points(xy) { this.fill("place", xy); }
  look(colours, shapes, order) {
    this.fill("colour", colours);
    this.fill("shape", shapes);
    this.gl.bufferData(this.gl.ELEMENT_ARRAY_BUFFER, order, this.gl.DYNAMIC_DRAW);
    this.count = order.length;
  }
  draw(view, size, share = 1) { // the last `share` of the order: what stands out comes last, the rest is shuffled
    const { gl, canvas } = this, count = Math.ceil(this.count * share);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform2f(this.at.centre, view.x, view.y);
    gl.uniform2f(this.at.stretch, (2 * view.scale * view.ratio) / canvas.width, (2 * view.scale * view.ratio) / canvas.height);
    gl.uniform1f(this.at.size, size * view.ratio);
    gl.drawElements(gl.POINTS, count, gl.UNSIGNED_INT, 4 * (this.count - count));
  }
}

class PixelDots {
  constructor(canvas) {
    Object.assign(this, { canvas, kind: "pixels", masks: new Map() });
    this.context = canvas.getContext("2d");
  }
  points(xy) { this.xy = xy; }
  look(colours, shapes, order) { Object.assign(this, { colours, shapes, order }); }
  mask(shape, side) { // which pixels of a side by side square belong to the shape
    const name = shape * 64 + side;
    if (!this.masks.has(name)) {
      const inside = [];
      for (let row = 0; row < side; row++) for (let column = 0; column < side; column++) {
        const x = ((column + 0.5) / side) * 2 - 1, y = ((row + 0.5) / side) * 2 - 1;
        const far = shape === 0 ? Math.hypot(x, y) : shape === 1 ? Math.max(Math.abs(x), Math.abs(y)) * 1.12
          : shape === 2 ? Math.max(Math.abs(x) * 1.1 - y * 0.55 + 0.25, y * 1.05) : Math.abs(x) + Math.abs(y);
        if (side < 4 || far <= 1) inside.push(column, row);
      }
      this.masks.set(name, inside);
    }
    return this.masks.get(name);
  }
  draw(view, size, share = 1) {
    const { width, height } = this.canvas;
    if (!width || !height) return;
    if (!this.image || this.image.width !== width || this.image.height !== height) this.image = this.context.createImageData(width, height);
    const pixels = this.image.data, { xy, colours, shapes, order } = this;
    new Uint32Array(pixels.buffer).fill(0);
    const scale = view.scale * view.ratio, side = Math.max(1, Math.round(size * view.ratio)), half = side / 2;
    const left = width / 2 - view.x * scale - half, top = height / 2 + view.y * scale - half;
    for (let place = order.length - Math.ceil(order.length * share); place < order.length; place++) {
      const dot = order[place], x = Math.round(xy[2 * dot] * scale + left), y = Math.round(top - xy[2 * dot + 1] * scale);
      if (!(x >= 0 && y >= 0 && x + side < width && y + side < height)) continue;
      const from = 4 * dot, alpha = colours[from + 3];
      if (!alpha) continue;
      const mask = this.mask(shapes[dot], side);
      for (let at = 0; at < mask.length; at += 2) {
        const to = 4 * ((y + mask[at + 1]) * width + x + mask[at]);
        const under = pixels[to + 3], whole = alpha + (under * (255 - alpha)) / 255, share = alpha / whole;
        pixels[to] += (colours[from] - pixels[to]) * share;
        pixels[to + 1] += (colours[from + 1] - pixels[to + 1]) * share;
        pixels[to + 2] += (colours[from + 2] - pixels[to + 2]) * share;
        pixels[to + 3] = whole;
      }
    }
    this.context.putImageData(this.image, 0, 0);
  }
}

function dotsOn(canvas) {
  if (globalThis.nomenclatorDots === "pixels") return new PixelDots(canvas);
  try {
    return GlDots.made(canvas) ?? new PixelDots(canvas);
  } catch (problem) {
    console.info("The map is drawn without WebGL:", problem.message);
    return null; // the canvas is taken; another one can be drawn on by hand
  }
}
