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

/** Characters of a text that an expression makes; a variable that joins itself for each row would soon fill the memory. */
const MAX_TEXT = 1_000_000;

/** Joins two texts. @returns null, with a warning, where the result would be too long. */
export function joinTexts(a: string, b: string, warn: (sentence: string) => void): string | null {
  if (a.length + b.length <= MAX_TEXT) return a + b;
  warn(TOO_LONG);
  return null;
}

/** Replaces every occurrence. @returns null, with a warning, where the result would be too long. */
export function replaceTexts(
  text: string,
  [search, replacement]: readonly [string, string],
  warn: (sentence: string) => void,
): string | null {
  const pieces = text.split(search);
  if (text.length + (pieces.length - 1) * replacement.length <= MAX_TEXT) return pieces.join(replacement);
  warn(TOO_LONG);
  return null;
}

const TOO_LONG = `A text of more than ${MAX_TEXT} characters was left empty.`;
