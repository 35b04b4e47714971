import type { Geometry } from 'geojson';
import { parseDecimal } from './decimal.ts';
import { dateOfDays, daysOfDate, localDate, localDateTime, localTime } from './calendar.ts';
import { microsecondsOfDateTime, parseLocalTime } from './calendar.ts';
import type { Instant, LocalDate, LocalDateTime, LocalTime, Value, ValueType } from './types.ts';

/** How the text that PostgreSQL sends for a column becomes a value. */
export interface PostgresColumnReader {
  type: ValueType;
  read(text: string): Value;
}

const READERS: Record<Exclude<ValueType, 'list'>, (text: string) => Value> = {
  text: (text) => text,
  boolean: (text) => text === 't' || text === 'true',
  integer: readInteger,
  double: readDouble,
  decimal: parseDecimal,
  date: readDate,
  time: readTime,
  timestamp: readTimestamp,
  instant: readInstant,
  geometry: readGeometry,
  bytes: readBytes,
};

/** Types by object id; every other type is read as text. Object ids of the built-in types never change. */
const TYPES = new Map<number, Exclude<ValueType, 'list'>>([
  [16, 'boolean'],
  [17, 'bytes'],
  [20, 'integer'],
  [21, 'integer'],
  [23, 'integer'],
  [26, 'integer'],
  [700, 'double'],
  [701, 'double'],
  [1700, 'decimal'],
  [1082, 'date'],
  [1083, 'time'],
  [1266, 'time'],
  [1114, 'timestamp'],
  [1184, 'instant'],
]);

/** Array types with the object id of their elements. */
const ARRAYS = new Map([
  [1000, 16],
  [1016, 20],
  [1005, 21],
  [1007, 23],
  [1021, 700],
  [1022, 701],
  [1231, 1700],
  [1182, 1082],
  [1183, 1083],
  [1115, 1114],
  [1185, 1184],
  [1009, 25],
  [1015, 1043],
]);

/**
 * The reader for a column's type, chosen by its object id, of text output with `DateStyle` ISO. Columns of geometry have no fixed
 * object id: select them as `ST_AsGeoJSON(…)` and read them by `readPostgresText(text, 'geometry')`.
 */
export function postgresColumnReader(oid: number): PostgresColumnReader {
  const element = ARRAYS.get(oid);
  if (element !== undefined) {
    const { read } = postgresColumnReader(element);
    return { type: 'list', read: (text) => readArray(text, read) };
  }
  const type = TYPES.get(oid) ?? 'text';
  return { type, read: READERS[type] };
}

/**
 * Reads PostgreSQL's text output of a value. NaN and infinities, of numbers and of dates, become null.
 * @param text null for NULL.
 */
export function readPostgresText(text: string | null, type: ValueType): Value {
  if (text === null) return null;
  return type === 'list' ? readArray(text, READERS.text) : READERS[type](text);
}

function readInteger(text: string): Value {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : parseDecimal(text);
}

function readDouble(text: string): Value {
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

function readDate(text: string): LocalDate | null {
  const match = /^(\d+)-(\d\d)-(\d\d)( BC)?/.exec(text);
  if (!match) return null;
  const year = match[4] ? 1 - Number(match[1]) : Number(match[1]);
  return localDate(year, Number(match[2]), Number(match[3]));
}

function readTime(text: string): LocalTime | null {
  return parseLocalTime(text.replace(/[+-][\d:]+$/, ''));
}

function readTimestamp(text: string): LocalDateTime | null {
  const date = readDate(text.endsWith(' BC') ? `${text.split(' ')[0]} BC` : text);
  const time = readTime(text.split(' ')[1] ?? '');
  return date && time ? roundDay(localDateTime(date, time)) : null;
}

function readInstant(text: string): Instant | null {
  const local = readTimestamp(text);
  if (!local) return null;
  const [, sign, hours, minutes = '0', seconds = '0'] =
    /([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?(?: BC)?$/.exec(text) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  const signed = BigInt(sign === '-' ? -offset : offset) * 1_000_000n;
  return { type: 'instant', microseconds: microsecondsOfDateTime(local) - signed };
}

/** 24:00 of a day is 00:00 of the next. */
function roundDay(local: LocalDateTime): LocalDateTime {
  if (local.time.microseconds < 86_400_000_000) return local;
  return localDateTime(dateOfDays(daysOfDate(local.date) + 1), localTime(0));
}

function readGeometry(text: string): Value {
  return { type: 'geometry', geojson: JSON.parse(text) as Geometry };
}

function readBytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.slice(2), 'hex'));
}

/** Reads `{1,"a, b",NULL,{2}}`. */
function readArray(text: string, read: (text: string) => Value): Value[] {
  const stack: Value[][] = [[]];
  const token = /[{}]|"((?:[^"\\]|\\.)*)"|[^{},"]+/g;
  // Bounds such as [0:1]= come before the first brace.
  token.lastIndex = Math.max(0, text.indexOf('{'));
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [word, quoted] = match;
    if (word === '{') {
      const list: Value[] = [];
      stack.at(-1)?.push(list);
      stack.push(list);
    } else if (word === '}') {
      stack.pop();
    } else if (quoted !== undefined) {
      stack.at(-1)?.push(read(quoted.replace(/\\(.)/g, '$1')));
    } else {
      stack.at(-1)?.push(word === 'NULL' ? null : read(word));
    }
  }
  const [list] = stack[0] ?? [];
  return (list as Value[] | undefined) ?? [];
}
