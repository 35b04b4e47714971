import { isUnavailable } from '@cairn/db';
import { AppError } from '@cairn/service';
import { HASH_MISMATCH } from '../packages/errors.ts';
import { ProviderError } from '../providers/errors.ts';
import { TargetError } from '../synced-tables/errors.ts';
import type { RunFailure } from './types.ts';

/** Until a run that waits for a person is tried again. */
const PAUSE_MS = 15 * 60_000;
/** Kinds of errors that go by without anybody's help. */
const PASSING = new Set(['unavailable', 'too_many', 'gateway_timeout', 'bad_gateway', 'internal']);

/**
 * What follows from an error of a run. A pause is tried again every quarter of an hour, so that a project continues by itself when a grant
 * or a file that was missing is there.
 */
export function judgeFailure(error: unknown): RunFailure {
  if (error instanceof ProviderError) return judgeProviderError(error);
  if (error instanceof TargetError && error.outcome !== 'pause') {
    return { next: 'retry', code: error.code, message: error.message };
  }
  if (error instanceof AppError && error.kind !== 'internal') {
    const { code, message } = error;
    if (PASSING.has(error.kind)) return { next: 'retry', code, message, ...retryAfter(error) };
    return { next: 'pause', code, message, retryInMs: PAUSE_MS };
  }
  if (isUnavailable(error)) {
    return {
      next: 'retry',
      code: 'field_sync.target_unavailable',
      message: 'The connection to the database was lost. No partial change was made. It is tried again.',
    };
  }
  return {
    next: 'retry',
    code: 'field_sync.unexpected',
    message:
      'The run failed unexpectedly. It is tried again; if it keeps failing, give an administrator its number.',
  };
}

function judgeProviderError({ outcome, code, message, retryAfterMs }: ProviderError): RunFailure {
  switch (outcome) {
    case 'sign_in':
      return { next: 'sign_in', code, message };
    // A page of a network that asks for a sign-in passes; a file with a wrong hash was fetched twice already.
    case 'damaged':
      return { next: isFetchedTwice(code) ? 'pause' : 'once_more', code, message, retryInMs: PAUSE_MS };
    case 'pause':
      return { next: 'pause', code, message, retryInMs: PAUSE_MS };
    case 'later':
      return { next: 'retry', code, message, retryInMs: Math.max(retryAfterMs ?? 0, PAUSE_MS) };
    case 'restart_file':
    case 'retry':
      return {
        next: 'retry',
        code,
        message,
        ...(retryAfterMs === undefined ? {} : { retryInMs: retryAfterMs }),
      };
  }
}

const isFetchedTwice = (code: string) => code === HASH_MISMATCH;

function retryAfter({ retryAfter: seconds }: AppError): { retryInMs?: number } {
  return seconds === undefined ? {} : { retryInMs: seconds * 1000 };
}
