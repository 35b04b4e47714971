import { Temporal } from 'temporal-polyfill';
import { invalidField } from './errors.ts';

/** Version of the tz database by which runs are computed: with a new one, stored next runs are computed again. */
export const TZ_VERSION = process.versions.tz ?? 'unknown';

const MAX_NAME_LENGTH = 64;
/** Names begin with a letter, so offsets such as +05:30 are refused: they have no summer time and no place. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** An IANA name in the database's spelling (`europe/berlin` is `Europe/Berlin`), or null for an unknown name. */
export function findTimeZone(name: string): string | null {
  if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return null;
  }
}

/** The zone of a form. @throws {AppError} bad_request for one that the tz database does not know. */
export function readTimeZone(text: string | undefined, defaultTimeZone: string): string {
  if (!text) return defaultTimeZone;
  const timeZone = findTimeZone(text);
  if (!timeZone)
    throw invalidField(
      'time_zone',
      'time_zone is not a known time zone. Enter a name of the tz database, such as Europe/Berlin or UTC.',
    );
  return timeZone;
}
