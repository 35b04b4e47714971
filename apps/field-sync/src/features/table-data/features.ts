import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type pg from 'pg';
import { createMinorGc } from '@cairn/files';

/** Texts of the first part; the next ones have as many as make about so many bytes. */
const FIRST_TEXTS = 16;
const PART_BYTES = 1024 * 1024;
const MAX_PART_TEXTS = 20_000;
const PIECE_BYTES = 256 * 1024;
/** For each byte that is sent the driver takes about three: what it receives, and twice as much to put messages together. */
const DRIVER_SHARE = 4;

interface Written {
  features: number;
  /** Rows of the table. */
  rows: number;
}

interface FeatureQuery {
  /**
   * Of a text with features as GeoJSON (null for rows that are only counted), their number, and the number of rows of the table for which they
   * stand. A text of several features takes the driver less time and memory than as many texts.
   */
  text: string;
  values: unknown[];
  /** Texts beyond this number, of one feature each, are only counted. */
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
  // Not a portal of the driver, whose time limit would outlast the rows.
  await client.query(`DECLARE features NO SCROLL CURSOR FOR ${text}`, values);
  const fetch = (count: number) => {
    const part = fetchPart(client, count, { written, limit });
    // A reader may leave before it has these.
    part.catch(() => undefined);
    return part;
  };
  const first = await fetch(FIRST_TEXTS);

  async function* bytes(): AsyncGenerator<Buffer> {
    yield Buffer.from('{"type":"FeatureCollection","features":[');
    let part = first;
    const collect = createMinorGc();
    while (!part.isLast) {
      // The database works on the next part while this one is sent.
      const next = fetch(nextCount(part));
      yield* part.pieces;
      collect(part.bytes * DRIVER_SHARE);
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
  texts: number;
  bytes: number;
  isLast: boolean;
}

const TEXT_OID = 25;

/**
 * The next texts as bytes. They are taken from the driver value by value: to keep the texts until the last one has come would make
 * the garbage collector move them all.
 */
async function fetchPart(
  client: pg.ClientBase,
  count: number,
  { written, limit }: { written: Written; limit: number },
): Promise<Part> {
  const writer = createPieces();
  let left = limit - written.features;
  let separator = written.features > 0 ? ',\n' : '\n';
  function take(features: string): null {
    left -= 1;
    if (left < 0) return null;
    writer.write(separator + features);
    separator = ',\n';
    return null;
  }
  const { rows } = await client.query<[null, number, number]>({
    ...{ text: `FETCH ${count} FROM features`, rowMode: 'array' },
    types: { getTypeParser: (oid: number) => (oid === TEXT_OID ? take : Number) },
  });
  for (const [, features, tableRows] of rows) {
    written.features = Math.min(written.features + features, limit);
    written.rows += tableRows;
  }
  const pieces = writer.end();
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return { pieces, texts: rows.length, bytes, isLast: rows.length < count };
}

function nextCount({ texts, bytes }: Part): number {
  const count = Math.floor((PART_BYTES * texts) / Math.max(bytes, 1));
  return Math.min(Math.max(count, 1), MAX_PART_TEXTS);
}

/** Texts as bytes, in pieces of one size, or of a larger one for a large text. */
function createPieces() {
  const pieces: Buffer[] = [];
  let piece = Buffer.alloc(0);
  let at = 0;
  return {
    write(text: string): void {
      const room = Buffer.byteLength(text);
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
