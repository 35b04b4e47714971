import { badRequest } from '@cairn/service';
import { noSuchReport } from '../reports/errors.ts';
import { forbiddenName, unsupportedFormat } from './errors.ts';
import { isFormat } from './formats.ts';
import type { RunRequest } from './types.ts';

/** What the contract declares of a request to the gateway. */
export interface GatewayFields {
  _repName: string;
  _repFormat?: string;
  _dataSource?: string;
  _repLocale?: string;
  _repTimeZone?: string;
  _outFilename?: string;
}

/** Paths on a server, which no caller may choose. */
const FORBIDDEN = new Set(['SUBREPORT_DIR', 'REPORT_DIR', 'BASEDIR']);
/** Options of other engines for printing and saving on the server. */
const WITHOUT_EFFECT = /^_(print|save)/i;
const KEY = /^[a-z0-9_-]{1,100}$/;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * A request to the gateway as a run. Names and formats that cannot be are refused before anything is looked up.
 * @throws {AppError} bad_request
 */
export function readRunRequest(
  fields: GatewayFields,
  open: Readonly<Record<string, readonly string[]>>,
): RunRequest {
  const report = fields._repName.toLowerCase();
  if (!KEY.test(report)) {
    throw badRequest(
      'report-server.bad_report_name',
      'The name of a report has letters, digits, _ and - only. Check _repName.',
    );
  }
  const format = (fields._repFormat ?? 'html').toLowerCase();
  if (!isFormat(format)) throw unsupportedFormat();
  for (const name of Object.keys(open)) if (FORBIDDEN.has(name.toUpperCase())) throw forbiddenName(name);
  return {
    report,
    format,
    datasource: fields._dataSource || null,
    locale: readLocale(fields._repLocale),
    timeZone: readTimeZone(fields._repTimeZone),
    fileName: readFileName(fields._outFilename),
    parameters: Object.fromEntries(Object.entries(open).filter(([name]) => !WITHOUT_EFFECT.test(name))),
  };
}

/** The key of a report in an address. @throws {AppError} not_found for what cannot be a key */
export function readReportKey(key: string): string {
  const lower = key.toLowerCase();
  if (!KEY.test(lower)) throw noSuchReport(key);
  return lower;
}

/** `de_DE` is Java's form. */
function readLocale(text: string | undefined): string | null {
  if (!text) return null;
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null;
  } catch {
    throw badRequest(
      'report-server.bad_locale',
      `"${text}" is not a locale. Use a form such as de_DE for _repLocale.`,
    );
  }
}

/** Also checks the form, since Intl accepts offsets such as +05:30, which have no summer time. */
export function readTimeZone(text: string | undefined, name = '_repTimeZone'): string | null {
  if (!text) return null;
  try {
    if (/^[A-Za-z]/.test(text))
      return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    // The sentence below.
  }
  throw badRequest(
    'report-server.bad_time_zone',
    `"${text}" is not a time zone. Use a name such as Europe/Berlin for ${name}.`,
  );
}

function readFileName(text: string | undefined): string | null {
  if (!text) return null;
  if (CONTROL.test(text)) {
    throw badRequest(
      'report-server.bad_file_name',
      'A file name has no line breaks or other control characters. Check _outFilename.',
    );
  }
  return text.replaceAll(/[/\\]/g, '_');
}
