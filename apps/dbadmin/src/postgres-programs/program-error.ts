import { ProgramError } from '@cairn/programs';
import { badGateway, unprocessable } from '@cairn/service';
import type { ServerLogin } from '../features/servers/service.ts';

const MAX_SENTENCE = 1_000;
const NO_ROOM = /No space left on device|Disk quota exceeded|File too large/i;
const SERVER_GONE =
  /server closed the connection|connection to server .*failed|terminating connection|SSL connection has been closed|could not (connect|send|receive)|no connection to the server|database system is (starting|shutting)|server process .*terminated|lost synchronization/i;

export interface Heard {
  /** The first line that tells of an error. */
  error?: string;
  hint?: string;
}

/** Keeps what people need of a program's error output: the first error and the first hint after it. */
export function createErrorCollector() {
  const heard: Heard = {};
  return {
    hear(line: string): void {
      const [, kind = '', text = ''] = /^(?:[\w-]+: )?(error|fatal|hint|HINT): *(.*)$/.exec(line) ?? [];
      if (/error|fatal/.test(kind)) heard.error ??= text;
      else if (kind !== '' && heard.error !== undefined) heard.hint ??= text;
    },
    heard: (): Heard => heard,
  };
}

/**
 * Why a program of PostgreSQL failed, in its own words without the password: `bad_gateway` when its server was lost, which
 * may be tried again, `unprocessable` for what would fail again. What is no failure of a program is returned as it is.
 */
export function explainProgramError(
  error: unknown,
  { error: said, hint }: Heard,
  login: ServerLogin,
): unknown {
  if (!(error instanceof ProgramError) || error.reason === 'aborted') return error;
  const program = error.message.split(':')[0] ?? 'The program';
  if (said !== undefined && NO_ROOM.test(said)) {
    return unprocessable(
      'dbadmin.no_space',
      `${program} found no room left on the disk; nothing was kept. Make room and try again.`,
    );
  }
  if (said !== undefined && SERVER_GONE.test(said)) {
    return badGateway(
      'dbadmin.server_lost',
      `${program} lost its connection to ${login.name}; nothing was changed.`,
    );
  }
  const how = error.exitCode === null ? 'was killed' : `ended with exit code ${error.exitCode}`;
  const words = [said ?? 'it did not say why', ...(hint === undefined ? [] : [hint])].join(' Hint: ');
  return unprocessable(
    'dbadmin.tool_failed',
    withoutSecret(`${program} ${how}: ${words}`, login).slice(0, MAX_SENTENCE),
  );
}

/** A server may repeat what it was sent. */
function withoutSecret(text: string, { password }: ServerLogin): string {
  return password === '' ? text : text.replaceAll(password, '•••');
}
