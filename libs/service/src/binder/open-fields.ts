import { badRequest } from '../errors.ts';
import type { PairSource } from './query.ts';

/** Values of the names that a contract does not declare, in the order in which they were sent. */
export type OpenFields = Readonly<Record<string, string[]>>;

/** No open fields. */
export const NO_OPEN_FIELDS: OpenFields = Object.freeze(Object.create(null) as Record<string, string[]>);

const MAX_NAMES = 200;
const MAX_BYTES = 64 * 1024;

/**
 * The names that are not declared, with every value. The record has no prototype, so any name is only data.
 * @throws {AppError} 400 for more than 200 names, or more than 64 KiB of names and values
 */
export function readOpenFields(
  pairs: ReadonlyMap<string, string[]>,
  { place, declares }: PairSource,
): OpenFields {
  const fields = Object.create(null) as Record<string, string[]>;
  let names = 0;
  let bytes = 0;
  for (const [name, values] of pairs) {
    if (declares(name)) continue;
    names += 1;
    bytes += Buffer.byteLength(name) + values.reduce((sum, value) => sum + Buffer.byteLength(value), 0);
    if (names > MAX_NAMES || bytes > MAX_BYTES) {
      throw badRequest(
        'request.too_many_fields',
        `The ${place} has more than ${MAX_NAMES} names or 64 KiB of values; send fewer.`,
      );
    }
    fields[name] = values;
  }
  return fields;
}
