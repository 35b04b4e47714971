/**
 * The box of a geometry from the first bytes of its GeoPackage blob: the header's envelope, else the coordinates of a
 * point. Null when these bytes are not enough. OGC 12-128r18, clause 2.1.3.
 */
export function boxOf(head: Uint8Array): [number, number, number, number] | null {
  if (head.length < 8 || head[0] !== 0x47 || head[1] !== 0x50) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const flags = head[3] as number;
  const little = (flags & 1) === 1;
  const kind = (flags >> 1) & 7;
  if (kind >= 1 && kind <= 4 && head.length >= 40) {
    const [minX, maxX, minY, maxY] = [8, 16, 24, 32].map((at) => view.getFloat64(at, little)) as [
      number,
      number,
      number,
      number,
    ];
    return [minX, minY, maxX, maxY];
  }
  if (kind !== 0 || head.length < 29) return null;
  const wkbLittle = head[8] === 1;
  if (view.getUint32(9, wkbLittle) % 1000 !== 1) return null;
  const x = view.getFloat64(13, wkbLittle);
  const y = view.getFloat64(21, wkbLittle);
  return Number.isNaN(x) ? null : [x, y, x, y];
}
