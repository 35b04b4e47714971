import { AppError, badGateway, badRequest, forbidden, notFound, unprocessable } from '@cairn/service';

export function unsupportedFormat(): AppError {
  return badRequest('report-server.unsupported_format', 'Unsupported export format.');
}

export function forbiddenDatasource(key: string): AppError {
  return forbidden(
    'report-server.datasource_forbidden',
    `This report cannot be run on the datasource "${key}". Leave _dataSource out, or ask for access.`,
  );
}

export function boundParameterMissing(name: string): AppError {
  return forbidden(
    'report-server.bound_parameter_missing',
    `The report no longer has the parameter "${name}", which the token binds. Ask for a new token.`,
  );
}

export function externalEngineMissing(key: string): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'report-server.no_external_engine',
    message: `The report "${key}" runs on an external engine, and none is set up. Ask an administrator.`,
  });
}

/** The engine's own page is for its operator; the log of the engine has the reason. */
export function engineFailed(report: string, id: string): AppError {
  return badGateway(
    'report-server.engine_failed',
    `The external report engine could not run "${report}" (run ${id}). Check the parameters, or ask an administrator.`,
  );
}

export function engineUnreachable(): AppError {
  return badGateway(
    'report-server.engine_unreachable',
    'The external report engine cannot be reached. Try again later, or ask an administrator.',
  );
}

export function engineTooLarge(): AppError {
  return unprocessable(
    'report-server.engine_too_large',
    'The document of the external report engine is too large. Filter its data.',
  );
}

/** An empty value selects nothing, which such an engine has no way to express. */
export function externalBoundEmpty(name: string): AppError {
  return forbidden(
    'report-server.external_bound_empty',
    `The token binds "${name}" to an empty value, which selects nothing. Ask for a token with a value.`,
  );
}

export function externalMaps(): AppError {
  return unprocessable(
    'report-server.external_maps',
    'This report runs on an external engine, whose maps cannot be shown alone. Show the whole report.',
  );
}

export function externalSubreport(key: string): AppError {
  return unprocessable(
    'report-server.external_subreport',
    `The report includes "${key}", which runs on an external engine. Remove it from the template.`,
  );
}

export function forbiddenName(name: string): AppError {
  return badRequest(
    'report-server.forbidden_parameter',
    `The parameter "${name}" is not accepted. Remove it from the address.`,
  );
}

export function renderTooLong(timeoutMs: number): AppError {
  const minutes = Math.max(1, Math.round(timeoutMs / 60_000));
  return new AppError({
    kind: 'gateway_timeout',
    code: 'report-server.run_too_long',
    message: `The report took longer than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and was stopped. Filter its data.`,
  });
}

export function renderOutOfMemory(): AppError {
  return unprocessable(
    'report-server.run_too_large',
    'The report needs more memory than a run may use. Filter its data, or choose csv.',
  );
}

export function noSuchExecution(id: string): AppError {
  return notFound('report-server.no_such_execution', `There is no run "${id}", or its output has expired.`);
}
