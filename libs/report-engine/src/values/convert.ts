import { localDateTime, localTime } from './calendar.ts';
import {
  compareDecimals,
  decimal,
  decimalOfNumber,
  integerPart,
  numberOfDecimal,
  parseDecimal,
} from './decimal.ts';
import { isList, writePlainText } from './compare.ts';
import { instantOfLocalTime, localTimeOfInstant } from './time-zone.ts';
import type { Decimal, LocalDate, LocalDateTime, LocalTime, Instant, Value, ValueType } from './types.ts';

/**
 * The value as another type: numbers among each other and from texts, dates and times among each other (moments in the zone), and
 * anything as text.
 * @returns null for what cannot become that type.
 */
export function convertValue(value: Value, type: ValueType, timeZone: string): Value {
  if (value === null) return null;
  switch (type) {
    case 'text':
      return typeof value === 'string' ? value : writePlainText(value);
    case 'boolean':
      return toBoolean(value);
    case 'integer':
    case 'decimal':
    case 'double':
      return toNumberType(value, type);
    case 'date':
    case 'time':
    case 'timestamp':
    case 'instant':
      return toMomentType(value, type, timeZone);
    case 'list':
      return typeof value === 'object' && isList(value) ? value : [value];
    case 'geometry':
      return typeof value === 'object' && 'type' in value && value.type === 'geometry' ? value : null;
    case 'bytes':
      return value instanceof Uint8Array ? value : null;
  }
}

function toBoolean(value: Value): Value {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  return typeof value === 'string' && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : null;
}

function toNumberType(value: Value, type: 'integer' | 'decimal' | 'double'): Value {
  const number = readDecimal(value);
  if (!number) return null;
  if (type === 'decimal') return number;
  if (type === 'double') return numberOfDecimal(number);
  const whole = integerPart(number, 'trunc');
  const safe = decimal(BigInt(Number.MAX_SAFE_INTEGER));
  const magnitude = decimal(whole.digits < 0n ? -whole.digits : whole.digits);
  return compareDecimals(magnitude, safe) <= 0 ? Number(whole.digits) : whole;
}

function readDecimal(value: Value): Decimal | null {
  if (typeof value === 'number') return decimalOfNumber(value);
  if (typeof value === 'string') return parseDecimal(value.trim());
  return value !== null && typeof value === 'object' && 'type' in value && value.type === 'decimal'
    ? value
    : null;
}

function toMomentType(
  value: Value,
  type: 'date' | 'time' | 'timestamp' | 'instant',
  timeZone: string,
): Value {
  if (!isMoment(value)) return null;
  if (value.type === type) return value;
  if (value.type === 'time') return null;
  const local = toLocal(value, timeZone);
  if (type === 'date') return local.date;
  if (type === 'time') return local.time;
  return type === 'timestamp' ? local : instantOfLocalTime(local, timeZone);
}

function toLocal(value: LocalDate | LocalDateTime | Instant, timeZone: string): LocalDateTime {
  if (value.type === 'date') return localDateTime(value, localTime(0));
  return value.type === 'timestamp' ? value : localTimeOfInstant(value, timeZone);
}

function isMoment(value: Value): value is LocalDate | LocalTime | LocalDateTime | Instant {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    /^(?:date|time|timestamp|instant)$/.test(value.type)
  );
}
