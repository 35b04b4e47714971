import { invalidField } from '../actions/errors.ts';
import { readLine } from '../actions/read-fields.ts';
import { skipAndForce, unknownParameter } from './errors.ts';
import type { ServiceParameters } from './types.ts';

type Field = string | undefined;
type Read<T> = (field: string, value: Field) => T;

/** Fields of a form as they are sent. */
export interface ServiceForm {
  'sync_admins[]'?: string[];
  skip_init?: string;
  force_init?: string;
  single_run?: string;
  sleep_time?: string;
  retention?: string;
  retention_count?: string;
  history_days?: string;
  max_delete_percent?: string;
  files?: string;
}

const TRUE = ['1', 'true', 'on', 't', 'yes'];
const FALSE = ['', '0', 'false', 'off', 'f', 'no'];
const MAX_ADMINS = 50;
const ADMIN = /^([1-9]\d{0,9}|[^\s@,;<>"]+@[^\s@,;<>"]+)$/;
const MAX_ADDRESS = 254;

/** The fields that hold one parameter each. */
const FIELDS: Record<string, (value: Field) => Partial<ServiceParameters>> = {
  skip_init: (value) => ({ skipInit: readFlag('skip_init', value) }),
  force_init: (value) => ({ forceInit: readFlag('force_init', value) }),
  single_run: (value) => ({ singleRun: readFlag('single_run', value) }),
  sleep_time: (value) => ({ sleepTime: between(1, 86_400, 10)('sleep_time', value) }),
  retention: (value) => ({ retention: between(0, 3650, 30)('retention', value) }),
  retention_count: (value) => ({ retentionCount: between(0, 10_000, 10)('retention_count', value) }),
  history_days: (value) => ({ historyDays: between(0, 3650, 0)('history_days', value) }),
  max_delete_percent: (value) => ({ maxDeletePercent: between(0, 100, 25)('max_delete_percent', value) }),
  files: (value) => ({ files: readFiles(value) }),
};
/** Not of the documented form: a client that does not know them leaves them as they are. */
const KEPT_WHEN_LEFT_OUT = new Set(['retention_count', 'history_days', 'max_delete_percent', 'files']);

/**
 * What a whole form says. Flags that are left out are off, and numbers that are left out or blank have their defaults.
 * @throws {AppError} bad_request for a value that cannot be taken
 */
export function readParameters(form: ServiceForm): Partial<ServiceParameters> {
  const read = Object.entries(FIELDS).map(([field, readField]) => {
    const value = form[field as keyof Omit<ServiceForm, 'sync_admins[]'>];
    return value === undefined && KEPT_WHEN_LEFT_OUT.has(field) ? {} : readField(value);
  });
  return Object.assign({ syncAdmins: readAdmins(form['sync_admins[]'] ?? []) }, ...read);
}

/** One parameter by its name. @throws {AppError} bad_request for another name, and for a value that cannot be taken */
export function readParameter(name: Field, value: Field): Partial<ServiceParameters> {
  const param = name?.trim() ?? '';
  if (!Object.hasOwn(FIELDS, param)) throw unknownParameter(Object.keys(FIELDS));
  return FIELDS[param]!(value);
}

/** @throws {AppError} bad_request for parameters that exclude each other */
export function checkTogether({ skipInit, forceInit }: ServiceParameters): void {
  if (skipInit && forceInit) throw skipAndForce();
}

function readFlag(field: string, value: Field): boolean {
  const text = readLine(field, value, 100).toLowerCase();
  if (TRUE.includes(text)) return true;
  if (FALSE.includes(text)) return false;
  throw invalidField(`${field} must be one of ${TRUE.join(', ')}, or 0.`);
}

function between(min: number, max: number, standard: number): Read<number> {
  return (field, value) => {
    const text = readLine(field, value, 100);
    if (text === '') return standard;
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max))
      throw invalidField(`${field} must be a whole number from ${min} to ${max}.`);
    return number;
  };
}

function readFiles(value: Field): 'all' | 'package' {
  const text = readLine('files', value, 100);
  if (text === '' || text === 'all') return 'all';
  if (text === 'package') return 'package';
  throw invalidField('files must be all or package.');
}

/** Several may be in one value, with commas between them. */
function readAdmins(values: string[]): string[] {
  const entries = values
    .flatMap((value) => readLine('sync_admins[]', value, 10_000).split(','))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const invalid = entries.find((entry) => !ADMIN.test(entry) || entry.length > MAX_ADDRESS);
  if (invalid !== undefined)
    throw invalidField(
      `sync_admins[]: "${invalid.slice(0, 60)}" is neither a user's number nor a mail address.`,
    );
  const admins = [...new Set(entries)];
  if (admins.length > MAX_ADMINS) throw invalidField(`sync_admins[] may have at most ${MAX_ADMINS} values.`);
  return admins;
}
