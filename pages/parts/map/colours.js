// Which colour each dot has, and what the legend says of it. Okabe and Ito's colours for the seven largest kinds, grey
// for the rest, which the legend brings out one at a time; ordered things on the viridis scale.

const PALETTE = [[0, 114, 178], [213, 94, 0], [0, 158, 115], [204, 121, 167], [230, 159, 0], [86, 180, 233], [240, 228, 66]];
const DARK_YELLOW = [196, 176, 0]; // the seventh is too pale on white
const VIRIDIS = [[68, 1, 84], [65, 68, 135], [42, 120, 142], [34, 168, 132], [122, 209, 81], [253, 231, 37]];
const NOTHING = [140, 148, 150], INK = [17, 24, 26], PALE = [238, 242, 242];

function scale(share, dark) { // the ends that would vanish in the background are left out
  const at = (dark ? 0.22 + 0.78 * share : 0.9 * share) * (VIRIDIS.length - 1);
  const low = Math.min(VIRIDIS.length - 2, Math.floor(at));
  return VIRIDIS[low].map((part, channel) => Math.round(part + (VIRIDIS[low + 1][channel] - part) * (at - low)));
}

function hue(place, dark) {
  const found = PALETTE[place % PALETTE.length];
  return !dark && place % PALETTE.length === 6 ? DARK_YELLOW : found;
}

// The kinds of a colouring: {title, count, colour, shape}; `of` gives each dot its kind.
function kindsOf(colour, maps, dark) {
  const map = maps[0], of = new Uint16Array(map.n);
  let titles = [], ordered = false;
  if (colour.mode === "level") {
    ordered = true;
    const deepest = map.levels.reduce((most, level) => (level < 255 && level > most ? level : most), 0);
    titles = Array.from({ length: deepest + 1 }, (_, level) => (level ? `Level ${level}` : "Level 0 (top)"));
    titles.push("No level");
    for (let dot = 0; dot < map.n; dot++) of[dot] = map.levels[dot] === 255 ? deepest + 1 : map.levels[dot];
  } else if (colour.mode === "agreement" && maps[1]?.shares) {
    ordered = true;
    titles = ["None in common", "1–20 %", "21–40 %", "41–60 %", "61–80 %", "81–100 %", "Not readable"];
    for (let dot = 0; dot < map.n; dot++) {
      const share = maps[1].shares[dot];
      of[dot] = share === 255 ? 6 : share === 0 ? 0 : Math.min(5, Math.ceil(share / 20));
    }
  } else if (colour.mode === "label") {
    titles = [...colour.titles, "Not labelled"];
    of.fill(colour.titles.length);
    colour.points.forEach((dot, at) => { of[dot] = colour.values[at]; });
  } else {
    titles = (colour.mode === "source" ? map.sourceNames : map.classNames).map((title) => title || (colour.mode === "source" ? "No source" : "No class"));
    of.set(colour.mode === "source" ? map.sources : map.classes);
  }
  const without = { level: "No level", agreement: "Not readable", label: "Not labelled" }[colour.mode] ?? (colour.mode === "source" ? "No source" : "No class");
  const counts = new Uint32Array(titles.length);
  for (const kind of of) counts[kind]++;
  const last = titles.length - (titles.at(-1) === without ? 1 : 0);
  const largest = titles.map((_, place) => place).slice(0, last).sort((one, other) => counts[other] - counts[one] || one - other);
  const rank = new Map(largest.map((place, at) => [place, at]));
  const kinds = titles.map((title, place) => {
    const at = rank.get(place) ?? PALETTE.length, plain = place >= last || (!ordered && at >= PALETTE.length);
    return {
      title, count: counts[place], shape: ordered || plain ? 0 : at % SHAPES, quiet: plain,
      colour: plain ? NOTHING : ordered ? scale(last > 1 ? place / (last - 1) : 0, dark) : hue(at, dark),
    };
  });
  return { kinds, of };
}

function swatch(kind) {
  const svg = drawing("svg", { viewBox: "-6 -6 12 12", "aria-hidden": "true" });
  const d = ["M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0", "M-4.5-4.5h9v9h-9z", "M0-5L5.2 4.4H-5.2z", "M0-5.6L5.6 0L0 5.6L-5.6 0z"][kind.shape];
  svg.append(drawing("path", { d, fill: `rgb(${kind.colour.join(",")})` }));
  return svg;
}
