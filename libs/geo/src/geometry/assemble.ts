import type { Part } from './parts.ts';

export interface Assembly {
  srsId: number;
  hasZ: boolean;
  /** A single part becomes a geometry of many as well. */
  plural?: boolean;
  /** Leaves out the bounding box. */
  bare?: boolean;
}

const MULTI = 3;
const COLLECTION = 7;

/** Parts of `partsOf` as one GeoPackage geometry (OGC 12-128r18, clause 2.1.3); null without parts. */
export function assemble(parts: Part[], { srsId, hasZ, plural, bare }: Assembly): Uint8Array | null {
  const [first] = parts;
  if (!first) return null;
  const isPoint = parts.length === 1 && first.dimension === 0;
  const header = new Uint8Array(bare || isPoint ? 8 : 40);
  const view = new DataView(header.buffer);
  header.set([0x47, 0x50, 0, bare || isPoint ? 1 : 3]);
  view.setInt32(4, srsId, true);
  if (header.length > 8) {
    const [minX, minY, maxX, maxY] = boxOfParts(parts);
    for (const [i, value] of [minX, maxX, minY, maxY].entries()) view.setFloat64(8 + i * 8, value, true);
  }
  if (parts.length === 1 && !plural) return joined([header, first.wkb]);
  const isUniform = parts.every(({ dimension }) => dimension === first.dimension);
  const head = new Uint8Array(9);
  const headView = new DataView(head.buffer);
  head[0] = 1;
  headView.setUint32(1, (isUniform ? first.dimension + 1 + MULTI : COLLECTION) + (hasZ ? 1000 : 0), true);
  headView.setUint32(5, parts.length, true);
  return joined([header, head, ...parts.map(({ wkb }) => wkb)]);
}

/** Min x, min y, max x, max y. */
export function boxOfParts(parts: Part[]): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { wkb, dimension } of parts) {
    const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
    const step = view.getUint32(1, true) > 1000 ? 24 : 16;
    const paths = dimension === 2 ? view.getUint32(5, true) : 1;
    let at = dimension === 2 ? 9 : 5;
    for (let path = 0; path < paths; path += 1) {
      let count = 1;
      if (dimension > 0) {
        count = view.getUint32(at, true);
        at += 4;
      }
      for (let i = 0; i < count; i += 1, at += step) {
        const [x, y] = [view.getFloat64(at, true), view.getFloat64(at + 8, true)];
        if (x < box[0]) box[0] = x;
        if (y < box[1]) box[1] = y;
        if (x > box[2]) box[2] = x;
        if (y > box[3]) box[3] = y;
      }
    }
  }
  return box;
}

function joined(pieces: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
