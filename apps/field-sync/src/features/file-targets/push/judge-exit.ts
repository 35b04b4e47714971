import { unavailable, unprocessable } from '@cairn/service';
import type { AppError } from '@cairn/service';

/** Some files vanished at the source, or an entry of it cannot be read any more: what counts was copied. */
const VANISHED = 24;
export const MAX_DELETE_REACHED = 25;

export function isCopied(exitCode: number): boolean {
  return exitCode === 0 || exitCode === VANISHED;
}

/**
 * What an exit code of rsync means for the push (man rsync, EXIT VALUES): `unavailable` is tried again, `unprocessable` waits for
 * someone. `errors` are the lines of its error output, which show that the other machine has no rsync.
 */
export function explainExit(exitCode: number, errors: string): AppError {
  if (
    /command not found|rsync: not found|No such file or directory.*\brsync$/m.test(errors) &&
    [12, 127].includes(exitCode)
  )
    return unprocessable(
      'field_sync.rsync_missing',
      'The other machine has no rsync. Install the package rsync there.',
    );
  switch (exitCode) {
    case 23:
      return unprocessable(
        'field_sync.push_incomplete',
        'Some files could not be copied; nothing else was changed. The log names them. Check what the login may do in the folder.',
      );
    case 30:
    case 35:
      return unavailable(
        'field_sync.push_timeout',
        'The other machine did not answer for a minute. It is tried again, and continues where it stopped.',
      );
    case 10:
    case 12:
    case 20:
    case 255:
      return unavailable(
        'field_sync.push_interrupted',
        'The connection to the other machine was cut. It is tried again, and continues where it stopped.',
      );
    case 11:
      return unavailable(
        'field_sync.push_not_written',
        'The files could not be written at the target. Check that its disk is not full.',
      );
    default:
      return unprocessable(
        'field_sync.push_failed',
        `rsync ended with exit code ${exitCode}. The log has its last lines.`,
      );
  }
}
