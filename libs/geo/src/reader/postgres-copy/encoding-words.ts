import type { Encoding } from '../../postgis/columns.ts';

/** What a column takes, for sentences: `… is not a whole number`. */
export const ENCODING_WORDS: Record<Encoding, string> = {
  bool: 'boolean',
  int2: '16-bit whole number',
  int4: '32-bit whole number',
  int8: 'whole number',
  float8: 'number',
  text: 'text',
  date: 'date',
  timestamptz: 'date with time',
  bytea: 'binary value',
};
