import { AppError, badRequest, conflict, notFound, unavailable } from '@cairn/service';

export const CONSTRAINTS = {
  datasources_key_key: {
    code: 'report-server.datasource_key_taken',
    message: 'There is already a datasource with this key. Choose another key.',
  },
};

/** The same words whether the datasource is missing, switched off or hidden. */
export function noSuchDatasource(key: string): AppError {
  return notFound(
    'report-server.no_such_datasource',
    `There is no datasource "${key}". Choose one from the list.`,
  );
}

export function datasourceStale(): AppError {
  return conflict(
    'report-server.datasource_stale',
    'Someone else has changed this datasource. Load it again, then repeat your change.',
  );
}

export function passwordMissing(): AppError {
  return badRequest('report-server.no_password', 'A new datasource needs the password of its login.');
}

export function passwordNeeded(): AppError {
  return badRequest(
    'report-server.password_needed',
    'The stored password belongs to the host, port and user that it was entered for, and to an SSL mode at least as strict. Enter the password to change them.',
  );
}

export function badText(field: string): AppError {
  return badRequest(
    'report-server.bad_text',
    `The ${field} of a datasource must be one line of text. Correct it.`,
  );
}

export function noKeyFromTitle(): AppError {
  return badRequest(
    'report-server.datasource_key_missing',
    'Enter a key of Latin letters, digits, "-" and "_".',
  );
}

/** For malformed hosts and forbidden networks alike, so that it reveals nothing about the network. */
export function hostNotAllowed(): AppError {
  return badRequest(
    'report-server.bad_host',
    'The host must be the name or IP address of one server in a network that the operator allows.',
  );
}

export function loginTooPowerful(user: string): AppError {
  return badRequest(
    'report-server.login_too_powerful',
    `"${user}" is a superuser, can become one, or can reach files and programs of the database server. Create a login that may only read the tables.`,
  );
}

export function cannotSignIn(sentence: string): AppError {
  return badRequest('report-server.datasource_unreachable', sentence);
}

export function datasourceUnavailable(title: string, sentence: string, cause: unknown): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'report-server.datasource_unavailable',
    message: `The datasource "${title}" cannot be read: ${sentence}`,
    retryAfter: 5,
    cause,
  });
}

export function readTooSlow(seconds: number): AppError {
  return unavailable(
    'report-server.query_too_slow',
    `The database took longer than ${seconds} s and was stopped. Filter the rows, or ask for an index on the columns of the filter.`,
  );
}
