import type { ScheduleDetails } from '../client.ts';
import { readerZone } from '../time-zones.ts';

/** The documented modes and `weekdays`, which the service has as a cron pattern. */
export const MODES = [
  ...(['once', 'repeat_minutes', 'hourly', 'daily', 'weekdays', 'weekly', 'monthly'] as const),
  'custom',
] as const;
export type Mode = (typeof MODES)[number];

export const SCHEDULE_FORMATS = ['pdf', 'xlsx', 'csv', 'html', 'xls', 'docx'] as const;
export const ATTACH_MODES = ['auto', 'file', 'link'] as const;

/** What the form has, by the names of the documented fields. */
export interface ScheduleValues extends Record<string, unknown> {
  report_name: string;
  datasource_name: string;
  format: string;
  filename: string;
  url_opt_params: string;
  schedule_mode: Mode;
  once_datetime: string;
  repeat_minutes: string;
  hourly_minute: string;
  daily_time: string;
  weekly_day: string;
  weekly_time: string;
  monthly_day: string;
  monthly_time: string;
  cron_custom: string;
  time_zone: string;
  grace_seconds: string;
  enabled: boolean;
  noemail: boolean;
  email: string[];
  email_template: string;
  email_subject: string;
  email_body: string;
  attach: string;
}

/** The fields that each mode shows. */
export const MODE_FIELDS = {
  once: ['once_datetime'],
  repeat_minutes: ['repeat_minutes'],
  hourly: ['hourly_minute'],
  daily: ['daily_time'],
  weekdays: ['daily_time'],
  weekly: ['weekly_day', 'weekly_time'],
  monthly: ['monthly_day', 'monthly_time'],
  custom: ['cron_custom'],
} as const satisfies Record<Mode, readonly (keyof ScheduleValues)[]>;

const ALL_MODE_FIELDS: readonly string[] = Object.values(MODE_FIELDS).flat();

/** Every morning in the reader's zone, mailed to nobody yet. */
export function newSchedule(report = ''): ScheduleValues {
  return {
    ...{ report_name: report, datasource_name: '', format: 'pdf', filename: '', url_opt_params: '' },
    ...{ schedule_mode: 'daily', once_datetime: '', repeat_minutes: '60', hourly_minute: '0' },
    ...{ daily_time: '06:30', weekly_day: '1', weekly_time: '06:30' },
    ...{ monthly_day: '1', monthly_time: '06:30', cron_custom: '30 6 * * 1-5' },
    ...{ time_zone: readerZone(), grace_seconds: '900', enabled: true, noemail: false },
    ...{ email: [], email_template: '', email_subject: '', email_body: '', attach: 'auto' },
  };
}

/** A stored schedule as the form shows it; the fields of other modes have their usual values. */
export function valuesOf({ fields }: Pick<ScheduleDetails, 'fields'>): ScheduleValues {
  const { enabled, noemail, email = '', revision: _, ...texts } = fields;
  return {
    ...newSchedule(),
    ...texts,
    ...weekdaysOf(texts),
    enabled: enabled === '1',
    noemail: noemail === '1',
    email: email.split(/[,;\s]+/).filter(Boolean),
  };
}

const WEEKDAYS_PATTERN = /^(\d{1,2}) (\d{1,2}) \* \* (?:1-5|1,2,3,4,5)$/;

/** A cron pattern that says one time from Monday to Friday, in the fields that show it so. */
function weekdaysOf({ schedule_mode: mode, cron_custom: pattern = '' }: Record<string, string>) {
  const [, minute, hour] = (mode === 'custom' && WEEKDAYS_PATTERN.exec(pattern)) || [];
  if (!minute || !hour) return {};
  return {
    schedule_mode: 'weekdays' as const,
    daily_time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
  };
}

function toDocumentedMode(values: ScheduleValues): ScheduleValues {
  if (values.schedule_mode !== 'weekdays') return values;
  const [hour, minute] = values.daily_time.split(':').map(Number);
  const pattern = values.daily_time === '' ? '' : `${minute} ${hour} * * 1-5`;
  return { ...values, schedule_mode: 'custom', cron_custom: pattern };
}

/** The form as the service documents it: text in all fields, and only those of the chosen mode. */
export function toFormFields(form: ScheduleValues): Record<string, string> {
  const values = toDocumentedMode(form);
  const read: readonly string[] = MODE_FIELDS[values.schedule_mode];
  const { enabled, noemail, email, ...texts } = values;
  const sent = Object.entries(texts).filter(
    ([name]) => !ALL_MODE_FIELDS.includes(name) || read.includes(name),
  );
  return {
    ...(Object.fromEntries(sent) as Record<string, string>),
    enabled: enabled ? '1' : '0',
    noemail: noemail ? '1' : '0',
    email: email.join(', '),
  };
}
