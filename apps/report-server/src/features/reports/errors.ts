import { AppError, badRequest, conflict, forbidden, notFound } from '@cairn/service';
import { toReportBody } from './mapper.ts';
import type { OpenReport, StoredFinding } from './types.ts';

export function noSuchReport(key: string): AppError {
  return notFound('report-server.no_such_report', `There is no report "${key}". Go back to the library.`);
}

export function noSuchVersion(key: string, number: number): AppError {
  return notFound('report-server.no_such_version', `The report "${key}" has no version ${number}.`);
}

export function reportClosed(key: string): AppError {
  return forbidden(
    'report-server.report_closed',
    `You may not view the report "${key}". Ask its owner for the permission.`,
  );
}

export function reportNotEditable(key: string): AppError {
  return forbidden(
    'report-server.report_not_editable',
    `You may not edit the report "${key}". Ask its owner for the permission.`,
  );
}

export function reportExists(key: string): AppError {
  return conflict(
    'report-server.report_exists',
    `There is a report "${key}" already, which may be archived. Choose another key.`,
  );
}

export function reportStale(current: OpenReport): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'report-server.report_stale',
    message: `The report "${current.report.title}" has version ${current.report.version} in the meantime. Reload it and repeat your change.`,
    answer: { current: toReportBody(current) },
  });
}

/** The first error is in the sentence, all of them are in `findings`. */
export function badTemplate(findings: readonly StoredFinding[]): AppError {
  const [first = { path: '$', message: 'It cannot be read.' }] = findings.filter(
    ({ level }) => level === 'error',
  );
  return new AppError({
    kind: 'bad_request',
    code: 'report-server.bad_template',
    message: `The template has an error at ${String(first['path'])}: ${String(first['message'])}`,
    answer: { findings },
  });
}

export function templateClosed(datasource: string): AppError {
  return forbidden(
    'report-server.template_closed',
    `The template of this report reads the datasource "${datasource}", which you may not view. Ask an administrator for the view permission on it, or leave the template as it is.`,
  );
}

/** The same words for a datasource that is missing and for one that the caller may not view. */
export function closedDatasource(key: string): AppError {
  return badRequest(
    'report-server.no_such_datasource',
    `There is no datasource "${key}" that you may view. Choose another one.`,
  );
}
