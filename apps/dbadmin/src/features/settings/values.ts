import { badRequest } from '@cairn/service';
import type { Bounds, ServerSetting } from './types.ts';
import { parseAmount, showAmount, sizeOf } from './units.ts';

const TRUE = new Set(['on', 'true', 'yes', '1']);
const FALSE = new Set(['off', 'false', 'no', '0']);

/**
 * A value as it may be set, in the unit of its setting: words of a list, on and off, and amounts, nothing else. AppError
 * `bad_request` with what would be taken.
 */
export function readValue(setting: ServerSetting, bounds: Bounds, sent: string): string {
  const value = parseValue(setting, sent);
  const { name } = setting;
  if (value === null)
    throw badRequest('dbadmin.bad_setting', `${name} takes ${whatItTakes(setting, bounds)}.`);
  const problem = outOfBounds(setting, bounds, value);
  if (problem !== null) throw badRequest('dbadmin.setting_out_of_bounds', problem);
  return value;
}

/** In the one way in which the server writes it; null when it is no value of this type. */
export function parseValue({ type, unit, choices }: ServerSetting, sent: string): string | null {
  const text = sent.trim();
  const word = text.toLowerCase();
  if (type === 'bool') return TRUE.has(word) ? 'on' : FALSE.has(word) ? 'off' : null;
  if (type === 'enum') return choices.find((choice) => choice.toLowerCase() === word) ?? null;
  if (type === 'string') return null;
  const amount = parseAmount(text, unit);
  if (amount === null || !Number.isFinite(amount)) return null;
  // As PostgreSQL does: 100kB of a setting in 8kB are 13 of them.
  const isCut = type === 'integer' && sizeOf(unit) === null && !Number.isInteger(amount);
  if (isCut) return null;
  return String(type === 'integer' ? Math.round(amount) : amount);
}

/** Why a value is not taken here; null when it is. */
export function outOfBounds(setting: ServerSetting, bounds: Bounds, value: string): string | null {
  const { name, type, unit } = setting;
  const reason = bounds.reason === undefined ? '' : ` ${bounds.reason}`;
  if (type === 'bool') return null;
  if (type === 'enum') {
    return bounds.choices.includes(value)
      ? null
      : `${name} takes ${bounds.choices.join(', ')} here.${reason}`;
  }
  const number = Number(value);
  const show = (limit: number) => showAmount(limit, unit);
  if (bounds.maximum !== null && number > bounds.maximum) {
    return `${name} is at most ${show(bounds.maximum)} here.${reason}`;
  }
  if (bounds.minimum !== null && number < bounds.minimum) {
    return `${name} is at least ${show(bounds.minimum)} here.${reason}`;
  }
  if (bounds.floor !== undefined && number > 0 && number < bounds.floor) {
    return `${name} is 0 for none, or at least ${show(bounds.floor)}: with less, hardly any work would come to its end.`;
  }
  return null;
}

function whatItTakes({ type, unit }: ServerSetting, { choices }: Bounds): string {
  if (type === 'bool') return 'on or off';
  if (type === 'enum') return `one of ${choices.join(', ')}`;
  const kind = sizeOf(unit)?.kind;
  if (kind === 'bytes') return 'an amount such as 64MB or 2GB';
  if (kind === 'time') return 'a time such as 200ms, 30s or 5min';
  return type === 'integer' ? 'a whole number' : 'a number';
}
