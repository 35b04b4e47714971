import { findProgram, runProgram } from '@cairn/programs';
import { unavailable } from '@cairn/service';
import type { Doing } from './server-terminal.ts';
import { scrub } from './scrub.ts';

/** What is asked of this machine, and with which programs. */
export const MACHINE_PROGRAMS = ['df', 'free', 'ps'];
const TEN_SECONDS = 10_000;
/** Columns of `ps aux` before the command. */
const BEFORE_COMMAND = 10;
/** PostgreSQL and its programs, by their names or by the titles that its processes give themselves. */
const OURS =
  /^(?:\S*\/)?(?:postgres|postmaster|psql|pg_\w+|vacuumdb|reindexdb|createdb|dropdb|initdb|pgbouncer)\b/;

export async function showDisks({ out, signal }: Doing): Promise<void> {
  out.say(await output('df', ['-h'], signal));
}

export async function showMemory({ out, signal }: Doing): Promise<void> {
  out.say(await output('free', ['-m'], signal));
}

/** The processes of the database alone, and no secret that a user put into a command line. */
export async function showProcesses({ out, signal }: Doing): Promise<void> {
  const [head, ...lines] = (await output('ps', ['auxww'], signal)).split('\n');
  const ours = lines.filter((line) => OURS.test(commandOf(line)));
  out.say(`${[head, ...ours.map(scrub)].join('\n')}\n`);
}

function commandOf(line: string): string {
  return line.trim().split(/\s+/).slice(BEFORE_COMMAND).join(' ');
}

async function output(name: string, args: string[], signal: AbortSignal): Promise<string> {
  const program = findProgram(name);
  if (!program) throw unavailable('dbadmin.no_program', `"${name}" is not installed on this machine.`);
  const { stdout } = await runProgram({ program, args, sandboxed: false, timeLimitMs: TEN_SECONDS, signal });
  return stdout;
}
