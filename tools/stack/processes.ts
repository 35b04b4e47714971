import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A process that can be recognised later. */
export interface ProcessMark {
  pid: number;
  /** Start time in the kernel's ticks: a number is soon given to another process, with another start time. */
  started: string;
}

/**
 * Stops the server that a pid file names, when it is one of ours (its working directory is in `folder`), and
 * removes the file, which would keep a new server from starting. Process ids are reused, after a restart of a
 * container by other processes of the same user.
 */
export async function clearPidFile(file: string, folder: string): Promise<void> {
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (pid > 0 && worksIn(pid, folder)) await stopProcess(mark(pid), 'SIGINT');
  rmSync(file, { force: true });
}

/**
 * Ends processes of a program that work in `folder` although their server is gone: sessions of a PostgreSQL that was killed
 * run until their statement ends, and a new server must not write to the same data beside them. Other processes in the folder,
 * such as a shell, are left alone. Where the system has no /proc, PostgreSQL itself refuses to start beside them.
 */
export async function endOrphans(folder: string, program: string): Promise<void> {
  const orphans = () => processIds().filter((pid) => worksIn(pid, folder) && programOf(pid) === program);
  // Most end by themselves within milliseconds.
  for (const deadline = Date.now() + 500; Date.now() < deadline && orphans().length > 0;) await delay(25);
  for (const deadline = Date.now() + 10_000; Date.now() < deadline && orphans().length > 0;) {
    for (const pid of orphans()) send(pid, 'SIGKILL');
    await delay(25);
  }
}

/** Name of a process's executable, at most 15 characters. */
function programOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trimEnd();
  } catch {
    return null;
  }
}

function processIds(): number[] {
  return existsSync('/proc')
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0)
    : [];
}

/** Asks a process to end, and ends it after 20 s. */
export async function stopProcess(target: ProcessMark, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (!isAlive(target)) return;
  send(target.pid, signal);
  for (const deadline = Date.now() + 20_000; Date.now() < deadline && isAlive(target);) await delay(50);
  if (isAlive(target)) send(target.pid, 'SIGKILL');
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between.
  }
}

export function mark(pid: number): ProcessMark {
  return { pid, started: startTime(pid) ?? '' };
}

/** Whether this very process, and not another with its number, still runs. */
export function isAlive({ pid, started }: ProcessMark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startTime(pid) === (started || null);
}

/** Null where the system has no /proc, or when the process is gone or waits to be collected. */
function startTime(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${realpathSync(folder)}/`);
  } catch {
    return false;
  }
}
