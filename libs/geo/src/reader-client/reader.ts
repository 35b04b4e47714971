import { READER, readerSetup } from './reader-program.ts';
import { toAppError } from './run-task.ts';
import type { Answer } from '../reader-protocol/answer.ts';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppError } from '@cairn/service/errors';
import { unavailable } from '@cairn/service/errors';
import { createFairSemaphore } from '@cairn/service/fair-semaphore';
import { ProgramError, probeSandbox } from '@cairn/programs';
import { withLinkedFiles } from './link-files.ts';
import type { ReplyTo, ReaderRequest } from '../reader-protocol/protocol.ts';

export interface ReaderOptions {
  /** Maximum number of processes, default 3. One user may use all but one of them. */
  processes?: number;
  /** An idle process ends after this time; default 60 s. */
  idleMs?: number;
  /** Makes a folder for a process, on the disk of the files that it reads. */
  scratch?(): Promise<{ path: string; remove(): Promise<void> }>;
}

export interface Reader {
  /**
   * Sends a request to a running reader, which answers within milliseconds. Files are absolute paths.
   * The process is killed when a request takes longer than `timeLimitMs` (default 30 s) or is aborted. With `finishes`, an aborted
   * request may end, which suits short work that is often cancelled.
   * Throws AppError for a refusal with a sentence and when the queue does not move, else ProgramError.
   */
  run<R extends ReaderRequest>(request: R, options?: RunOptions): Promise<ReplyTo<R>>;
  close(): void;
}

export interface RunOptions {
  timeLimitMs?: number;
  signal?: AbortSignal;
  finishes?: boolean;
}

interface Question {
  request: ReaderRequest;
  timeLimitMs: number;
  signal: AbortSignal | undefined;
  finishes: boolean;
}

/** A few long-lived reader processes in the sandbox, each with one request at a time. */
export function createReader(options: ReaderOptions = {}): Reader {
  const { processes = 3, idleMs = 60_000, scratch = temporaryFolder } = options;
  const places = createFairSemaphore({
    limit: processes,
    perPerson: Math.max(1, processes - 1),
    busy: { code: 'geo.busy', message: 'The server is busy reading other maps; try again in a minute.' },
  });
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let closed = false;

  async function takeWorker(): Promise<Worker> {
    const idleWorker = idle.pop();
    if (idleWorker) {
      idleWorker.stay();
      return idleWorker;
    }
    const worker = await startWorker({ scratch, idleMs, onEnd: forget });
    all.add(worker);
    return worker;
  }

  function forget(worker: Worker): void {
    all.delete(worker);
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
  }

  async function answer(question: Question): Promise<unknown> {
    if (closed) throw stopping();
    const worker = await takeWorker();
    try {
      if (closed) throw stopping();
      return await withLinkedFiles(question.request, { folder: worker.folder, unlink: true }, (request) =>
        worker.run({ ...question, request }),
      );
    } catch (error) {
      // A file of the request was removed in the meantime.
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? failure('failed') : error;
    } finally {
      if (closed) worker.kill();
      else if (all.has(worker)) {
        idle.push(worker);
        worker.retireLater();
      }
    }
  }

  return {
    async run<R extends ReaderRequest>(
      request: R,
      { timeLimitMs = 30_000, signal, finishes = false }: RunOptions = {},
    ): Promise<ReplyTo<R>> {
      if (closed) throw stopping();
      const question = { request, timeLimitMs, signal, finishes };
      const work = places.run(() => answer(question), signal ? { signal } : {});
      // With `finishes` the work continues after an abort, and its result is dropped.
      return (await (signal ? untilAborted(work, signal) : work)) as ReplyTo<R>;
    },
    close() {
      closed = true;
      for (const worker of all) worker.kill();
    },
  };
}

/** The work's result, or the reason of the signal as soon as that aborts. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason as Error);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'cairn-reader-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

interface Worker {
  /** What its process sees of the files of this service. */
  folder: string;
  run(question: Question): Promise<unknown>;
  /** Ends it after `idleMs`; `stay` cancels that. */
  retireLater(): void;
  stay(): void;
  kill(): void;
}

interface WorkerOptions {
  scratch: NonNullable<ReaderOptions['scratch']>;
  idleMs: number;
  onEnd(worker: Worker): void;
}

async function startWorker({ scratch, idleMs, onEnd }: WorkerOptions): Promise<Worker> {
  const folder = await scratch();
  const child = await startProcess(folder.path).catch(async (error: unknown) => {
    await folder.remove();
    throw error;
  });
  let current: { id: number; settle: PromiseWithResolvers<unknown> } | null = null;
  let id = 0;
  let ended = false;
  let retirement: NodeJS.Timeout | undefined;

  function kill(): void {
    child.kill('SIGKILL');
  }
  /** Takes the process out of use before it is killed, so that it gets no more requests. */
  function retire(): void {
    end();
    kill();
  }
  function end(): void {
    if (ended) return;
    ended = true;
    clearTimeout(retirement);
    onEnd(worker);
    current?.settle.reject(failure('killed'));
    folder.remove().catch(() => undefined);
  }
  child.on('message', (answer: Answer & { id: number }) => {
    if (answer.id !== current?.id) return;
    const { settle } = current;
    if (answer.refusal) settle.reject(toAppError(answer.refusal));
    else if (answer.failed) settle.reject(failure('failed'));
    else settle.resolve(answer.reply);
  });
  child.once('error', end);
  child.once('exit', end);

  const worker: Worker = {
    folder: folder.path,
    kill,
    retireLater() {
      retirement = setTimeout(retire, idleMs).unref();
    },
    stay() {
      clearTimeout(retirement);
    },
    async run({ request, timeLimitMs, signal, finishes }) {
      const settle = Promise.withResolvers<unknown>();
      id += 1;
      current = { id, settle };
      const stop = (error: unknown) => {
        settle.reject(error);
        // Its late answer may still come, so this process gets no more work.
        end();
        kill();
      };
      const timer = setTimeout(() => stop(failure('timeout')), timeLimitMs).unref();
      const onAbort = () => stop(signal?.reason);
      if (!finishes) signal?.addEventListener('abort', onAbort, { once: true });
      try {
        if (ended) throw failure('killed');
        if (!finishes) signal?.throwIfAborted();
        child.send({ id, request }, (error) => {
          if (error) settle.reject(failure('failed'));
        });
        return await settle.promise;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        current = null;
      }
    },
  };
  return worker;
}

async function startProcess(folder: string): Promise<ChildProcess> {
  const sandbox = await probeSandbox();
  const { reads, env } = await readerSetup();
  const { program, args } = await sandbox.wrap(READER, {
    cwd: folder,
    reads,
    limits: { cpuSeconds: 3_600 },
  });
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder, TMPDIR: folder, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  // It must not keep its parent alive.
  child.unref();
  child.channel?.unref();
  return child;
}

function stopping(): AppError {
  return unavailable('geo.closed', 'The server is stopping; try again in a moment.');
}

function failure(reason: 'timeout' | 'failed' | 'killed'): ProgramError {
  return new ProgramError({ program: 'node', reason, exitCode: null, stderr: '' });
}
