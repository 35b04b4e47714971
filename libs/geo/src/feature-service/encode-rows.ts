import type { EsriColumn, EsriEncoding } from './columns.ts';

/** A value that does not fit the type of its column. */
export class ValueMismatch extends Error {
  readonly column: EsriColumn;
  constructor(column: EsriColumn) {
    super(`A value of the field "${column.source}" is not of the type that the service declares.`);
    this.column = column;
  }
}

/** PostgreSQL documentation, COPY, "Binary Format": signature, flags, and the length of an extension that is never used. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** 2000-01-01, from which PostgreSQL counts, in milliseconds. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
const UUID = /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;
const INT4 = 2 ** 31;
const INT8 = 2n ** 63n;

export interface EncodedRow {
  /** Null when the database numbers the rows. */
  key: unknown;
  attributes: Record<string, unknown>;
  /** EWKB. Undefined for a table without geometries. */
  geometry: Buffer | null | undefined;
}

const KEY: EsriColumn = { source: 'object id', name: '', encoding: 'int8' };

/** Rows as one binary COPY. @throws {ValueMismatch} */
export function encodeRows(rows: EncodedRow[], columns: EsriColumn[]): Buffer {
  const out = new Bytes();
  out.bytes(HEADER);
  for (const { key, attributes, geometry } of rows) {
    out.int2(columns.length + Number(key !== null) + Number(geometry !== undefined));
    if (key !== null) writeValue(out, key, KEY);
    for (const column of columns) {
      const value = attributes[column.source] ?? null;
      if (value === null) out.int4(-1);
      else if (column.descriptions) writeDescription(out, column.descriptions, value);
      else writeValue(out, value, column);
    }
    if (geometry === null) out.int4(-1);
    else if (geometry) out.sized(geometry);
  }
  out.int2(-1);
  return out.done();
}

function writeDescription(out: Bytes, descriptions: Record<string, string>, value: unknown): void {
  const key = String(value);
  if (Object.hasOwn(descriptions, key)) out.text(descriptions[key]!);
  else out.int4(-1);
}

function writeValue(out: Bytes, value: unknown, column: EsriColumn): void {
  if (!WRITERS[column.encoding](out, value)) throw new ValueMismatch(column);
}

/** Each returns false for a value that does not fit. */
const WRITERS: Record<EsriEncoding, (out: Bytes, value: unknown) => boolean> = {
  int2(out, value) {
    if (!isWithin(value, 32_768)) return false;
    out.int4(2);
    out.int2(value);
    return true;
  },
  int4(out, value) {
    if (!isWithin(value, INT4)) return false;
    out.int4(4);
    out.int4(value);
    return true;
  },
  int8(out, value) {
    const whole = toBigInt(value);
    if (whole === null || whole >= INT8 || whole < -INT8) return false;
    out.int4(8);
    out.int8(whole);
    return true;
  },
  float4(out, value) {
    if (typeof value !== 'number' || Math.abs(value) > 3.4028234663852886e38) return false;
    out.int4(4);
    out.float4(value);
    return true;
  },
  float8(out, value) {
    const number = typeof value === 'bigint' ? Number(value) : value;
    if (typeof number !== 'number') return false;
    out.int4(8);
    out.float8(number);
    return true;
  },
  text(out, value) {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string);
    // PostgreSQL's text has no NUL.
    out.text(text.includes('\0') ? text.replaceAll('\0', '') : text);
    return true;
  },
  date(out, value) {
    const days = toDays(value);
    if (days === null) return false;
    out.int4(4);
    out.int4(days);
    return true;
  },
  time(out, value) {
    const match =
      typeof value === 'string' && /^(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,6})?)?$/.exec(value.trim());
    if (!match) return false;
    const [, hours, minutes, seconds = '0', fraction = '0'] = match;
    const micros =
      ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1e6 +
      Math.round(Number(fraction) * 1e6);
    if (micros > 86_400e6) return false;
    out.int4(8);
    out.int8(BigInt(micros));
    return true;
  },
  timestamptz(out, value) {
    const ms =
      typeof value === 'string' ? Date.parse(value.trim().replace(' ', 'T').replace(' ', '')) : value;
    if (typeof ms !== 'number' || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return false;
    out.int4(8);
    out.int8(BigInt(Math.round((ms - EPOCH_MS) * 1000)));
    return true;
  },
  uuid(out, value) {
    const match = typeof value === 'string' && UUID.exec(value.trim());
    if (!match) return false;
    out.sized(Buffer.from(match.slice(1).join(''), 'hex'));
    return true;
  },
  bytea(out, value) {
    if (typeof value !== 'string') return false;
    out.sized(Buffer.from(value, 'base64'));
    return true;
  },
};

function isWithin(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= -limit && value < limit;
}

function toBigInt(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : null;
}

/** Days from 2000-01-01 of "2024-02-29", or of milliseconds as older servers send them. */
function toDays(value: unknown): number | null {
  const isText = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value.trim());
  const ms = isText ? Date.parse(`${value.trim()}T00:00:00Z`) : value;
  if (typeof ms !== 'number' || !Number.isFinite(ms)) return null;
  return Math.floor((ms - EPOCH_MS) / DAY_MS);
}

/** A buffer that grows. Numbers are big-endian. */
class Bytes {
  private buffer = Buffer.allocUnsafe(256 * 1024);
  private at = 0;

  private room(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.at + bytes));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }

  int2(value: number): void {
    this.room(2);
    this.at = this.buffer.writeInt16BE(value, this.at);
  }

  int4(value: number): void {
    this.room(4);
    this.at = this.buffer.writeInt32BE(value, this.at);
  }

  int8(value: bigint): void {
    this.room(8);
    this.at = this.buffer.writeBigInt64BE(value, this.at);
  }

  float4(value: number): void {
    this.room(4);
    this.at = this.buffer.writeFloatBE(value, this.at);
  }

  float8(value: number): void {
    this.room(8);
    this.at = this.buffer.writeDoubleBE(value, this.at);
  }

  bytes(value: Uint8Array): void {
    this.room(value.length);
    this.buffer.set(value, this.at);
    this.at += value.length;
  }

  sized(value: Uint8Array): void {
    this.int4(value.length);
    this.bytes(value);
  }

  text(value: string): void {
    const most = value.length * 3;
    this.room(4 + most);
    const length = this.buffer.write(value, this.at + 4);
    this.at = this.buffer.writeInt32BE(length, this.at) + length;
  }

  done(): Buffer {
    return this.buffer.subarray(0, this.at);
  }
}
