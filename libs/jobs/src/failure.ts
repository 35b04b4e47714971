import { withoutNul } from './json.ts';

export interface Failure {
  code: string;
  /** A sentence that a user may read. */
  message: string;
  /** Whether the same job may succeed when it is run again. */
  retry: boolean;
}

/** Kinds of AppError that no repetition mends: the request itself is at fault. */
const final = new Set([
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media',
  'unprocessable',
]);
const longestMessage = 2000;

/** What to tell a user of a failed attempt. Unexpected errors may hold paths, SQL or secrets: their text stays in the log. */
export function describeFailure(error: unknown, jobId: number, attempt: number): Failure {
  const known = error as { kind?: unknown; code?: unknown; message?: unknown } | null;
  if (error instanceof Error && typeof known?.kind === 'string' && known.kind !== 'internal') {
    return {
      code: typeof known.code === 'string' ? known.code : known.kind,
      message: withoutNul(error.message).slice(0, longestMessage),
      retry: !final.has(known.kind),
    };
  }
  return {
    code: 'jobs.unexpected',
    message: `Attempt ${attempt} failed unexpectedly. If it keeps failing, give an administrator the number of this job: ${jobId}.`,
    retry: true,
  };
}
