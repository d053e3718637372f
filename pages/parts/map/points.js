// Takes the points of one map out of a block of bytes and keeps them for every canvas of the window. Draws nothing.

const KEPT = 6;
const READ = {
  f4: (part) => new Float32Array(part.buffer), u1: (part) => part,
  u2: (part) => new Uint16Array(part.buffer), i2: (part) => new Int16Array(part.buffer),
  text: (part) => new TextDecoder().decode(part).split("\n"),
};

export default function ({ data }) {
  const maps = (globalThis.nomenclatorMaps ??= new Map());
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  const length = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  if (!maps.has(head.key)) {
    const map = { ...head, parts: undefined };
    for (const [name, kind, from, size] of head.parts) map[name] = READ[kind](bytes.slice(from, from + size));
    while (maps.size >= KEPT) maps.delete(maps.keys().next().value);
    maps.set(head.key, map);
  }
  window.dispatchEvent(new CustomEvent("nomenclator-map", { detail: head.key }));
}
