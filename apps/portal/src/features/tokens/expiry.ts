import { badRequest } from '@cairn/service';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * When a token expires: an RFC 3339 time, or a day, which means its last millisecond in UTC.
 * @throws {AppError} bad_request for anything else, invalid days and the past
 */
export function parseExpiry(text: string, now: Date): Date {
  const day = TIME.exec(text)?.[1] ?? text;
  const expiry = isCalendarDay(day)
    ? new Date(day === text ? `${text}T23:59:59.999Z` : text.toUpperCase())
    : null;
  // With its offset, a time may be in a year of five digits, which the response format cannot express.
  if (!expiry || Number.isNaN(expiry.getTime()) || expiry.getUTCFullYear() > 9999) {
    throw badRequest(
      'portal.bad_expiry',
      'expires_at is not a date. Send a day such as 2027-06-30 or a time such as 2027-06-30T12:00:00Z.',
    );
  }
  if (expiry <= now)
    throw badRequest('portal.past_expiry', 'expires_at is in the past. Choose a later date.');
  return expiry;
}

function isCalendarDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  // February 30 would silently become March 2.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
