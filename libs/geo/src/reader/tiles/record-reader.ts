import type { ByteReader } from './bytes.ts';
import type { GridBox } from './grid.ts';
import type { Positions, Stretch } from '../../geometry/positions.ts';
import { RUN } from './record.ts';
import type { Cursor, GridShape } from './record.ts';

/** A path, or the part of it that may be in the box: a line may be in several parts. */
export interface ReadPath extends Stretch {
  isHole: boolean;
  /** The whole path is in the box. */
  isInside: boolean;
}

export interface ReadRecord {
  kind: GridShape['kind'];
  /** It is smaller than a pixel, so that only its middle is stored. */
  isDot: boolean;
  positions: Positions;
  paths: ReadPath[];
}

/**
 * Reads the next record (see record.ts); null when it is outside the box. Parts far from the box are skipped. In rings the ends of
 * the runs replace them, which changes nothing in the box.
 * The positions are valid until the next record is read with the same `positions`.
 */
export function readRecord(
  reader: ByteReader,
  cursor: Cursor,
  { box, positions }: { box: GridBox; positions: Positions },
): ReadRecord | null {
  positions.length = 0;
  const head = reader.natural();
  const kind = (head % 4) as GridShape['kind'];
  const count = Math.floor(head / 8);
  cursor.x += reader.integer();
  cursor.y += reader.integer();
  const { x, y } = cursor;
  if (count === 0) {
    if (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) return null;
    positions.push(x, y);
    const path = { isHole: false, isInside: true, from: 0, to: 2 };
    return { kind, isDot: head % 8 >= 4, positions, paths: [path] };
  }
  const maxX = x + reader.natural();
  const maxY = y + reader.natural();
  const end = reader.natural() + reader.at;
  const place = placeOf({ minX: x, minY: y, maxX, maxY }, box);
  const paths: ReadPath[] = [];
  if (place !== 'outside') {
    const isInside = place === 'inside';
    const how = { origin: { x, y }, kind, box, positions, alone: count === 1, isInside };
    let isGone = false;
    for (let i = 0; i < count; i += 1) {
      const { isHole, pieces } = readPath(reader, how);
      // Holes follow their shell, and where it is not, they are not.
      if (isHole && isGone) continue;
      if (!isHole) isGone = pieces.length === 0;
      for (const piece of pieces) paths.push(piece);
    }
  }
  reader.at = end;
  return paths.length > 0 ? { kind, isDot: false, positions, paths } : null;
}

interface How {
  origin: Cursor;
  kind: GridShape['kind'];
  box: GridBox;
  positions: Positions;
  alone: boolean;
  isInside: boolean;
}

function readPath(reader: ByteReader, how: How): { isHole: boolean; pieces: ReadPath[] } {
  const head = reader.natural();
  const count = Math.floor(head / 2);
  const isHole = head % 2 === 1;
  if (how.alone) return { isHole, pieces: readRuns(reader, { ...how, count, isHole }) };
  const place = placeOf(readBox(reader, how.origin), how.box);
  const end = reader.natural() + reader.at;
  const pieces =
    place === 'outside' ? [] : readRuns(reader, { ...how, count, isHole, isInside: place === 'inside' });
  reader.at = end;
  return { isHole, pieces };
}

function readRuns(reader: ByteReader, path: How & { count: number; isHole: boolean }): ReadPath[] {
  const { count, isHole, isInside, kind, origin, positions } = path;
  let from = positions.length;
  if (count <= RUN) {
    readPositions(reader, { count, origin }, positions);
    return [{ isHole, isInside, from, to: positions.length }];
  }
  const pieces: ReadPath[] = [];
  const finish = () => {
    if (positions.length > from) pieces.push({ isHole, isInside, from, to: positions.length });
    from = positions.length;
  };
  let isBehindGap = false;
  const last = { x: 0, y: 0 };
  for (let done = 0; done < count; done += RUN) {
    const place = isInside ? 'inside' : placeOf(readBox(reader, origin), path.box);
    if (isInside) for (let i = 0; i < 4; i += 1) reader.natural();
    const end = reader.natural() + reader.at;
    const before = { ...last };
    last.x = origin.x + reader.natural();
    last.y = origin.y + reader.natural();
    if (place !== 'outside') {
      if (kind === 2 && isBehindGap) positions.push(before.x, before.y);
      readPositions(reader, { count: Math.min(RUN, count - done), origin }, positions);
    } else if (kind === 3) positions.push(last.x, last.y);
    else if (kind === 2) finish();
    isBehindGap = place === 'outside';
    reader.at = end;
  }
  finish();
  return pieces;
}

function readPositions(
  reader: ByteReader,
  { count, origin }: { count: number; origin: Cursor },
  positions: Positions,
): void {
  let { x, y } = origin;
  for (let i = 0; i < count; i += 1) {
    x += reader.integer();
    y += reader.integer();
    positions.push(x, y);
  }
}

function readBox(reader: ByteReader, origin: Cursor): GridBox {
  const minX = origin.x + reader.natural();
  const minY = origin.y + reader.natural();
  return { minX, minY, maxX: minX + reader.natural(), maxY: minY + reader.natural() };
}

export function placeOf(what: GridBox, box: GridBox): 'inside' | 'outside' | 'across' {
  if (what.minX > box.maxX || what.maxX < box.minX || what.minY > box.maxY || what.maxY < box.minY)
    return 'outside';
  const inside =
    what.minX >= box.minX && what.maxX <= box.maxX && what.minY >= box.minY && what.maxY <= box.maxY;
  return inside ? 'inside' : 'across';
}
