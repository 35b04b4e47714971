import type { Encoding } from '../postgis/columns.ts';

/** 2000-01-01 in milliseconds since 1970: where PostgreSQL counts from. */
const EPOCH_MS = 946_684_800_000;
const DAY_MS = 86_400_000;
const SHOWN_BYTES = 16;

/**
 * A field of a binary COPY as JSON carries it. Whole numbers beyond 2^53 and numbers that are not finite are texts, dates and moments are ISO 8601
 * in UTC, bytes are shown by the first of them as hexadecimal digits after 0x.
 */
export function readField(encoding: Encoding, bytes: Buffer): string | number | boolean {
  switch (encoding) {
    case 'bool':
      return bytes.readUInt8() !== 0;
    case 'int2':
      return bytes.readInt16BE();
    case 'int4':
      return bytes.readInt32BE();
    case 'int8': {
      const value = bytes.readBigInt64BE();
      return BigInt.asIntN(54, value) === value ? Number(value) : String(value);
    }
    case 'float8': {
      const value = bytes.readDoubleBE();
      return Number.isFinite(value) ? value : String(value);
    }
    case 'text':
      return bytes.toString('utf8');
    case 'date':
      return new Date(EPOCH_MS + bytes.readInt32BE() * DAY_MS).toISOString().slice(0, 10);
    case 'timestamptz':
      return toMoment(bytes.readBigInt64BE());
    case 'bytea':
      return `0x${bytes.toString('hex', 0, SHOWN_BYTES)}${bytes.length > SHOWN_BYTES ? '…' : ''}`;
  }
}

/** With as many digits of the second as it needs. */
function toMoment(micros: bigint): string {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const second = new Date(EPOCH_MS + Number((micros - fraction) / 1_000n)).toISOString().slice(0, -5);
  const digits = String(fraction).padStart(6, '0').replace(/0+$/, '');
  return `${second}${digits === '' ? '' : `.${digits}`}Z`;
}
