import { Buffer } from 'node:buffer';
import type { Encoding } from '../../postgis/columns.ts';
import { plainText } from '../geopackage/attach.ts';

const SIZE = 512 * 1024;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** 2000-01-01 in milliseconds since 1970: where PostgreSQL counts from. */
const EPOCH_MS = 946_684_800_000;
const DAY_MS = 86_400_000;
const TWO_32 = 2 ** 32;

export interface CopyBuffer {
  beginRow(fields: number): void;
  /** False when the value is not of this kind; the row is broken then. */
  put(encoding: Encoding, value: unknown): boolean;
  putNull(): void;
  putBytes(bytes: Uint8Array, from: number): void;
  /** One geometry as a collection of its kind with one member. */
  putWrapped(bytes: Uint8Array, from: number, header: { little: boolean; type: number }): void;
  end(): void;
}

/** Collects rows of PostgreSQL's binary COPY and hands them on in large pieces. */
export function openCopyBuffer(write: (bytes: Uint8Array) => void): CopyBuffer {
  let buffer = Buffer.allocUnsafe(SIZE);
  let at = SIGNATURE.copy(buffer, 0);
  at = buffer.writeInt32BE(0, at);
  at = buffer.writeInt32BE(0, at);

  function room(bytes: number): void {
    if (at + bytes <= buffer.length) return;
    flush();
    if (bytes > buffer.length) buffer = Buffer.allocUnsafe(bytes);
  }
  function flush(): void {
    if (at > 0) write(buffer.subarray(0, at));
    at = 0;
  }
  function int(bytes: 2 | 4, value: number): void {
    room(bytes + 4);
    at = buffer.writeInt32BE(bytes, at);
    at = buffer.writeIntBE(value, at, bytes);
  }
  function wide(value: number | bigint): void {
    room(12);
    at = buffer.writeInt32BE(8, at);
    if (typeof value === 'bigint') at = buffer.writeBigInt64BE(value, at);
    else {
      at = buffer.writeInt32BE(Math.floor(value / TWO_32), at);
      at = buffer.writeUInt32BE(value - Math.floor(value / TWO_32) * TWO_32, at);
    }
  }
  function text(value: string): void {
    const plain = value.includes('\0') ? plainText(value) : value;
    // A letter takes at most three bytes for each unit of UTF-16.
    room(plain.length * 3 + 4);
    const bytes = buffer.write(plain, at + 4);
    buffer.writeInt32BE(bytes, at);
    at += bytes + 4;
  }
  function bytes(value: Uint8Array, from: number): void {
    const length = value.length - from;
    room(length + 4);
    at = buffer.writeInt32BE(length, at);
    buffer.set(from === 0 ? value : value.subarray(from), at);
    at += length;
  }
  function putNull(): void {
    room(4);
    at = buffer.writeInt32BE(-1, at);
  }

  const writers: Record<Encoding, (value: unknown) => boolean> = {
    bool(value) {
      if (typeof value !== 'number' && typeof value !== 'bigint') return false;
      room(5);
      at = buffer.writeInt32BE(1, at);
      at = buffer.writeUInt8(Number(value) === 0 ? 0 : 1, at);
      return true;
    },
    int2: (value) => whole(value, 0x7fff) && (int(2, Number(value)), true),
    int4: (value) => whole(value, 0x7fffffff) && (int(4, Number(value)), true),
    int8(value) {
      if (typeof value === 'bigint' || Number.isInteger(value)) wide(value as number | bigint);
      else return false;
      return true;
    },
    float8(value) {
      if (typeof value !== 'number' && typeof value !== 'bigint') return false;
      room(12);
      at = buffer.writeInt32BE(8, at);
      at = buffer.writeDoubleBE(Number(value), at);
      return true;
    },
    text(value) {
      if (value instanceof Uint8Array) return false;
      text(typeof value === 'string' ? value : String(value));
      return true;
    },
    date(value) {
      const days = typeof value === 'string' ? (Date.parse(`${value}T00:00:00Z`) - EPOCH_MS) / DAY_MS : NaN;
      return Number.isInteger(days) && (int(4, days), true);
    },
    timestamptz(value) {
      const ms = typeof value === 'string' ? Date.parse(withZone(value)) - EPOCH_MS : NaN;
      return Number.isFinite(ms) && (wide(Math.round(ms * 1000)), true);
    },
    bytea(value) {
      if (!(value instanceof Uint8Array)) return false;
      bytes(value, 0);
      return true;
    },
  };

  return {
    beginRow(fields) {
      room(2);
      at = buffer.writeInt16BE(fields, at);
    },
    put(encoding, value) {
      if (value !== null) return writers[encoding](value);
      putNull();
      return true;
    },
    putNull,
    putBytes: bytes,
    putWrapped(value, from, { little, type }) {
      const length = value.length - from + 9;
      room(length + 4);
      at = buffer.writeInt32BE(length, at);
      at = buffer.writeUInt8(little ? 1 : 0, at);
      for (const word of [type, 1])
        at = little ? buffer.writeUInt32LE(word, at) : buffer.writeUInt32BE(word, at);
      buffer.set(value.subarray(from), at);
      at += length - 9;
    },
    end() {
      room(2);
      at = buffer.writeInt16BE(-1, at);
      flush();
    },
  };
}

function whole(value: unknown, most: number): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return false;
  const number = Number(value);
  return Number.isInteger(number) && number <= most && number >= -most - 1;
}

/** GeoPackage times are UTC; some writers leave the zone out. */
function withZone(text: string): string {
  return /[Zz]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`;
}
