import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { findProgram } from '../bootstrap/programs.mjs';
import type { Account } from './account.ts';

export interface ProcessRequest {
  /** Name in messages: "the portal", "PostgreSQL". */
  name: string;
  command: string[];
  logFile: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  account?: Account | null;
  stopSignal?: NodeJS.Signals;
  /** How long a stop may take before the part is killed. */
  graceMs?: number;
}

/** A process of the platform. Its log goes to a file, it ends with this process, and its end is reported. */
export interface ManagedProcess {
  name: string;
  pid: number;
  logFile: string;
  /** Settles when the process has ended, with a sentence such as "exited with code 1". */
  ended: Promise<string>;
  hasEnded(): boolean;
  stop(): Promise<void>;
  logTail(lines?: number): string;
}

const maxLogBytes = 20 * 1024 * 1024;
const setpriv = process.platform === 'linux' ? findProgram(['setpriv']) : null;

/** Starts a part in its own process group, so that Ctrl-C reaches only this process, which stops the parts in order. */
export function startProcess(request: ProcessRequest): ManagedProcess {
  const stopSignal = request.stopSignal ?? 'SIGTERM';
  const logStart = beginLog(request.logFile);
  const child = launch(request, stopSignal);
  let end: string | null = null;
  const ended = new Promise<string>((resolve) => {
    const finish = (sentence: string) => resolve((end ??= sentence));
    child.once('error', (error) => finish(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      finish(signal ? `was ended by ${signal}` : `exited with code ${code}`),
    );
  });
  return {
    name: request.name,
    pid: child.pid ?? 0,
    logFile: request.logFile,
    ended,
    hasEnded: () => end !== null,
    logTail: (lines = 8) => tail(request.logFile, logStart, lines),
    stop: async () => {
      if (end !== null) return;
      child.kill(stopSignal);
      const timer = setTimeout(() => killGroup(child), request.graceMs ?? 15_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

function launch(request: ProcessRequest, stopSignal: NodeJS.Signals): ChildProcess {
  const log = openSync(request.logFile, 'a', 0o600);
  // Without this, a part would outlive a killed parent and keep its port and data.
  const [program = '', ...args] = setpriv
    ? [setpriv, '--pdeathsig', stopSignal.slice(3), ...request.command]
    : request.command;
  try {
    return spawn(program, args, {
      cwd: request.cwd ?? '/',
      env: request.env ?? minimalEnvironment(),
      stdio: ['ignore', log, log],
      detached: true,
      ...(request.account ? { uid: request.account.uid, gid: request.account.gid } : {}),
    });
  } finally {
    closeSync(log);
  }
}

/** The environment of a program that inherits nothing else. */
export function minimalEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TZ, TMPDIR } = process.env;
  return { PATH, LANG: 'C.UTF-8', ...(TZ ? { TZ } : {}), ...(TMPDIR ? { TMPDIR } : {}) };
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Offset of this run's lines in the log; a large log is rotated first. */
function beginLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < maxLogBytes) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

function tail(file: string, start: number, lines: number): string {
  try {
    const ours = readFileSync(file).subarray(start).toString('utf8').trimEnd();
    const last = ours.split('\n').slice(-lines);
    return last.map((line) => (line.length > 400 ? `${line.slice(0, 400)} …` : line)).join('\n');
  } catch {
    return '';
  }
}
