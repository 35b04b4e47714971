import type { FeatureValue } from '../../reader-protocol/feature-types.ts';

export type SqliteValue = number | bigint | string | Uint8Array | null;

const TWO_32 = 2 ** 32;
/** `2024-04-16 06:00:00.123456+00`; years before 1 and infinities have other forms. */
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?(\+00)?$/;

/** A field of a binary COPY as SQLite stores it. What a GeoPackage has no form for, such as an infinite date, is null. */
export function readValue(value: FeatureValue, bytes: Buffer, [at, length]: [number, number]): SqliteValue {
  switch (value) {
    case 'integer': {
      const number = bytes.readInt32BE(at) * TWO_32 + bytes.readUInt32BE(at + 4);
      return Number.isSafeInteger(number) ? number : bytes.readBigInt64BE(at);
    }
    case 'real':
      return bytes.readDoubleBE(at);
    case 'boolean':
      return bytes[at] as number;
    case 'blob':
      return bytes.subarray(at, at + length);
    case 'date':
      return length === 10 ? bytes.toString('latin1', at, at + length) : null;
    case 'datetime':
      return toMoment(bytes.toString('latin1', at, at + length));
    default:
      return bytes.toString('utf8', at, at + length);
  }
}

/** In UTC with milliseconds, as the standard requires (OGC 12-128r18, table 1). */
function toMoment(text: string): string | null {
  const parts = MOMENT.exec(text);
  if (!parts) return null;
  const fraction = (parts[3] ?? '.000').slice(0, 4).padEnd(4, '0');
  return `${parts[1]}T${parts[2]}${fraction}Z`;
}
