import { AppError } from '@cairn/service';
import { readAddresses } from '@cairn/service/mail';
import { checkTemplate } from '../mail/template.ts';
import { invalidField } from './errors.ts';
import { readFileName } from './file-name.ts';
import { readRule } from './read-rule.ts';
import { readParameters } from './report-parameters.ts';
import { readTimeZone } from './time-zone.ts';
import { ATTACH_MODES, SCHEDULE_FORMATS } from './types.ts';
import type { FieldErrors, Schedule, ScheduleFields, ScheduleForm } from './types.ts';

const REPORT_KEY = /^[a-z0-9_-]{1,100}$/;
const MAX_DATASOURCE_LENGTH = 100;
const DEFAULT_GRACE_SECONDS = 900;
/** Ticks may be late by seconds; what they find later than the grace time is missed. */
const MIN_GRACE_SECONDS = 60;
const MAX_GRACE_SECONDS = 7 * 86_400;
const FALSE_WORDS = new Set(['', '0', 'f', 'false', 'no', 'off']);

export interface ReadRequest {
  form: ScheduleForm;
  now: Date;
  defaultTimeZone: string;
  /** The schedule that an update changes: it keeps our own fields and `enabled` where the form has none. */
  stored?: Pick<Schedule, 'timeZone' | 'graceSeconds' | 'attach' | 'enabled'> | null;
}

/** Fields that could be read, and a sentence for each that could not. The mail template is looked up elsewhere. */
export interface ScheduleReading {
  fields: Partial<Omit<ScheduleFields, 'templateId'>>;
  errors: FieldErrors;
}

/** Reads a form as far as that needs nothing but the form. */
export function readSchedule({ form: raw, now, defaultTimeZone, stored }: ReadRequest): ScheduleReading {
  const form = trimForm(raw);
  const errors: FieldErrors = {};
  const take = <T>(field: string, read: () => T): T | undefined => collect(errors, field, read);
  const timeZone = take('time_zone', () => readTimeZone(form.time_zone, stored?.timeZone ?? defaultTimeZone));
  const noEmail = isTrue(form.noemail, false);
  const subject = form.email_subject ?? form.email_subj ?? '';
  const body = form.email_body ?? '';
  take('email_subject', () => checkTemplate({ subject, body: '' }));
  take('email_body', () => checkTemplate({ subject: '', body }));
  const fields = {
    rule: take('schedule_mode', () => readRule(form, { timeZone: timeZone ?? 'UTC', now })),
    reportKey: take('report_name', () => readReportKey(form.report_name ?? form.name)),
    datasource: take('datasource_name', () => readDatasource(form.datasource_name ?? form.datasource)),
    format: take('format', () => readChoice('format', form.format?.toLowerCase(), SCHEDULE_FORMATS)),
    filename: take('filename', () => readFileName(form.filename)),
    parameters: take('url_opt_params', () => readParameters(form.url_opt_params)),
    recipients: take('email', () => readRecipients(form.email, noEmail)),
    attach: take('attach', () =>
      readChoice('attach', form.attach || (stored?.attach ?? 'auto'), ATTACH_MODES),
    ),
    graceSeconds: take('grace_seconds', () =>
      readGrace(form.grace_seconds, stored?.graceSeconds ?? DEFAULT_GRACE_SECONDS),
    ),
    ...{ timeZone, noEmail, subject, body },
    enabled: isTrue(form.enabled, stored?.enabled ?? true),
  };
  return { fields: withoutUnread(fields), errors };
}

/** An absent flag is `absent`; a sent one is true unless it is one of the words for false. */
export function isTrue(text: string | undefined, absent: boolean): boolean {
  return text === undefined ? absent : !FALSE_WORDS.has(text.trim().toLowerCase());
}

/** Notes the sentence of a refused field, which names it. */
function collect<T>(errors: FieldErrors, field: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'bad_request') throw error;
    const { field: named } = (error.details ?? {}) as { field?: string };
    errors[named ?? field] = named ? error.message : `${field}: ${error.message}`;
    return undefined;
  }
}

function readReportKey(text: string | undefined): string {
  const key = text?.toLowerCase() ?? '';
  if (REPORT_KEY.test(key)) return key;
  throw invalidField(
    'report_name',
    text
      ? 'report_name is not the key of a report. Use letters from a to z, digits, _ and -.'
      : 'report_name is missing. Choose a report.',
  );
}

function readDatasource(text: string | undefined): string {
  if (text && text.length <= MAX_DATASOURCE_LENGTH && !/\p{C}/u.test(text)) return text;
  throw invalidField(
    'datasource_name',
    text
      ? 'datasource_name is not the name of a datasource. Choose one from the list.'
      : 'datasource_name is missing. Choose a datasource.',
  );
}

function readChoice<T extends string>(field: string, text: string | undefined, choices: readonly T[]): T {
  const choice = choices.find((name) => name === text);
  if (choice) return choice;
  throw invalidField(
    field,
    `${field} is ${text ? 'not valid' : 'missing'}. Choose one of ${choices.join(', ')}.`,
  );
}

function readRecipients(text: string | undefined, noEmail: boolean): string[] {
  const recipients = readAddresses(text ?? '');
  if (recipients.length > 0 || noEmail) return recipients;
  throw invalidField('email', 'email is missing. Enter an address, or set noemail to send nothing.');
}

function readGrace(text: string | undefined, absent: number): number {
  if (!text) return absent;
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= MIN_GRACE_SECONDS && seconds <= MAX_GRACE_SECONDS) return seconds;
  throw invalidField(
    'grace_seconds',
    `grace_seconds is not valid. Enter a whole number from ${MIN_GRACE_SECONDS} to ${MAX_GRACE_SECONDS}.`,
  );
}

function trimForm(form: ScheduleForm): ScheduleForm {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value?.trim()]));
}

function withoutUnread<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const read = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(read) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** @throws {AppError} bad_request for anything else than an id */
export function readId(text: string | undefined): number {
  const id = /^\d{1,10}$/.test(text ?? '') ? Number(text) : 0;
  if (id > 0 && id <= 2_147_483_647) return id;
  throw invalidField('id', `id is ${text ? 'not valid' : 'missing'}. Send the id of the schedule.`);
}
