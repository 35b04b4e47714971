import { AppError, forbidden, notFound, unprocessable } from '@cairn/service';

export function noSuchJob(id: string): AppError {
  return notFound('report-server.no_such_analysis_job', `There is no analysis job ${id}.`);
}

export function noResult(id: string): AppError {
  return notFound(
    'report-server.no_analysis_result',
    `The analysis job ${id} has no result: it has not succeeded, or its result has expired. Run the analysis again.`,
  );
}

export function tooManyJobs(most: number): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'report-server.analysis_jobs_busy',
    message: `You have ${most} analyses that wait or run. Wait until one has ended, or cancel one.`,
    retryAfter: 30,
  });
}

export function requesterGone(): AppError {
  return forbidden(
    'report-server.requester_gone',
    'The user who started this analysis no longer has an account.',
  );
}

export function accessLost(): AppError {
  return forbidden(
    'report-server.access_lost',
    'The user who started this analysis may no longer use the explorer.',
  );
}

/** Not `unavailable`: the same statement would take as long again. */
export function jobTooSlow(timeoutMs: number): AppError {
  return unprocessable(
    'report-server.analysis_too_slow',
    `The analysis took longer than ${timeoutMs / 60_000} minutes and was stopped. Filter the layer, or choose larger cells or a shorter distance.`,
  );
}

export function resultTooLarge(maxBytes: number): AppError {
  return unprocessable(
    'report-server.analysis_result_too_large',
    `The result has more than ${maxBytes / 1024 ** 3} GiB. Filter the layer, or choose fewer columns.`,
  );
}
