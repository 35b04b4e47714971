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
import type { SandboxOptions } from './types.ts';

export interface ProgramOptions extends SandboxOptions {
  /** Absolute path. */
  program: string;
  /** One element per argument; there is no shell. Pass names from users through `operand`. */
  args: string[];
  /**
   * false for the administrator's own programs, which need the whole machine (systemctl): only limits apply, and `cwd` is just
   * the working directory.
   */
  sandboxed?: boolean;
  /** The environment in addition to PATH, HOME, TMPDIR and the locale; nothing is inherited. */
  env?: Record<string, string>;
  /** For standard input: a text, a stream, or an open file. */
  input?: string | Readable | number;
  /** Open files for the program as descriptors 3, 4, …, which it may reopen for reading as /dev/fd/3, … */
  files?: number[];
  /** Default 60 s; null means no limit. The whole process group is stopped. */
  timeLimitMs?: number | null;
  /** Time to clean up between SIGTERM and SIGKILL; default 0. Not in the sandbox. */
  graceMs?: number;
  /**
   * Receives standard output at its own pace and without a limit; `stdout` of the result is then empty. A number is an open
   * file, in which the program may seek.
   */
  stdout?: Writable | number;
  /** Maximum size of standard output; default 4 MiB. Only the first 64 KiB of standard error are kept. */
  maxOutputBytes?: number;
  /** Receives each line of standard error, without a limit. */
  onErrorLine?(line: string): void;
  signal?: AbortSignal;
}

const STDERR_BYTES = 64 * 1024;

/**
 * Runs an external program in the sandbox: no shell, no inherited environment, only the files of its job, no network by
 * default, limited memory, time and output. It is stopped as a process group.
 * @throws {ProgramError} unless the program ends with exit code 0.
 * @throws {NoSandboxError} where this machine has no sandbox and the operator has not accepted that.
 */
export async function runProgram(options: ProgramOptions): Promise<{ stdout: string; stderr: string }> {
  if (!isAbsolute(options.program)) throw new Error('runProgram needs an absolute path');
  for (const arg of options.args) if (arg.includes('\0')) throw new Error('an argument contains a NUL');
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
  // Our programs create no links, unless malicious input has taken them over.
  if (sandboxed && cwd !== undefined && (await removeLinks(cwd)))
    throw new ProgramError({ program: basename(options.program), reason: 'failed' });
  if (ended) throw ended.error;
  return run;
}

/** A name from a user as an argument that no program can read as an option or a file. */
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
        // The error of the output's reader is more specific than that of the program.
        reject(error as Error);
        return;
      }
      const errors = Buffer.concat(stderr).toString('utf8');
      if (reason === null) resolve({ stdout: Buffer.concat(stdout).toString('utf8'), stderr: errors });
      else reject(new ProgramError({ program: name, reason, exitCode, stderr: errors }));
    }
    child.once('error', () => void settle(null, failure ?? 'missing'));
    child.once('close', (code) => {
      // Also stops what the program left running in its group.
      signalGroup(child, 'SIGKILL');
      // Like a shell, bubblewrap reports a signal as exit code 128 plus its number.
      const killed = code === null || code > 128;
      void settle(code, failure ?? (code === 0 ? null : killed ? 'killed' : 'failed'));
    });
  });
}

/** For a program that ends before it has read its input, only the exit code counts. */
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
    // The group has already ended.
  }
}
