import { isName } from '../check-answer.ts';
import { damaged } from '../outcome.ts';

/** The number of a version: `v26` is 26. A project without versions is 0; anything else is null. */
export function versionNumber(version: string): number | null {
  const digits = /^v(\d{1,9})$/.exec(version)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Older servers name no version for a project that has none. @throws {ProviderError} damaged */
export function toVersion(version: string | null | undefined): string {
  if (!version) return 'v0';
  if (!isName(version)) throw damaged('a project whose version is no name.');
  return version;
}

export function toDate(text: string | null | undefined): Date | null {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
