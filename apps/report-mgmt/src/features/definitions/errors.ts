import { badRequest, conflict, forbidden, notFound, unavailable } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function invalidReport(): AppError {
  return badRequest('report-mgmt.invalid_report', 'invalid report');
}

export function noSuchReport(): AppError {
  return notFound('report-mgmt.no_such_report', 'Report not found.');
}

/** The same for a report that is not there, so that nobody learns of one that is hidden. */
export function reportClosed(): AppError {
  return forbidden(
    'report-mgmt.report_closed',
    'Permission denied. This report does not exist, or it is not shared with you.',
  );
}

export function reportExists(key: string): AppError {
  return conflict(
    'report-mgmt.report_exists',
    `There is already a report with the key "${key}". Choose another name.`,
  );
}

export function definitionsAway(): AppError {
  return unavailable(
    'report-mgmt.definitions_away',
    'The folder of report definitions cannot be read right now. Try again shortly, or ask the operator.',
  );
}

export function reportServerAway(): AppError {
  return unavailable(
    'report-mgmt.report_server_away',
    'The report server is not responding. Try again in a moment.',
  );
}

export function badDefinition(problems: string[]): AppError {
  return badRequest('report-mgmt.bad_definition', `The definition cannot be used. ${problems.join(' ')}`);
}

export function permissionMissing(permission: 'edit' | 'admin'): AppError {
  return forbidden(
    'report-mgmt.permission_missing',
    `You do not have the ${permission} permission on this report. Ask an administrator for it.`,
  );
}

export function nothingToRestore(): AppError {
  return notFound(
    'report-mgmt.nothing_to_restore',
    'This report was not deleted within the last day, so it cannot be restored. Publish it again.',
  );
}

export function linkedFolder(name: string): AppError {
  return conflict(
    'report-mgmt.linked_folder',
    `The folder "${name}" of this report is a symbolic link, so nothing was changed. Ask the operator to replace it.`,
  );
}

export function datasourceClosed(key: string): AppError {
  return badRequest(
    'report-mgmt.datasource_closed',
    `There is no datasource "${key}", or it is not shared with you. Choose another one.`,
  );
}

export function statementsClosed(key: string): AppError {
  return forbidden(
    'report-mgmt.statements_closed',
    `The datasource "${key}" is not shared with you, so you cannot change what this report reads from it. Ask an administrator for view on it.`,
  );
}
