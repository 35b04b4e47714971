const EPOCH_DAYS = 25_569;
/** 1900-03-01: Excel believes that there was a 29 February 1900. */
const FIRST_DAY = 61;
const DAY_MS = 86_400_000;
const DAY_S = 86_400;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const MOMENT = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:[+-]\d\d.*)?$/;
const TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)$/;

/**
 * The number by which a spreadsheet knows a date, a moment or a time, from PostgreSQL's text. An offset is left out: the text is
 * local already. Null for what it has no number for, such as dates before March 1900.
 */
export function serialOf(kind: 'date' | 'moment' | 'time', text: string): number | null {
  if (kind === 'time') {
    const parts = TIME.exec(text);
    return parts && secondsOf(parts, 1) / DAY_S;
  }
  const parts = (kind === 'date' ? DATE : MOMENT).exec(text);
  if (!parts) return null;
  const days = Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) / DAY_MS + EPOCH_DAYS;
  if (days < FIRST_DAY) return null;
  return kind === 'date' ? days : days + secondsOf(parts, 4) / DAY_S;
}

function secondsOf(parts: RegExpExecArray, at: number): number {
  return Number(parts[at]) * 3600 + Number(parts[at + 1]) * 60 + Number(parts[at + 2]);
}
