import { Buffer } from 'node:buffer';
import type { Encoding } from '../../postgis/columns.ts';
import { plainText } from '../geopackage/attach.ts';
import { parseDate, parseMoment } from './parse-time.ts';

const SIZE = 512 * 1024;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const TWO_32 = 2 ** 32;
const TWO_63 = 2 ** 63;

/** Takes the fields of rows as PostgreSQL's binary COPY has them: the length, then the value. */
interface FieldWriter {
  /** False when the value is not of this kind; nothing is written then. */
  put(encoding: Encoding, value: unknown): boolean;
  putNull(): void;
  putBytes(bytes: Uint8Array, from: number): void;
  /** One geometry as a collection of its kind with one member. */
  putWrapped(bytes: Uint8Array, from: number, header: { little: boolean; type: number }): void;
}

export interface CopyBuffer extends FieldWriter {
  beginRow(fields: number): void;
  end(): void;
}

/** Fields that belong to no row. */
export interface FieldBuffer extends FieldWriter {
  /** Valid until the next call. */
  bytes(): Uint8Array;
  clear(): void;
}

/** Collects rows of PostgreSQL's binary COPY and hands them on in large pieces. */
export function openCopyBuffer(write: (bytes: Uint8Array) => void): CopyBuffer {
  const { fields, word, raw, take } = openBuffer(SIZE, write);
  raw(SIGNATURE);
  word(4, 0);
  word(4, 0);
  return {
    ...fields,
    beginRow: (count) => word(2, count),
    end() {
      word(2, -1);
      const rest = take();
      if (rest.length > 0) write(rest);
    },
  };
}

/** Grows with its content. */
export function openFieldBuffer(): FieldBuffer {
  const { fields, look, take } = openBuffer(4_096, null);
  return { ...fields, bytes: look, clear: () => void take() };
}

/** Full, it hands its bytes on; without somebody to take them it grows. */
function openBuffer(size: number, write: ((bytes: Uint8Array) => void) | null) {
  let buffer = Buffer.allocUnsafe(size);
  let at = 0;

  function look(): Uint8Array {
    return buffer.subarray(0, at);
  }
  function take(): Uint8Array {
    const bytes = look();
    at = 0;
    return bytes;
  }
  function room(bytes: number): void {
    if (at + bytes <= buffer.length) return;
    if (write) {
      if (at > 0) write(take());
      if (bytes > buffer.length) buffer = Buffer.allocUnsafe(bytes);
    } else {
      const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + bytes));
      buffer.copy(larger, 0, 0, at);
      buffer = larger;
    }
  }
  function word(bytes: 2 | 4, value: number): void {
    room(bytes);
    at = buffer.writeIntBE(value, at, bytes);
  }
  function raw(bytes: Uint8Array): void {
    room(bytes.length);
    buffer.set(bytes, at);
    at += bytes.length;
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
  function putBytes(value: Uint8Array, from: number): void {
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
    int2: (value) => isWhole(value, 0x8000) && (int(2, Number(value)), true),
    int4: (value) => isWhole(value, 0x80000000) && (int(4, Number(value)), true),
    int8(value) {
      // SQLite's own whole numbers, the bigints, have 64 bits.
      if (typeof value !== 'bigint' && !isWhole(value, TWO_63)) return false;
      wide(value as number | bigint);
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
      const days = typeof value === 'string' ? parseDate(value) : null;
      return days !== null && (int(4, days), true);
    },
    timestamptz(value) {
      const micros = typeof value === 'string' ? parseMoment(value) : null;
      return micros !== null && (wide(micros), true);
    },
    bytea(value) {
      if (!(value instanceof Uint8Array)) return false;
      putBytes(value, 0);
      return true;
    },
  };

  const fields: FieldWriter = {
    put(encoding, value) {
      if (value !== null) return writers[encoding](value);
      putNull();
      return true;
    },
    putNull,
    putBytes,
    putWrapped(value, from, { little, type }) {
      const length = value.length - from + 9;
      room(length + 4);
      at = buffer.writeInt32BE(length, at);
      at = buffer.writeUInt8(little ? 1 : 0, at);
      for (const each of [type, 1])
        at = little ? buffer.writeUInt32LE(each, at) : buffer.writeUInt32BE(each, at);
      buffer.set(value.subarray(from), at);
      at += length - 9;
    },
  };
  return { fields, word, raw, look, take };
}

/** Whether a number is whole, from -limit to just below limit. */
function isWhole(value: unknown, limit: number): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return false;
  const number = Number(value);
  return Number.isInteger(number) && number < limit && number >= -limit;
}
