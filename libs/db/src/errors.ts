import { types } from 'node:util';
import { AppError } from '@cairn/service/errors';
import type { ErrorKind } from '@cairn/service/errors';

/** Errors for violated constraints, by the constraint's name. */
export type ConstraintErrors = Record<string, { code: string; message: string; kind?: ErrorKind }>;

// Unlike instanceof this also recognizes errors of another realm.
const { isNativeError } = types;

interface PgError extends Error {
  code?: string;
  constraint?: string;
}

const UNIQUE = '23505';
const FOREIGN_KEY = '23503';
const DISK_FULL = '53100';
const CONFLICTS = new Set([UNIQUE, FOREIGN_KEY, '23P01']);

// Appendix A of the PostgreSQL manual: connection exceptions, lack of resources, operator intervention.
const UNAVAILABLE_CODES = /^(08|53|57P|58)|^(57014|25006|28P01|28000|3D000)$/;
const UNAVAILABLE_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
]);
const UNAVAILABLE_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|connection error|client has encountered|Client was closed|timeout expired/i;

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, UNIQUE, constraint);
}

export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return violates(error, FOREIGN_KEY, constraint);
}

function violates(error: unknown, code: string, constraint: string | undefined): boolean {
  if (!isNativeError(error)) return false;
  const { code: actual, constraint: name } = error as PgError;
  return actual === code && (constraint === undefined || name === constraint);
}

/** Whether the database is down, full, busy or too slow. */
export function isUnavailable(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const { code } = error as PgError;
  if (code !== undefined) return UNAVAILABLE_CODES.test(code) || UNAVAILABLE_SYSTEM.has(code);
  return UNAVAILABLE_MESSAGE.test(error.message);
}

export function unavailableError(cause: unknown): AppError {
  if (isNativeError(cause) && (cause as PgError).code === DISK_FULL) {
    return new AppError({
      kind: 'unavailable',
      code: 'db.no_space',
      message: 'The disk of the database is full. Ask the operator to free space, then try again.',
      retryAfter: 60,
      cause,
    });
  }
  return new AppError({
    kind: 'unavailable',
    code: 'db.unavailable',
    message: 'The database is not available. Try again in a moment.',
    retryAfter: 5,
    cause,
  });
}

/**
 * A database error as callers may see it. Violated constraints become the errors of `constraints` (conflict, or bad_request for
 * checks, unless a kind is given), values that do not fit a column become bad_request, and an unreachable database becomes
 * unavailable. Other errors are returned unchanged, and end as a 500.
 */
export function toAppError(error: unknown, constraints: ConstraintErrors = {}): unknown {
  if (error instanceof AppError || !isNativeError(error)) return error;
  const { code = '', constraint } = error as PgError;
  const known =
    constraint !== undefined && Object.hasOwn(constraints, constraint) ? constraints[constraint] : undefined;
  if (known) {
    const kind = known.kind ?? (CONFLICTS.has(code) ? 'conflict' : 'bad_request');
    return new AppError({ kind, code: known.code, message: known.message, cause: error });
  }
  if (isUnavailable(error)) return unavailableError(error);
  if (code.startsWith('22')) {
    return new AppError({
      kind: 'bad_request',
      code: 'db.bad_value',
      message: 'A value is out of range or malformed.',
      cause: error,
    });
  }
  if (code === '40001' || code === '40P01') {
    return new AppError({
      kind: 'conflict',
      code: 'db.concurrent_change',
      message: 'This was changed by someone else at the same time. Try again.',
      cause: error,
    });
  }
  return error;
}
