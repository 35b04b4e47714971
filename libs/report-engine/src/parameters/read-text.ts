import type { ParameterType } from '../template/types.ts';
import { parseLocalDate, parseLocalDateTime, parseLocalTime } from '../values/calendar.ts';
import { localDateTime, localTime } from '../values/calendar.ts';
import { parseDecimal } from '../values/decimal.ts';
import { localTimeOfInstant } from '../values/time-zone.ts';
import type { LocalDateTime, Value } from '../values/types.ts';

/** What a value of each type looks like, as the end of a sentence. */
export const PARAMETER_FORMS: Record<ParameterType, string> = {
  text: 'a text',
  enum: 'one of its options',
  integer: 'a whole number such as 42',
  decimal: 'a number such as 12.50',
  boolean: 'true or false',
  date: 'a date such as 2024-01-31',
  time: 'a time such as 14:30',
  timestamp: 'a date and time such as 2024-01-31T14:30',
  bbox: 'four numbers: west, south, east, north',
  'list<text>': 'texts, the key repeated for each',
  'list<integer>': 'whole numbers such as 42, the key repeated for each',
  'list<decimal>': 'numbers such as 12.50, the key repeated for each',
  'list<date>': 'dates such as 2024-01-31, the key repeated for each',
  'list<enum>': 'some of its options, the key repeated for each',
};

/**
 * Reads the texts of one parameter; one text for a parameter that is not a list.
 * @param timeZone of the run: times with an offset become local times there.
 * @returns null where a text does not have the form of the type.
 */
export function readParameterText(type: ParameterType, texts: readonly string[], timeZone: string): Value {
  if (type === 'bbox') return readBox(texts.length === 1 ? (texts[0] ?? '').split(',') : texts);
  const item = /^list<(.+)>$/.exec(type)?.[1];
  if (item === undefined) return readSingle(type, texts[0] ?? '', timeZone);
  const values = texts.map((text) => readSingle(item, text, timeZone));
  return values.includes(null) ? null : values;
}

function readSingle(type: string, text: string, timeZone: string): Value {
  const trimmed = text.trim();
  switch (type) {
    case 'integer':
      return readInteger(trimmed);
    case 'decimal':
      return parseDecimal(trimmed);
    case 'boolean':
      return /^(?:true|t|1|yes|on)$/i.test(trimmed)
        ? true
        : /^(?:false|f|0|no|off)$/i.test(trimmed)
          ? false
          : null;
    case 'date':
      return parseLocalDate(trimmed);
    case 'time':
      return parseLocalTime(trimmed);
    case 'timestamp':
      return readTimestamp(trimmed, timeZone);
    default:
      // PostgreSQL's texts cannot hold this character.
      return text.includes('\0') ? null : text;
  }
}

function readInteger(text: string): Value {
  const number = /^[+-]?\d{1,19}$/.test(text) ? parseDecimal(text) : null;
  if (!number || BigInt.asIntN(64, number.digits) !== number.digits) return null;
  return Number.isSafeInteger(Number(number.digits)) ? Number(number.digits) : number;
}

function readTimestamp(text: string, timeZone: string): LocalDateTime | null {
  const day = parseLocalDate(text);
  if (day) return localDateTime(day, localTime(0));
  const zoned = /^(.+?)\s*(Z|[+-]\d\d:?\d\d)$/i.exec(text);
  const local = parseLocalDateTime(zoned?.[1] ?? text);
  if (!local || !zoned) return local;
  const ms = Date.parse(`${(zoned[1] ?? '').replace(' ', 'T')}${zoned[2] ?? ''}`);
  return Number.isNaN(ms)
    ? null
    : localTimeOfInstant({ type: 'instant', microseconds: BigInt(ms) * 1000n }, timeZone);
}

/** West, south, east, north. A box over the antimeridian has its west beyond its east. */
function readBox(texts: readonly string[]): Value {
  const numbers = texts.map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  const [, south = 0, , north = 0] = numbers;
  return numbers.length === 4 && numbers.every(Number.isFinite) && south <= north ? numbers : null;
}
