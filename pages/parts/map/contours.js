// Thin lines around where many names lie, between the dots, which would hide them, and the words; each line is one path
// in the map's own units.

class Contours {
  constructor(canvas) { Object.assign(this, { canvas, context: canvas.getContext("2d") }); }
  paths(map) {
    map.contourPaths ??= map.contours.map((_, at) => {
      const path = new Path2D(), pieces = map[`contour${at}`];
      for (let from = 0; from < pieces.length; from += 4) {
        path.moveTo(pieces[from], pieces[from + 1]);
        path.lineTo(pieces[from + 2], pieces[from + 3]);
      }
      return path;
    });
    return map.contourPaths;
  }
  draw(view, look, map) {
    const { context, canvas } = this, scale = view.scale * view.ratio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (!map) return;
    context.setTransform(scale, 0, 0, -scale, canvas.width / 2 - view.x * scale, canvas.height / 2 + view.y * scale);
    this.paths(map).forEach((path, at) => { // the densest part is the strongest; a seam sets it off from the dots
      for (const [colour, width, alpha] of [[look.background, 2.6, 0.35], [look.text, 0.9, 0.62 - 0.1 * at]]) {
        context.strokeStyle = colour;
        context.lineWidth = width / view.scale;
        context.globalAlpha = alpha;
        context.stroke(path);
      }
    });
    context.globalAlpha = 1;
  }
}
