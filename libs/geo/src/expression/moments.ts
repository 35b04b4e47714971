const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(\.\d{1,9})?)?)? ?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** A day of the calendar, as YYYY-MM-DD; null for any other text. */
export function readDate(text: string): string | null {
  const trimmed = text.trim();
  const day = new Date(`${trimmed}T00:00:00Z`);
  return DATE.test(trimmed) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(trimmed)
    ? trimmed
    : null;
}

/** A moment as YYYY-MM-DDTHH:MM:SS.SSSZ; without a zone it is in UTC. Null for any other text. */
export function readMoment(text: string): string | null {
  const [, day = '', minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] =
    MOMENT.exec(text.trim()) ?? [];
  if (readDate(day) === null) return null;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z';
  const moment = new Date(`${day}T${minutes}:${seconds}${fraction.slice(0, 4)}${offset}`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
