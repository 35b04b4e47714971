import type { OpenFields } from '@cairn/service';
import { readKey } from '../definitions/key.ts';
import { checkFileName } from '../engine/document-headers.ts';
import { unsupportedFormat } from '../engine/errors.ts';
import { isFormat } from '../engine/formats.ts';
import type { Format } from '../engine/formats.ts';
import { invalidReport } from './errors.ts';

/** What the contract declares of the query. */
export interface RunFields {
  _repName?: string;
  _repFormat?: string;
  _dataSource?: string;
  _outFilename?: string;
  _repLocale?: string;
  _repTimeZone?: string;
}

export interface RunRequest {
  /** Key of the report. */
  report: string;
  format: Format;
  datasource: string | null;
  fileName: string | null;
  locale: string | null;
  timeZone: string | null;
  parameters: Record<string, string[]>;
}

/** Paths on the engine's server, which no caller may choose. */
const DROPPED = new Set(['SUBREPORT_DIR', 'REPORT_DIR', 'BASEDIR']);

/** A query as a run. Other names that begin with `_` are options of engines and are dropped. @throws {AppError} bad_request */
export function readRun(fields: RunFields, open: OpenFields): RunRequest {
  const report = readKey(fields._repName);
  if (report === null) throw invalidReport();
  const format = (fields._repFormat || 'html').toLowerCase();
  if (!isFormat(format)) throw unsupportedFormat();
  const names = Object.keys(open).filter((name) => !name.startsWith('_') && !DROPPED.has(name.toUpperCase()));
  return {
    ...{ report, format },
    datasource: fields._dataSource || null,
    fileName: fields._outFilename ? checkFileName(fields._outFilename) : null,
    locale: fields._repLocale || null,
    timeZone: fields._repTimeZone || null,
    parameters: Object.fromEntries(names.map((name) => [name, open[name]!])),
  };
}
