import type { Path, Shape } from './wkb.ts';

/** The shapes as one GeoPackage geometry without an envelope, in the CRS of the geometry that they come from. */
export function toGeopackage(shapes: Shape[], original: Uint8Array): Uint8Array {
  const flags = original[3] ?? 1;
  const srs = new DataView(original.buffer, original.byteOffset, 8).getInt32(4, (flags & 1) === 1);
  const positions = shapes.reduce((sum, { paths }) => sum + paths.reduce((n, { xy }) => n + xy.length, 0), 0);
  const paths = shapes.reduce((sum, shape) => sum + shape.paths.length, 0);
  const out = Buffer.alloc(64 + positions * 8 + (paths + positions / 2) * 16 + shapes.length * 16);
  const writer: Writer = { out, at: 0 };
  out.write('GP');
  out[3] = 1;
  out.writeInt32LE(srs, 4);
  writer.at = 8;
  const filled = shapes.filter((shape) => shape.paths.length > 0);
  if (filled.length === 1) writeShape(writer, filled[0]!);
  else {
    begin(writer, 7, filled.length);
    for (const shape of filled) writeShape(writer, shape);
  }
  return out.subarray(0, writer.at);
}

interface Writer {
  out: Buffer;
  at: number;
}

function writeShape(writer: Writer, { kind, paths }: Shape): void {
  const groups = kind === 3 ? polygonsOf(paths) : paths.map((path) => [path]);
  if (kind === 1) {
    const { xy } = paths[0]!;
    begin(writer, 4, xy.length / 2);
    for (let i = 0; i < xy.length; i += 2) {
      begin(writer, 1, null);
      writeNumbers(writer, xy.subarray(i, i + 2));
    }
    return;
  }
  begin(writer, kind === 2 ? 5 : 6, groups.length);
  for (const group of groups) {
    if (kind === 3) begin(writer, 3, group.length);
    for (const { xy } of group) {
      if (kind === 2) begin(writer, 2, xy.length / 2);
      else writer.at = writer.out.writeUInt32LE(xy.length / 2, writer.at);
      writeNumbers(writer, xy);
    }
  }
}

/** Each shell with the holes that follow it. */
function polygonsOf(paths: Path[]): Path[][] {
  const polygons: Path[][] = [];
  for (const path of paths)
    if (path.role === 'hole') polygons.at(-1)?.push(path);
    else polygons.push([path]);
  return polygons;
}

/** Byte order, type, and the count that follows where there is one. */
function begin(writer: Writer, type: number, count: number | null): void {
  writer.at = writer.out.writeUInt8(1, writer.at);
  writer.at = writer.out.writeUInt32LE(type, writer.at);
  if (count !== null) writer.at = writer.out.writeUInt32LE(count, writer.at);
}

function writeNumbers(writer: Writer, numbers: Float64Array): void {
  for (const number of numbers) writer.at = writer.out.writeDoubleLE(number, writer.at);
}
