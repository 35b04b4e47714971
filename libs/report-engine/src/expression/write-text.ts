import { isList, writePlainText } from '../values/compare.ts';
import { localTimeOfInstant } from '../values/time-zone.ts';
import type { Value } from '../values/types.ts';

/**
 * The text that a value becomes when it is joined to another: the same in every locale, so that links and keys stay right; dates as
 * ISO 8601 with a blank before the time, moments in the zone of the run. Null is empty.
 */
export function writeJoinedText(value: Value, timeZone: string): string {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array)
    return writePlainText(value);
  if (isList(value)) return value.map((item) => writeJoinedText(item, timeZone)).join(', ');
  const shown = value.type === 'instant' ? localTimeOfInstant(value, timeZone) : value;
  const text = writePlainText(shown);
  return shown.type === 'timestamp' ? text.replace('T', ' ') : text;
}
