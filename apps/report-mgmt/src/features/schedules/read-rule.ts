import { readCronPattern } from './cron-pattern.ts';
import { invalidField } from './errors.ts';
import { nextRun } from './next-run.ts';
import { SCHEDULE_MODES, WEEKDAYS } from './rule.ts';
import type { ScheduleMode, ScheduleRule } from './rule.ts';
import { parseWallTime, toPlain } from './wall-clock.ts';

/** The fields of the form that make up a rule; those of other modes than the chosen one are ignored. */
export interface RuleFields {
  schedule_mode?: string | undefined;
  once_datetime?: string | undefined;
  repeat_minutes?: string | undefined;
  hourly_minute?: string | undefined;
  daily_time?: string | undefined;
  weekly_day?: string | undefined;
  weekly_time?: string | undefined;
  monthly_day?: string | undefined;
  monthly_time?: string | undefined;
  cron_custom?: string | undefined;
}

/** @throws {AppError} bad_request for a field that is missing or wrong; the message names it and what to enter. */
export function readRule(
  fields: RuleFields,
  { timeZone, now }: { timeZone: string; now: Date },
): ScheduleRule {
  const rule = readMode(fields);
  if (nextRun({ rule, timeZone, after: now }) !== null) return rule;
  if (rule.mode === 'once')
    throw invalidField('once_datetime', `once_datetime is in the past. Enter a later date and time.`);
  throw invalidField(
    'cron_custom',
    'cron_custom never comes: its months have no such day. Enter a day that exists.',
  );
}

function readMode(fields: RuleFields): ScheduleRule {
  const mode = SCHEDULE_MODES.find((name) => name === fields.schedule_mode);
  switch (mode) {
    case 'once':
      return { mode, at: readDateTime(fields.once_datetime) };
    case 'repeat_minutes':
      return { mode, minutes: readInteger(fields, 'repeat_minutes', [1, 1440]) };
    case 'hourly':
      return { mode, minute: readInteger(fields, 'hourly_minute', [0, 59]) };
    case 'daily':
      return { mode, time: readTime(fields, 'daily_time') };
    case 'weekly':
      return { mode, day: readWeekday(fields.weekly_day), time: readTime(fields, 'weekly_time') };
    case 'monthly':
      return {
        mode,
        day: readInteger(fields, 'monthly_day', [1, 31]),
        time: readTime(fields, 'monthly_time'),
      };
    case 'custom':
      return { mode, cron: readCron(fields.cron_custom) };
    case undefined:
      throw invalid('schedule_mode', fields.schedule_mode, `Choose one of ${SCHEDULE_MODES.join(', ')}.`);
  }
}

/** Digits alone, zeros before them included. */
function readInteger(fields: RuleFields, name: keyof RuleFields, [min, max]: [number, number]): number {
  const text = fields[name];
  const value = text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw invalid(name, text, `Enter a whole number from ${min} to ${max}.`);
}

function readTime(fields: RuleFields, name: keyof RuleFields): string {
  const text = fields[name];
  if (text !== undefined && /^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw invalid(name, text, 'Enter a time from 00:00 to 23:59 as HH:MM, such as 06:30.');
}

function readWeekday(text: string | undefined): number {
  if (text !== undefined && /^[0-7]$/.test(text)) return Number(text) % 7;
  const name = text?.toLowerCase();
  const day = WEEKDAYS.findIndex((weekday) =>
    [weekday.toLowerCase(), weekday.slice(0, 3).toLowerCase()].includes(name ?? ''),
  );
  if (day >= 0) return day;
  throw invalid(
    'weekly_day',
    text,
    'Enter a number from 0 to 7 (0 and 7 are Sunday) or a name such as Monday.',
  );
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(Z|[+-]\d\d:\d\d)?$/;

/** A wall time is kept as such, since its zone decides when that is; one with an offset is an instant. */
function readDateTime(text: string | undefined): string {
  const parts = DATE_TIME.exec(text ?? '');
  if (parts) {
    const [, date, time, seconds = ':00', offset] = parts;
    const wall = `${date}T${time}${seconds}`;
    const instant = new Date(`${wall}${offset ?? 'Z'}`);
    if (isWallTime(wall) && !Number.isNaN(instant.getTime()))
      return offset === undefined ? wall : instant.toISOString().replace('.000Z', 'Z');
  }
  throw invalid(
    'once_datetime',
    text,
    'Enter a date and time as YYYY-MM-DDTHH:MM, such as 2027-01-31T06:30; add Z or an offset such as +01:00 for a time that is not in the time zone of the schedule.',
  );
}

/** Not so for dates and times that no calendar and no clock has, such as 2026-02-30 and 24:00. */
function isWallTime(text: string): boolean {
  try {
    return toPlain(parseWallTime(text)).toString() === text;
  } catch {
    return false;
  }
}

function readCron(text: string | undefined): string {
  if (!text?.trim())
    throw invalid(
      'cron_custom',
      text,
      'Enter five fields, such as 30 6 * * 1-5 for 06:30 from Monday to Friday.',
    );
  const result = readCronPattern(text);
  if ('problem' in result) throw invalidField('cron_custom', `cron_custom ${result.problem}.`);
  return result.pattern;
}

function invalid(name: keyof RuleFields, text: string | undefined, remedy: string) {
  return invalidField(name, `${name} is ${text ? 'not valid' : 'missing'}. ${remedy}`);
}

/** The form fields of a stored rule, for a form that changes it. */
export function toRuleFields(rule: ScheduleRule): RuleFields & { schedule_mode: ScheduleMode } {
  const { mode } = rule;
  switch (mode) {
    case 'once':
      return { schedule_mode: mode, once_datetime: rule.at };
    case 'repeat_minutes':
      return { schedule_mode: mode, repeat_minutes: String(rule.minutes) };
    case 'hourly':
      return { schedule_mode: mode, hourly_minute: String(rule.minute) };
    case 'daily':
      return { schedule_mode: mode, daily_time: rule.time };
    case 'weekly':
      return { schedule_mode: mode, weekly_day: String(rule.day), weekly_time: rule.time };
    case 'monthly':
      return { schedule_mode: mode, monthly_day: String(rule.day), monthly_time: rule.time };
    case 'custom':
      return { schedule_mode: mode, cron_custom: rule.cron };
  }
}
