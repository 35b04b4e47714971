import { AppError, badGateway, badRequest, unavailable } from '@cairn/service';

export function engineMissing(): AppError {
  return unavailable(
    'report-mgmt.no_engine',
    'No report engine is configured. Ask the operator to set REPORT_SERVER_URL or REPORT_ENGINE_URL.',
  );
}

export function unsupportedFormat(): AppError {
  return badRequest('report-mgmt.unsupported_format', 'Unsupported export format.');
}

export function badFileName(): AppError {
  return badRequest(
    'report-mgmt.bad_file_name',
    'A file name has no line breaks or other control characters. Check _outFilename.',
  );
}

export function engineUnreachable(cause: unknown): AppError {
  return new AppError({
    kind: 'bad_gateway',
    code: 'report-mgmt.engine_unreachable',
    message: 'The report engine cannot be reached. Try again later, or ask an administrator.',
    cause,
  });
}

export function engineSilent(cause: unknown): AppError {
  return new AppError({
    kind: 'bad_gateway',
    code: 'report-mgmt.engine_silent',
    message: 'The report engine does not answer. Try again later, or ask an administrator.',
    cause,
  });
}

/** The answer ended before the document did. */
export function engineBrokeOff(cause: unknown): AppError {
  return new AppError({
    kind: 'bad_gateway',
    code: 'report-mgmt.engine_broke_off',
    message: 'The report engine broke off in the middle of the document. Try again.',
    cause,
  });
}

/** An engine's own page about a failure is for its operator, who finds the reason in its log. */
export function engineFailed(report: string): AppError {
  return badGateway(
    'report-mgmt.engine_failed',
    `The report engine could not run "${report}". Check the parameters, or ask an administrator.`,
  );
}

/** It refuses this service, not the person. */
export function engineRefusedService(): AppError {
  return badGateway(
    'report-mgmt.engine_refused_service',
    'The report server refused the request of this service. Try again, or ask the operator whether both have the same secret and the same time.',
  );
}

export function pictureFailed(): AppError {
  return badGateway('report-mgmt.picture_failed', 'The report engine has no such picture.');
}

export function runTooLong(deadlineMs: number): AppError {
  const minutes = Math.max(1, Math.round(deadlineMs / 60_000));
  return new AppError({
    kind: 'gateway_timeout',
    code: 'report-mgmt.run_too_long',
    message: `The report took longer than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and was stopped. Filter its data.`,
  });
}
