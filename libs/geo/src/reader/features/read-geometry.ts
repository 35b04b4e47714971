import { BrokenGeometry, boxOfWkb, CurvedGeometry } from '../../geometry/wkb.ts';
import type { FeatureKind } from '../../reader-protocol/feature-types.ts';

const LITTLE_ENDIAN = 0x01;
const WITH_BOX = 0x02;
const EMPTY = 0x10;
const POINT = 1;
const POINT_BYTES = 21;

const KINDS: Record<number, FeatureKind> = {
  ...{ 1: 'point', 2: 'line', 3: 'polygon' },
  ...{ 4: 'point', 5: 'line', 6: 'polygon' },
};

export interface FeatureShape {
  /** A geometry of GeoPackage: header, box unless it is a point, ISO WKB. */
  blob: Uint8Array;
  /** Null for other kinds; `empty` without a position. */
  kind: FeatureKind | 'empty' | null;
  isMultiple: boolean;
  /** Null without a position. */
  box: Box | null;
}

type Box = [number, number, number, number];

/** ISO WKB, little-endian, as a GeoPackage holds it (OGC 12-128r18, 2.1.3). */
export function readGeometry(wkb: Buffer, srid: number): FeatureShape {
  const type = wkb.readUInt32LE(1) % 1000;
  if (type === POINT && wkb.length >= POINT_BYTES) {
    const [x, y] = [wkb.readDoubleLE(5), wkb.readDoubleLE(13)];
    const isEmpty = Number.isNaN(x);
    const blob = withHeader(wkb, { srid, flags: LITTLE_ENDIAN | (isEmpty ? EMPTY : 0), box: null });
    return { blob, kind: isEmpty ? 'empty' : 'point', isMultiple: false, box: isEmpty ? null : [x, y, x, y] };
  }
  const box = boxOf(wkb);
  const flags = LITTLE_ENDIAN | (box === null ? EMPTY : box === undefined ? 0 : WITH_BOX);
  const blob = withHeader(wkb, { srid, flags, box: box ?? null });
  return {
    blob,
    kind: box === null ? 'empty' : (KINDS[type] ?? null),
    isMultiple: type > 3,
    box: box ?? null,
  };
}

/** Undefined for surfaces whose box is not known here. */
function boxOf(wkb: Buffer): Box | null | undefined {
  try {
    return boxOfWkb(wkb);
  } catch (error) {
    if (error instanceof BrokenGeometry || error instanceof CurvedGeometry) return undefined;
    throw error;
  }
}

function withHeader(
  wkb: Buffer,
  { srid, flags, box }: { srid: number; flags: number; box: Box | null },
): Uint8Array {
  const size = 8 + (box ? 32 : 0);
  const blob = Buffer.allocUnsafe(size + wkb.length);
  blob[0] = 0x47;
  blob[1] = 0x50;
  blob[2] = 0;
  blob[3] = flags;
  blob.writeInt32LE(srid, 4);
  if (box) {
    const [west, south, east, north] = box;
    for (const [i, edge] of [west, east, south, north].entries()) blob.writeDoubleLE(edge, 8 + i * 8);
  }
  wkb.copy(blob, size);
  return blob;
}
