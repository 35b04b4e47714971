import { ident } from '@cairn/db';
import type pg from 'pg';
import { BrokenGeometry, CurvedGeometry, boxOfWkb } from '../geometry/wkb.ts';
import { readCopy } from './read-copy.ts';

/** West, south, east and north. */
export type Box = [number, number, number, number];

/** PostgreSQL documentation, COPY, "Binary Format": signature, flags and the length of an extension that is never used. */
const HEADER_BYTES = 19;
/** In the place of the number of fields of a row. */
const END = -1;

/**
 * The extent of the geometries of one plain table, in its own coordinates; null when it is empty, or has arcs, of which only the
 * ends are known here. The whole column is held in memory: call it for small tables alone. The owner of the table need not be
 * trusted: COPY reads it as it is, while a query is planned first, and planning calls functions in the table's indexes,
 * statistics and policies with the rights of the caller. Throws what the driver throws.
 */
export async function readExtentByCopy(
  client: pg.ClientBase,
  { schema, table, column }: { schema: string; table: string; column: string },
): Promise<Box | null> {
  const copy = `COPY ${ident(schema)}.${ident(table)} (${ident(column)}) TO STDOUT (FORMAT binary)`;
  const bytes = await readCopy(client, copy);
  try {
    return boxOfRows(bytes);
  } catch (error) {
    if (error instanceof CurvedGeometry || error instanceof BrokenGeometry) return null;
    throw error;
  }
}

function boxOfRows(bytes: Buffer): Box | null {
  let all: Box | null = null;
  let at = HEADER_BYTES;
  while (bytes.readInt16BE(at) !== END) {
    const length = bytes.readInt32BE(at + 2);
    at += 6;
    if (length < 0) continue;
    const box = boxOfWkb(bytes.subarray(at, at + length));
    at += length;
    if (box) all = all ? united(all, box) : box;
  }
  return all;
}

function united(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
