import { AppError, type ErrorKind } from '@cairn/service';
import { withoutNul } from './json.ts';

export interface Failure {
  code: string;
  /** A sentence for users. */
  message: string;
  kind?: ErrorKind;
  /** Whether the same job may succeed when it is run again. */
  retry: boolean;
}

/** Kinds of AppError that a retry cannot fix: the request itself is wrong. */
const final = new Set<ErrorKind>([
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'too_large',
  'unsupported_media',
  'unprocessable',
]);
const longestMessage = 2000;

/** Describes a failed attempt to a user. The text of unexpected errors stays in the log: it may hold paths, SQL or secrets. */
export function describeFailure(error: unknown, jobId: number, attempt: number): Failure {
  if (error instanceof AppError && error.kind !== 'internal') {
    return {
      code: error.code,
      kind: error.kind,
      message: withoutNul(error.message).slice(0, longestMessage),
      retry: !final.has(error.kind),
    };
  }
  return {
    code: 'jobs.unexpected',
    message: `Attempt ${attempt} failed unexpectedly. If it keeps failing, give an administrator the number of this job: ${jobId}.`,
    retry: true,
  };
}
