import { ProgramError } from '@cairn/programs';
import { badGateway, unprocessable } from '@cairn/service';
import type { ServerLogin } from '../features/servers/service.ts';

const MAX_SENTENCE = 1_000;
const DISK_FULL = /No space left on device|Disk quota exceeded|File too large/i;
const CONNECTION_LOST =
  /server closed the connection|connection to server .*failed|terminating connection|SSL connection has been closed|could not (connect|send|receive)|no connection to the server|database system is (starting|shutting)|server process .*terminated|lost synchronization/i;

export interface ProgramOutput {
  /** The first error. */
  error?: string;
  hint?: string;
}

/** Collects the first error and the first hint after it from a program's error output. */
export function createErrorCollector() {
  const output: ProgramOutput = {};
  return {
    add(line: string): void {
      const [, kind = '', text = ''] = /^(?:[\w-]+: )?(error|fatal|hint|HINT): *(.*)$/.exec(line) ?? [];
      if (/error|fatal/.test(kind)) output.error ??= text;
      else if (kind !== '' && output.error !== undefined) output.hint ??= text;
    },
    output: (): ProgramOutput => output,
  };
}

/**
 * Explains why a PostgreSQL program failed, in its own words without the password: `bad_gateway` when the connection was lost, which
 * may be retried, `unprocessable` for what would fail again. Other errors are returned unchanged.
 */
export function explainProgramError(
  error: unknown,
  { error: reason, hint }: ProgramOutput,
  login: ServerLogin,
): unknown {
  if (!(error instanceof ProgramError) || error.reason === 'aborted') return error;
  const program = error.message.split(':')[0] ?? 'The program';
  if (reason !== undefined && DISK_FULL.test(reason)) {
    return unprocessable(
      'dbadmin.no_space',
      `${program} failed because the disk is full. Nothing was kept. Free some space and try again.`,
    );
  }
  if (reason !== undefined && CONNECTION_LOST.test(reason)) {
    return badGateway(
      'dbadmin.server_lost',
      `${program} lost its connection to ${login.name}. Nothing was changed.`,
    );
  }
  const how = error.exitCode === null ? 'was killed' : `ended with exit code ${error.exitCode}`;
  const words = [reason ?? 'no reason given', ...(hint === undefined ? [] : [hint])].join(' Hint: ');
  return unprocessable(
    'dbadmin.tool_failed',
    withoutSecret(`${program} ${how}: ${words}`, login).slice(0, MAX_SENTENCE),
  );
}

/** A server may echo what it was sent. */
function withoutSecret(text: string, { password }: ServerLogin): string {
  return password === '' ? text : text.replaceAll(password, '•••');
}
