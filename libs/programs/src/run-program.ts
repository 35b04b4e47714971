import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { basename, isAbsolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { probeFence } from './fence.ts';
import type { Limits, Network } from './fence.ts';
import { eachLine } from './lines.ts';
import { ProgramError } from './program-error.ts';
import type { ProgramFailure } from './program-error.ts';

export interface ProgramOptions {
  /** Absolute path. */
  program: string;
  /** One element an argument; no shell ever sees them. Pass names that others chose through `operand`. */
  args: string[];
  /** The job's own folder: working directory, home and place for temporary files. */
  cwd: string;
  /** The whole environment beside PATH, HOME, TMPDIR and the locale; nothing is inherited. */
  env?: Record<string, string>;
  /** For standard input: a text, or a stream. */
  input?: string | Readable;
  /** Open files that the program finds as descriptors 3, 4, … and may open anew as /dev/fd/3, … */
  files?: number[];
  /** Default 60 s, null for none; the whole process group is stopped then. */
  timeLimitMs?: number | null;
  /** How long a program that is stopped may clean up after SIGTERM before SIGKILL; default 0: none. */
  graceMs?: number;
  /** Takes standard output as it comes, at its own pace and without a limit; the answer's `stdout` is empty then. */
  stdout?: Writable;
  /** Most bytes of standard output; default 4 MiB. Of standard error the first 64 KiB are kept. */
  maxOutputBytes?: number;
  /** Hears each line of standard error, without a limit on their number. */
  onErrorLine?(line: string): void;
  limits?: Limits;
  /** Default `none`. */
  network?: Network;
  signal?: AbortSignal;
}

const STDERR_BYTES = 64 * 1024;

/**
 * Starts an outside program behind the fence and waits for it: no shell, no inherited environment, no network where
 * the machine allows that (unless it is asked for), limited memory, time and output, stopped as a group.
 * Throws ProgramError unless the program ends with exit code 0.
 */
export async function runProgram(options: ProgramOptions): Promise<{ stdout: string; stderr: string }> {
  if (!isAbsolute(options.program)) throw new Error('runProgram needs an absolute path');
  for (const arg of options.args) if (arg.includes('\0')) throw new Error('an argument holds a NUL');
  options.signal?.throwIfAborted();
  const fence = await probeFence();
  const { program, args } = fence.wrap(
    options.program,
    options.args,
    options.limits ?? {},
    options.network ?? 'none',
  );
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: options.cwd,
      TMPDIR: options.cwd,
      LC_ALL: 'C.UTF-8',
      ...options.env,
    },
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...(options.files ?? [])],
    detached: true,
  });
  return supervise(child, options);
}

/** A name that others chose, as an argument that no program takes for an option or a file to read. */
export function operand(value: string): string {
  if (/^[-@]/.test(value) || value.includes('\0')) throw new Error('this value cannot be an argument');
  return value;
}

function supervise(
  child: ChildProcess,
  options: ProgramOptions,
): Promise<{ stdout: string; stderr: string }> {
  const { timeLimitMs = 60_000, graceMs = 0, maxOutputBytes = 4 * 1024 * 1024 } = options;
  const name = basename(options.program);
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const seen = { stdout: 0, stderr: 0 };
    let failure: ProgramFailure | null = null;
    let lastResort: NodeJS.Timeout | undefined;

    function stop(reason: ProgramFailure): void {
      failure ??= reason;
      if (graceMs === 0) return signalGroup(child, 'SIGKILL');
      signalGroup(child, 'SIGTERM');
      lastResort ??= setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
    }
    const timer = timeLimitMs === null ? undefined : setTimeout(() => stop('timeout'), timeLimitMs);
    const onAbort = () => stop('aborted');
    options.signal?.addEventListener('abort', onAbort, { once: true });
    if (options.signal?.aborted) onAbort();

    let taken: Promise<{ error?: unknown }> = Promise.resolve({});
    if (options.stdout && child.stdout) {
      taken = pipeline(child.stdout, options.stdout).then(
        () => ({}),
        (error: unknown) => {
          stop('failed');
          return { error };
        },
      );
    } else child.stdout?.on('data', collect);
    function collect(chunk: Buffer): void {
      seen.stdout += chunk.length;
      if (seen.stdout > maxOutputBytes) stop('output');
      else stdout.push(chunk);
    }
    child.stderr?.on('data', (chunk: Buffer) => {
      seen.stderr += chunk.length;
      if (seen.stderr <= STDERR_BYTES) stderr.push(chunk);
    });
    if (options.onErrorLine && child.stderr) eachLine(child.stderr, options.onErrorLine);
    feed(child, options.input);

    async function settle(exitCode: number | null, reason: ProgramFailure | null): Promise<void> {
      const { error } = await taken;
      clearTimeout(timer);
      clearTimeout(lastResort);
      options.signal?.removeEventListener('abort', onAbort);
      if (error !== undefined && failure !== 'aborted' && failure !== 'timeout') {
        // Whoever took the output gave up, and knows better why than the program.
        reject(error as Error);
        return;
      }
      const errors = Buffer.concat(stderr).toString('utf8');
      if (reason === null) resolve({ stdout: Buffer.concat(stdout).toString('utf8'), stderr: errors });
      else reject(new ProgramError({ program: name, reason, exitCode, stderr: errors }));
    }
    child.once('error', () => void settle(null, failure ?? 'missing'));
    child.once('close', (code) => {
      // Whatever the program left running in its group goes with it.
      signalGroup(child, 'SIGKILL');
      void settle(code, failure ?? (code === 0 ? null : code === null ? 'killed' : 'failed'));
    });
  });
}

/** A program that ends before it has read its input is judged by its exit code. */
function feed(child: ChildProcess, input: string | Readable | undefined): void {
  if (!child.stdin) return;
  child.stdin.on('error', () => undefined);
  if (typeof input === 'object') pipeline(input, child.stdin).catch(() => undefined);
  else child.stdin.end(input);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}
