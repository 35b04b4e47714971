import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type pg from 'pg';

/** Rows of the first part; the next ones have as many as make about so many bytes. */
const FIRST_ROWS = 1_000;
const PART_BYTES = 1024 * 1024;
const MAX_PART_ROWS = 20_000;
const PIECE_BYTES = 256 * 1024;

interface Written {
  features: number;
  /** Rows of the table. */
  rows: number;
}

interface FeatureQuery {
  /** Of rows with a feature as GeoJSON text, null for a row that is only counted, and the number of rows of the table for which it stands. */
  text: string;
  values: unknown[];
  /** Features beyond this number are only counted. */
  limit: number;
  isTruncated(written: Written): Promise<boolean>;
}

/**
 * Writes a FeatureCollection with `count`, the number of its features, and `truncated`, in a transaction. Nothing is sent before the first
 * rows have come, so that a failing query is answered with its error.
 */
export async function sendFeatures(
  client: pg.ClientBase,
  res: Response,
  { text, values, limit, isTruncated }: FeatureQuery,
): Promise<void> {
  const written: Written = { features: 0, rows: 0 };
  // Not a portal of the driver, whose limit of time would go on after the rows.
  await client.query(`DECLARE features NO SCROLL CURSOR FOR ${text}`, values);
  const fetch = (count: number) => {
    const part = fetchPart(client, count, { written, limit });
    // A reader may leave before it has these.
    part.catch(() => undefined);
    return part;
  };
  const first = await fetch(FIRST_ROWS);

  async function* bytes(): AsyncGenerator<Buffer> {
    yield Buffer.from('{"type":"FeatureCollection","features":[');
    let part = first;
    while (!part.isLast) {
      // The database works on the next part while this one is sent.
      const next = fetch(nextCount(part));
      yield* part.pieces;
      part = await next;
    }
    yield* part.pieces;
    const truncated = await isTruncated(written);
    yield Buffer.from(`\n],"count":${written.features},"truncated":${truncated}}\n`);
  }

  res.statusCode = 200;
  res.setHeader('Content-Type', 'application/geo+json; charset=utf-8');
  await pipeline(Readable.from(bytes(), { objectMode: false }), res);
}

interface Part {
  pieces: Buffer[];
  rows: number;
  isLast: boolean;
}

const TEXT_OID = 25;

/**
 * The next rows as bytes of features. They are taken from the driver value by value: to keep the texts until the last one has come would make
 * the garbage collector move them all.
 */
async function fetchPart(
  client: pg.ClientBase,
  count: number,
  { written, limit }: { written: Written; limit: number },
): Promise<Part> {
  const writer = createPieces();
  function take(feature: string): null {
    if (written.features >= limit) return null;
    writer.write(`${written.features > 0 ? ',' : ''}\n${feature}`);
    written.features += 1;
    return null;
  }
  const { rows } = await client.query<[null, number]>({
    ...{ text: `FETCH ${count} FROM features`, rowMode: 'array' },
    types: { getTypeParser: (oid: number) => (oid === TEXT_OID ? take : Number) },
  });
  for (const [, n] of rows) written.rows += n;
  return { pieces: writer.end(), rows: rows.length, isLast: rows.length < count };
}

function nextCount({ pieces, rows }: Part): number {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const count = Math.floor((PART_BYTES * rows) / Math.max(bytes, 1));
  return Math.min(Math.max(count, 1), MAX_PART_ROWS);
}

/** Texts as bytes, in pieces of one size, or of a larger one for a large text. */
function createPieces() {
  const pieces: Buffer[] = [];
  let piece = Buffer.alloc(0);
  let at = 0;
  return {
    write(text: string): void {
      // A letter takes at most three bytes for each unit of UTF-16.
      const room = text.length * 3;
      if (at + room > piece.length) {
        if (at > 0) pieces.push(piece.subarray(0, at));
        piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, room));
        at = 0;
      }
      at += piece.write(text, at);
    },
    end(): Buffer[] {
      if (at > 0) pieces.push(piece.subarray(0, at));
      return pieces;
    },
  };
}
