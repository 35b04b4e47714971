import { isList } from './compare.ts';
import { parseDecimal, writeDecimal } from './decimal.ts';
import { parseLocalDate, parseLocalDateTime, parseLocalTime } from './calendar.ts';
import { localDate, writeLocalDate, writeLocalDateTime, writeLocalTime } from './calendar.ts';
import type { GeometryValue, LocalDate, LocalDateTime, Value } from './types.ts';

/**
 * A value as JSON, without loss and with its type: texts, booleans, doubles and null as they are, all else as an object of one
 * letter: n decimal, d date, t time, s timestamp, i instant, g geometry, b bytes, l list.
 */
export type EncodedValue = null | string | boolean | number | Record<string, unknown>;

/** A value as something that `JSON.stringify` keeps whole. */
export function encodeValue(value: Value): EncodedValue {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Uint8Array) return { b: Buffer.from(value).toString('base64') };
  if (isList(value)) return { l: value.map(encodeValue) };
  switch (value.type) {
    case 'decimal':
      return { n: writeDecimal(value) };
    case 'date':
      return { d: writeDay(value) };
    case 'time':
      return { t: writeLocalTime(value) };
    case 'timestamp':
      return {
        s: isCommonEra(value.date)
          ? writeLocalDateTime(value)
          : [writeDay(value.date), writeLocalTime(value.time)],
      };
    case 'instant':
      return { i: String(value.microseconds) };
    case 'geometry':
      return { g: value.geojson };
  }
}

/** The value that `encodeValue` encoded. @throws {TypeError} for anything else. */
export function decodeValue(encoded: EncodedValue): Value {
  if (encoded === null || typeof encoded !== 'object') return encoded;
  for (const letter in encoded) {
    const content = encoded[letter];
    const value = decodeContent(letter, content);
    if (value !== null) return value;
  }
  throw new TypeError('This is not an encoded value.');
}

function decodeContent(letter: string, content: unknown): Value {
  switch (letter) {
    case 'n':
      return parseDecimal(content as string);
    case 'd':
      return readDay(content as string | number[]);
    case 't':
      return parseLocalTime(content as string);
    case 's':
      return typeof content === 'string'
        ? parseLocalDateTime(content)
        : readDateTime(content as [number[], string]);
    case 'i':
      return { type: 'instant', microseconds: BigInt(content as string) };
    case 'g':
      return { type: 'geometry', geojson: content as GeometryValue['geojson'] };
    case 'b':
      return Uint8Array.from(Buffer.from(content as string, 'base64'));
    case 'l':
      return (content as EncodedValue[]).map(decodeValue);
    default:
      return null;
  }
}

function isCommonEra({ year }: LocalDate): boolean {
  return year >= 0 && year <= 9999;
}

function writeDay(date: LocalDate): string | number[] {
  return isCommonEra(date) ? writeLocalDate(date) : [date.year, date.month, date.day];
}

function readDay(content: string | number[]): LocalDate | null {
  if (typeof content === 'string') return parseLocalDate(content);
  return localDate(content[0] ?? 0, content[1] ?? 1, content[2] ?? 1);
}

function readDateTime([day, clock]: [number[], string]): LocalDateTime | null {
  const date = readDay(day);
  const time = parseLocalTime(clock);
  return date && time ? { type: 'timestamp', date, time } : null;
}
