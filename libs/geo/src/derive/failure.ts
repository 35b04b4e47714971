import { conflict } from '@cairn/service/errors';
import { ProgramError } from '@cairn/programs';

/** A program's failure as an error for users. Other errors are returned unchanged. */
export function deriveFailure(error: unknown, sentence: string): unknown {
  if (!(error instanceof ProgramError) || error.reason === 'aborted' || error.reason === 'missing')
    return error;
  return Object.assign(conflict('vault.cannot_derive', sentence), { cause: error });
}
