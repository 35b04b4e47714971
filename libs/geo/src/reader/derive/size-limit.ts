import type { DatabaseSync } from 'node:sqlite';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import { ident } from '../geopackage/attach.ts';

/** Of a result, in characters or bytes beyond what the files hold: a small file may give a large result. */
const MAX_SIZE = 1_000_000_000;

/** Adds a size to those before it. */
export type SizeLimit = (size: number) => void;

/**
 * Adds up what a derivation writes beyond what its files hold; the sentence is for users and names the limit.
 * The returned function throws.
 * @throws {Refusal} conflict when the sizes are too large together.
 */
export function createSizeLimit(sentence: (limit: string) => string, max = MAX_SIZE): SizeLimit {
  let total = 0;
  return (size) => {
    total += size;
    if (total > max) throw new Refusal('conflict', 'vault.too_much_text', sentence(max.toLocaleString('en')));
  };
}

export function createCopyLimit(max?: number): SizeLimit {
  return createSizeLimit(
    (limit) =>
      `The attributes that the result repeats exceed ${limit} bytes. Filter or clip the datasets first, or leave out fields with long texts.`,
    max,
  );
}

/** Counts the attributes of each row of a layer from its second copy on; rows have the places that `numberRows` gave. */
export function countCopies(
  db: DatabaseSync,
  { layer, schema, places }: { layer: GeopackageLayer; schema: string; places: string },
  limit: SizeLimit,
): (place: number) => void {
  const columns = layer.columns.map(({ name }) => `octet_length(${ident(name)})`);
  const sizes = db.prepare(
    `SELECT ${['0', ...columns].join(', ')} FROM ${schema}.${ident(layer.name)}
      WHERE ${layer.rowNumber} = (SELECT id FROM temp.${places} WHERE grp = ?)`,
  );
  sizes.setReturnArrays(true);
  const sizeOf = (place: number) => {
    const row = (sizes.get(place) ?? []) as unknown as (number | null)[];
    return row.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  };
  // Of rows that were copied before.
  const copied = new Float64Array(layer.featureCount).fill(-1);
  return (place) => {
    const size = copied[place] as number;
    if (size >= 0) limit(size);
    else copied[place] = sizeOf(place);
  };
}
