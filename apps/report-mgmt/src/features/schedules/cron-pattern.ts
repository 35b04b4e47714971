/** Five fields, as crontab(5) has them. What other programs add (`@daily`, seconds, `L`, `W`, `#`, `?`) is refused. */

interface CronField {
  name: string;
  min: number;
  max: number;
  /** Names of the values from `min` or, for weekdays, from Sunday. */
  words?: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const FIELDS: readonly CronField[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, words: MONTHS },
  { name: 'weekday', min: 0, max: 7, words: DAYS },
];

const MAX_LENGTH = 200;
const EXAMPLE = 'such as 30 6 * * 1-5 for 06:30 from Monday to Friday';

/** One element of a field: `*`, a value or a range, the last two as numbers; `step` where one is given. */
export interface CronItem {
  from: number;
  to: number;
  any: boolean;
  step: number | null;
}

/** Minute, hour, day of the month, month, weekday. */
export type CronFields = [CronItem[], CronItem[], CronItem[], CronItem[], CronItem[]];

/**
 * The pattern with numbers for names and one space between its fields, or a sentence that says what is wrong and
 * what to enter.
 */
export function readCronPattern(text: string): { pattern: string } | { problem: string } {
  if (!/^[\x20-\x7e]+$/.test(text) || text.length > MAX_LENGTH)
    return { problem: `must be one line of at most ${MAX_LENGTH} plain characters, ${EXAMPLE}` };
  if (text.trimStart().startsWith('@'))
    return { problem: `takes no names such as @daily. Enter five fields, ${EXAMPLE}` };
  const parts = text.trim().split(/ +/);
  if (parts.length !== FIELDS.length)
    return { problem: `needs five fields (minute, hour, day of the month, month, weekday), ${EXAMPLE}` };
  const fields: string[] = [];
  for (const [index, field] of FIELDS.entries()) {
    const items = parts[index]!.split(',').map((item) => readItem(item, field));
    const problem = items.find((item) => typeof item === 'string');
    if (problem !== undefined) return { problem: `has a ${field.name} that ${problem}` };
    fields.push((items as CronItem[]).map(formatItem).join(','));
  }
  return { pattern: fields.join(' ') };
}

/** The fields of a pattern that `readCronPattern` has returned. */
export function cronFields(pattern: string): CronFields {
  return pattern
    .split(' ')
    .map((part, index) =>
      part.split(',').map((item) => readItem(item, FIELDS[index]!) as CronItem),
    ) as CronFields;
}

/** Whether minutes or hours have `*` or a step: such rules follow the clock and are no fixed times. */
export function isInterval(pattern: string): boolean {
  const [minute, hour] = pattern.split(' ') as [string, string];
  return /[*/]/.test(minute + hour);
}

/**
 * Whether day of the month and weekday must both match. cron asks for one of them if both are restricted, and takes
 * a field that begins with `*` for unrestricted, a step included.
 */
export function bothDaysCount(pattern: string): boolean {
  const [, , day, , weekday] = pattern.split(' ') as [string, string, string, string, string];
  return day.startsWith('*') || weekday.startsWith('*');
}

/** An element of a field, or what is wrong with it. */
function readItem(text: string, field: CronField): CronItem | string {
  const { min, max } = field;
  const [range = '', step, ...more] = text.split('/');
  const any = range === '*';
  const [first = '', last, ...rest] = range.split('-');
  const from = any ? min : readValue(first, field);
  const to = any ? max : last === undefined ? from : readValue(last, field, true);
  if (more.length > 0 || rest.length > 0 || from === null || to === null)
    return `cannot be read: ${text || 'empty'}. Use *, numbers from ${min} to ${max}${nameHint(field)}, ranges (1-5), lists (1,3) and steps (*/2)`;
  if (from > to) return `ends before it begins: ${text}. Enter the smaller value first`;
  if (step === undefined) return { from, to, any, step: null };
  if (!any && last === undefined)
    return `has a step without a range: ${text}. Use */${step} or a range such as ${from}-${max}/${step}`;
  if (!/^\d{1,2}$/.test(step) || Number(step) < 1 || Number(step) > max)
    return `has the step ${step || 'empty'}. Enter one from 1 to ${max}`;
  return { from, to, any, step: Number(step) };
}

/** As the end of a range Sunday is 7, so that `FRI-SUN` is three days. */
function readValue(text: string, { min, max, words }: CronField, end = false): number | null {
  const index = words?.indexOf(text.toUpperCase()) ?? -1;
  if (index >= 0) return words === DAYS && index === 0 && end ? 7 : index + (words === DAYS ? 0 : 1);
  if (!/^\d{1,2}$/.test(text)) return null;
  const value = Number(text);
  return value < min || value > max ? null : value;
}

function nameHint({ words }: CronField): string {
  return words ? ` or names (${words.slice(0, 2).join(', ')}, …)` : '';
}

function formatItem({ from, to, any, step }: CronItem): string {
  const range = any ? '*' : from === to ? `${from}` : `${from}-${to}`;
  return step === null ? range : `${range}/${step}`;
}
