import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface ProcessMark {
  pid: number;
  /** Start time in the kernel's ticks: a number is soon given to another process, with another start time. */
  started: string;
}

interface RunRecord extends ProcessMark {
  url: string;
  parts: ProcessMark[];
}

/** The note under a data directory of who runs it; thrown as an error when somebody does. */
export interface RunFile {
  setUrl(url: string): void;
  addPart(pid: number): void;
  remove(): void;
}

/**
 * Takes the data directory for this process. What a killed platform left running is stopped first.
 *
 * @throws when a platform runs on it already.
 */
export async function takeRunFile(dataDir: string): Promise<RunFile> {
  const file = join(dataDir, 'run.json');
  mkdirSync(dataDir, { recursive: true });
  const former = readRecord(file);
  if (former && isAlive(former)) {
    throw new Error(
      `Cairn is running already${former.url ? ` at ${former.url}` : ''} (process ${former.pid}). Stop it with Ctrl-C where it was started, or with "kill ${former.pid}".`,
    );
  }
  if (former) await Promise.all(former.parts.map((part) => stopProcess(part)));
  rmSync(file, { force: true });
  const record: RunRecord = { ...mark(process.pid), url: '', parts: [] };
  const write = (flag?: string) => writeFileSync(file, JSON.stringify(record), { mode: 0o600, flag });
  try {
    write('wx');
  } catch (error) {
    throw new Error('Cairn is being started by another process at this moment. Wait for it, or try again.', {
      cause: error,
    });
  }
  return {
    setUrl: (url) => {
      record.url = url;
      write();
    },
    addPart: (pid) => {
      record.parts.push(mark(pid));
      write();
    },
    remove: () => rmSync(file, { force: true }),
  };
}

/**
 * Stops the server that a pid file names, when it is one of ours (its working directory lies in `folder`), and
 * removes the file, which would keep a new server from starting. Numbers of processes are given again, after a
 * restart of a container to others of the same user.
 */
export async function clearPidFile(file: string, folder: string): Promise<void> {
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (pid > 0 && worksIn(pid, folder)) await stopProcess(mark(pid), 'SIGINT');
  rmSync(file, { force: true });
}

function readRecord(file: string): RunRecord | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunRecord;
  } catch {
    return null;
  }
}

async function stopProcess(target: ProcessMark, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
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

function mark(pid: number): ProcessMark {
  return { pid, started: startTime(pid) ?? '' };
}

function isAlive({ pid, started }: ProcessMark): boolean {
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
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(realpathSync(folder));
  } catch {
    return false;
  }
}
