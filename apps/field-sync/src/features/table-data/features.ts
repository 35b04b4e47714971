import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type pg from 'pg';

/** A feature as GeoJSON text; null for a row that is only counted. */
export interface FeatureRow {
  feature: string | null;
  /** How many rows of the table it stands for. */
  n: number;
}

const ROWS_AT_ONCE = 2_000;

/** The rows of a query in parts, as the reader takes them; in a transaction. */
export async function* readFeatures(
  client: pg.ClientBase,
  text: string,
  values: unknown[],
): AsyncGenerator<FeatureRow[]> {
  // Not a portal of the driver, whose limit of time would go on after the rows.
  await client.query(`DECLARE features NO SCROLL CURSOR FOR ${text}`, values);
  const fetch = () => {
    const rows = client
      .query<FeatureRow>(`FETCH ${ROWS_AT_ONCE} FROM features`)
      .then((result) => result.rows);
    // A reader may leave before it has these.
    rows.catch(() => undefined);
    return rows;
  };
  for (let waiting = fetch(); ;) {
    const rows = await waiting;
    const isLast = rows.length < ROWS_AT_ONCE;
    // The database works on the next part while this one is sent.
    if (!isLast) waiting = fetch();
    if (rows.length > 0) yield rows;
    if (isLast) return;
  }
}

export interface Written {
  features: number;
  /** Rows of the table. */
  rows: number;
}

/**
 * Writes a FeatureCollection with `count`, the number of its features, and `truncated`. Nothing is sent before the first rows have come,
 * so that a failing query is answered with its error.
 */
export async function sendFeatures(
  res: Response,
  batches: AsyncGenerator<FeatureRow[]>,
  { limit, isTruncated }: { limit: number; isTruncated(written: Written): Promise<boolean> },
): Promise<void> {
  const written: Written = { features: 0, rows: 0 };
  const first = await batches.next();

  async function* text(): AsyncGenerator<string> {
    yield '{"type":"FeatureCollection","features":[';
    for (let part = first; !part.done; part = await batches.next()) {
      let piece = '';
      for (const { feature, n } of part.value) {
        written.rows += n;
        if (feature === null || written.features >= limit) continue;
        piece += `${written.features > 0 ? ',' : ''}\n${feature}`;
        written.features += 1;
      }
      yield piece;
    }
    const truncated = await isTruncated(written);
    yield `\n],"count":${written.features},"truncated":${truncated}}\n`;
  }

  res.statusCode = 200;
  res.setHeader('Content-Type', 'application/geo+json; charset=utf-8');
  await pipeline(Readable.from(text(), { objectMode: false }), res);
}
