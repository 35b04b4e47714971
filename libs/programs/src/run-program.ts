import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { basename, isAbsolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { removeLinks } from './job-folder.ts';
import { allowReopening } from './job-files.ts';
import { eachLine } from './lines.ts';
import { ProgramError } from './program-error.ts';
import type { ProgramFailure } from './program-error.ts';
import { probeSandbox } from './sandbox.ts';
import type { SandboxOptions } from './sandbox.ts';

export interface ProgramOptions extends SandboxOptions {
  /** Absolute path. */
  program: string;
  /** One element an argument; no shell ever sees them. Pass user-chosen names through `operand`. */
  args: string[];
  /**
   * false for the administrator's own programs, which have to see the machine (systemctl): limits alone, and `cwd` is just where
   * they start.
   */
  sandboxed?: boolean;
  /** The whole environment beside PATH, HOME, TMPDIR and the locale; nothing is inherited. */
  env?: Record<string, string>;
  /** For standard input: a text, a stream, or an open file. */
  input?: string | Readable | number;
  /** Open files that the program finds as descriptors 3, 4, … and may open again, to read them, as /dev/fd/3, … */
  files?: number[];
  /** Default 60 s, null for none; the whole process group is stopped then. */
  timeLimitMs?: number | null;
  /** How long a program that is stopped may clean up after SIGTERM before SIGKILL; default 0: none. Not in the sandbox. */
  graceMs?: number;
  /**
   * Takes standard output as it comes, at its own pace and without a limit; the answer's `stdout` is empty then. The number is
   * that of an open file, in which the program may move about.
   */
  stdout?: Writable | number;
  /** Most bytes of standard output; default 4 MiB. Of standard error the first 64 KiB are kept. */
  maxOutputBytes?: number;
  /** Hears each line of standard error, without a limit on their number. */
  onErrorLine?(line: string): void;
  signal?: AbortSignal;
}

const STDERR_BYTES = 64 * 1024;

/**
 * Starts an outside program in the sandbox and waits for it: no shell, no inherited environment, no file but those of its job,
 * no network unless it is asked for, limited memory, time and output, stopped as a group.
 * @throws {ProgramError} unless the program ends with exit code 0.
 * @throws {NoSandboxError} where this machine has no sandbox and the operator has not accepted that.
 */
export async function runProgram(options: ProgramOptions): Promise<{ stdout: string; stderr: string }> {
  if (!isAbsolute(options.program)) throw new Error('runProgram needs an absolute path');
  for (const arg of options.args) if (arg.includes('\0')) throw new Error('an argument holds a NUL');
  options.signal?.throwIfAborted();
  const { cwd, input, stdout, files = [], sandboxed = true } = options;
  for (const file of sandboxed ? files : []) await allowReopening(file);
  const sandbox = await probeSandbox();
  const { program, args } = sandboxed
    ? await sandbox.wrap(options, options)
    : sandbox.limit(options, options);
  const home = cwd ?? '/tmp';
  const child = spawn(program, args, {
    cwd: cwd ?? '/',
    env: { PATH: '/usr/bin:/bin', HOME: home, TMPDIR: home, LC_ALL: 'C.UTF-8', ...options.env },
    stdio: [
      typeof input === 'number' ? input : input === undefined ? 'ignore' : 'pipe',
      typeof stdout === 'number' ? stdout : 'pipe',
      'pipe',
      ...files,
    ],
    detached: true,
  });
  const run = supervise(child, options);
  const ended = await run.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  // None of the programs that we run makes links, unless it was taken over by its input.
  if (sandboxed && cwd !== undefined && (await removeLinks(cwd)))
    throw new ProgramError({ program: basename(options.program), reason: 'failed' });
  if (ended) throw ended.error;
  return run;
}

/** A user-chosen name as an argument that no program takes for an option or a file to read. */
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
    if (typeof options.stdout === 'object' && child.stdout) {
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
        // The reader of the output failed, and its error says more than that of the program.
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
      // bubblewrap says of a program that a signal ended it what a shell would: 128 and the signal's number.
      const killed = code === null || code > 128;
      void settle(code, failure ?? (code === 0 ? null : killed ? 'killed' : 'failed'));
    });
  });
}

/** A program that ends before it has read its input is judged by its exit code. */
function feed(child: ChildProcess, input: ProgramOptions['input']): void {
  if (!child.stdin) return;
  child.stdin.on('error', () => undefined);
  if (typeof input === 'object') pipeline(input, child.stdin).catch(() => undefined);
  else if (typeof input === 'string') child.stdin.end(input);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}
