import { badSetting, settingOutOfBounds } from './errors.ts';
import type { Bounds, ServerSetting } from './types.ts';
import { parseAmount, formatAmount, unitSize } from './units.ts';

const TRUE = new Set(['on', 'true', 'yes', '1']);
const FALSE = new Set(['off', 'false', 'no', '0']);

/**
 * Parses and validates a value, in the unit of its setting: a choice, on or off, or an amount.
 * @throws {AppError} bad_request that says what is allowed
 */
export function readValue(setting: ServerSetting, bounds: Bounds, text: string): string {
  const value = parseValue(setting, text);
  if (value === null) throw badSetting(setting.name, describeValues(setting, bounds));
  const problem = findBoundsProblem(setting, bounds, value);
  if (problem !== null) throw settingOutOfBounds(problem);
  return value;
}

/** A value as the server writes it; null when the text is not a value of this type. */
export function parseValue(
  { type, unit, choices }: Pick<ServerSetting, 'type' | 'unit' | 'choices'>,
  text: string,
): string | null {
  const word = text.trim().toLowerCase();
  if (type === 'bool') return TRUE.has(word) ? 'on' : FALSE.has(word) ? 'off' : null;
  if (type === 'enum') return choices.find((choice) => choice.toLowerCase() === word) ?? null;
  if (type === 'string') return null;
  const amount = parseAmount(text, unit);
  if (amount === null || !Number.isFinite(amount)) return null;
  // Rounds as PostgreSQL does: 100kB in a unit of 8kB is 13. Plain integers are not rounded.
  const isFraction = type === 'integer' && unitSize(unit) === null && !Number.isInteger(amount);
  if (isFraction) return null;
  return String(type === 'integer' ? Math.round(amount) : amount);
}

/** Why a value is not allowed; null when it is. */
export function findBoundsProblem(setting: ServerSetting, bounds: Bounds, value: string): string | null {
  const { name, type, unit } = setting;
  const reason = bounds.reason === undefined ? '' : ` ${bounds.reason}`;
  if (type === 'bool') return null;
  if (type === 'enum') {
    return bounds.choices.includes(value)
      ? null
      : `${name} must be one of ${bounds.choices.join(', ')}.${reason}`;
  }
  const number = Number(value);
  const show = (limit: number) => formatAmount(limit, unit);
  if (bounds.maximum !== null && number > bounds.maximum) {
    return `${name} must be at most ${show(bounds.maximum)}.${reason}`;
  }
  if (bounds.minimum !== null && number < bounds.minimum) {
    return `${name} must be at least ${show(bounds.minimum)}.${reason}`;
  }
  if (bounds.floor !== undefined && number > 0 && number < bounds.floor) {
    return `${name} must be 0 for no limit, or at least ${show(bounds.floor)}. With less, hardly any statement could finish.`;
  }
  return null;
}

function describeValues({ type, unit }: ServerSetting, { choices }: Bounds): string {
  if (type === 'bool') return 'on or off';
  if (type === 'enum') return `one of ${choices.join(', ')}`;
  const kind = unitSize(unit)?.kind;
  if (kind === 'bytes') return 'an amount such as 64MB or 2GB';
  if (kind === 'time') return 'a time such as 200ms, 30s or 5min';
  return type === 'integer' ? 'a whole number' : 'a number';
}
