import { suggestionOf } from '../catalogue/find-table.ts';
import { badValue } from './errors.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;
const MAX_KNOWN = 1_000;
const known = new Map<string, boolean>();

/** A zone of the tz database, such as `Europe/Berlin`. @throws {AppError} bad_request for offsets and unknown names */
export function readTimeZone(name: string | undefined, place = 'time_zone'): string {
  if (name === undefined) return 'UTC';
  if (isTimeZone(name)) return name;
  const suggestion = suggestionOf(name, Intl.supportedValuesOf('timeZone'));
  throw badValue(place, `there is no time zone "${name.slice(0, 64)}". ${suggestion}`);
}

function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false;
  const before = known.get(name);
  if (before !== undefined) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  let isKnown = true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    isKnown = false;
  }
  known.set(name, isKnown);
  return isKnown;
}
