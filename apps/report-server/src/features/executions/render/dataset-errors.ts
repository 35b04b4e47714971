import { classifySessionError, explainConnectionError } from '@cairn/db/connection-error';
import type { ServerAddress } from '@cairn/db';
import { AppError, badRequest, unavailable } from '@cairn/service/errors';

/**
 * What happened to a statement of a report, for people; its subject is such as `dataset "roads"`. What the database says is kept where
 * it is about the statement itself.
 */
export function datasetFailed(subject: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const state = classifySessionError(error);
  if (state === 'slow') {
    return new AppError({
      kind: 'unavailable',
      code: 'report-server.query_too_slow',
      message: `The query of the ${subject} took too long and was stopped. Filter its data.`,
      cause: error,
    });
  }
  if (state === 'lost') {
    return unavailable(
      'report-server.datasource_lost',
      `The database of the ${subject} ended the connection. Try again in a moment.`,
    );
  }
  if (code === '42501') {
    return new AppError({
      kind: 'forbidden',
      code: 'report-server.query_forbidden',
      message: `The query of the ${subject} reads or calls something that the login of the datasource may not use.`,
      cause: error,
    });
  }
  // The last ones are limits, exceptions of functions, and errors of PostGIS, which has no codes of its own.
  if (/^(42|22|2F|25|0A|26|54|P0|XX000)/.test(code)) {
    return badRequest(
      'report-server.query_refused',
      `The database refuses the query of the ${subject}: ${oneLine(message)}.`,
    );
  }
  return new AppError({
    kind: 'internal',
    code: 'report-server.query_failed',
    message: `The query of the ${subject} failed.`,
    cause: error,
  });
}

export function datasourceMissing(dataset: string): AppError {
  return badRequest(
    'report-server.report_without_datasource',
    `The report has no datasource from which to read its dataset "${dataset}". Edit the report and choose one.`,
  );
}

/** Why a session for a dataset could not be opened. */
export function connectionFailed(dataset: string, error: unknown, address: ServerAddress): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'report-server.datasource_unavailable',
    message: `The dataset "${dataset}" cannot be read: ${explainConnectionError(error, address).sentence}`,
    retryAfter: 5,
    cause: error,
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replace(/\.$/, '').slice(0, 300);
}
