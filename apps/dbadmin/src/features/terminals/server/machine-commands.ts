import { findProgram, runProgram } from '@cairn/programs';
import { programMissing } from '../errors.ts';
import { redact } from '../redact.ts';
import type { CommandRun } from './server-terminal.ts';

/** The programs of the commands below. */
export const MACHINE_PROGRAMS = ['df', 'free', 'ps'];
const TEN_SECONDS = 10_000;
/** Columns of `ps aux` before the command. */
const BEFORE_COMMAND = 10;
/** Names of PostgreSQL programs, and the titles of its processes. */
const OURS =
  /^(?:\S*\/)?(?:postgres|postmaster|psql|pg_\w+|vacuumdb|reindexdb|createdb|dropdb|initdb|pgbouncer)\b/;

export async function showDisks({ out, signal }: CommandRun): Promise<void> {
  out.print(await output('df', ['-h'], signal));
}

export async function showMemory({ out, signal }: CommandRun): Promise<void> {
  out.print(await output('free', ['-m'], signal));
}

/** Shows the processes of PostgreSQL only, without secrets in command lines. */
export async function showProcesses({ out, signal }: CommandRun): Promise<void> {
  const [head, ...lines] = (await output('ps', ['auxww'], signal)).split('\n');
  const ours = lines.filter((line) => OURS.test(commandOf(line)));
  out.print(`${[head, ...ours.map(redact)].join('\n')}\n`);
}

function commandOf(line: string): string {
  return line.trim().split(/\s+/).slice(BEFORE_COMMAND).join(' ');
}

async function output(name: string, args: string[], signal: AbortSignal): Promise<string> {
  const program = findProgram(name);
  if (!program) throw programMissing(name);
  const { stdout } = await runProgram({ program, args, sandboxed: false, timeLimitMs: TEN_SECONDS, signal });
  return stdout;
}
