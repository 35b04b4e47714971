import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { unavailable } from '@cairn/service/errors';
import { ProgramError, probeFence } from '@cairn/programs';
import { refused } from './channel.ts';
import type { Answer } from './channel.ts';
import type { ReplyTo, ToolRequest } from './protocol.ts';
import { TOOL_COMMAND } from './run-tool.ts';

export interface ReaderOptions {
  /** Processes at most; default 2. */
  processes?: number;
  /** A process that had nothing to do for this long ends; default 60 s. */
  idleMs?: number;
}

export interface Reader {
  /**
   * Asks a process of the tool that is running already, so that an answer takes milliseconds. Files by absolute path.
   * A request that outlives `timeLimitMs` (default 30 s) or is aborted costs its process its life; with `finishes`, one
   * that has begun when it is aborted is let end, which is right for short work that is often called off.
   * Throws AppError for what the tool refuses with a sentence and when the queue stands still, ProgramError for the rest.
   */
  ask<R extends ToolRequest>(
    request: R,
    options?: { timeLimitMs?: number; signal?: AbortSignal; finishes?: boolean },
  ): Promise<ReplyTo<R>>;
  close(): void;
}

interface Pending {
  request: ToolRequest;
  timeLimitMs: number;
  signal: AbortSignal | undefined;
  finishes: boolean;
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

const MOST_WAITING = 500;

/** A few long-lived processes of the GeoPackage tool behind the fence, each at one request at a time. */
export function createReader({ processes = 2, idleMs = 60_000 }: ReaderOptions = {}): Reader {
  const waiting: Pending[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let starting = 0;
  let closed = false;

  function next(): void {
    while (waiting.length > 0) {
      const worker = idle.pop();
      if (worker) worker.run(waiting.shift() as Pending);
      else {
        // Every process that starts takes one of those who wait.
        if (all.size + starting < processes && starting < waiting.length) void start();
        return;
      }
    }
  }

  async function start(): Promise<void> {
    starting += 1;
    try {
      const worker = await startWorker({
        idleMs,
        onFree: (free) => {
          idle.push(free);
          next();
        },
        onEnd: (ended) => {
          all.delete(ended);
          const at = idle.indexOf(ended);
          if (at >= 0) idle.splice(at, 1);
          if (!closed) next();
        },
      });
      all.add(worker);
      if (closed) worker.kill();
      else idle.push(worker);
    } finally {
      starting -= 1;
      next();
    }
  }

  return {
    ask: (request, { timeLimitMs = 30_000, signal, finishes = false } = {}) =>
      new Promise((resolve, reject) => {
        if (closed || waiting.length >= MOST_WAITING) {
          reject(unavailable('geo.busy', 'The server is busy reading other maps; try again in a minute.'));
          return;
        }
        if (signal?.aborted) {
          reject(signal.reason as Error);
          return;
        }
        const pending: Pending = {
          request,
          timeLimitMs,
          signal,
          finishes,
          resolve: resolve as (reply: unknown) => void,
          reject,
        };
        signal?.addEventListener(
          'abort',
          () => {
            const at = waiting.indexOf(pending);
            if (at >= 0) waiting.splice(at, 1);
            reject(signal.reason as Error);
          },
          { once: true },
        );
        waiting.push(pending);
        next();
      }),
    close() {
      closed = true;
      for (const worker of all) worker.kill();
      for (const { reject } of waiting.splice(0))
        reject(unavailable('geo.closed', 'The server is stopping; try again in a moment.'));
    },
  };
}

interface Worker {
  run(pending: Pending): void;
  kill(): void;
}

interface WorkerOptions {
  idleMs: number;
  onFree(worker: Worker): void;
  onEnd(worker: Worker): void;
}

async function startWorker({ idleMs, onFree, onEnd }: WorkerOptions): Promise<Worker> {
  const fence = await probeFence();
  const wrapped = fence.wrap(process.execPath, TOOL_COMMAND, { cpuSeconds: 3_600 });
  const child: ChildProcess = spawn(wrapped.program, wrapped.args, {
    cwd: tmpdir(),
    env: { PATH: '/usr/bin:/bin', HOME: tmpdir(), TMPDIR: tmpdir(), LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  // It must not keep its parent alive.
  child.unref();
  child.channel?.unref();
  let current: { pending: Pending; id: number; timer: NodeJS.Timeout } | null = null;
  let id = 0;
  let rest = setTimeout(() => retire(), idleMs).unref();
  let ended = false;

  function kill(): void {
    child.kill('SIGKILL');
  }
  /** Before it dies it must be out of the way: nobody may give it work any more. */
  function retire(): void {
    end();
    kill();
  }
  function finish(settle: (pending: Pending) => void): void {
    if (!current) return;
    const { pending, timer } = current;
    clearTimeout(timer);
    pending.signal?.removeEventListener('abort', kill);
    current = null;
    settle(pending);
  }
  const worker: Worker = {
    kill,
    run(pending) {
      clearTimeout(rest);
      id += 1;
      const timer = setTimeout(() => {
        finish(({ reject }) => reject(failure('timeout')));
        kill();
      }, pending.timeLimitMs).unref();
      current = { pending, id, timer };
      if (!pending.finishes) pending.signal?.addEventListener('abort', kill, { once: true });
      child.send({ id, request: pending.request }, (error) => {
        if (error) finish(({ reject }) => reject(failure('failed')));
      });
    },
  };
  child.on('message', (answer: Answer & { id: number }) => {
    if (answer.id !== current?.id) return;
    finish(({ resolve, reject }) => {
      if (answer.refusal) reject(refused(answer.refusal));
      else if (answer.failed) reject(failure('failed'));
      else resolve(answer.reply);
    });
    rest = setTimeout(() => retire(), idleMs).unref();
    onFree(worker);
  });
  function end(): void {
    if (ended) return;
    ended = true;
    clearTimeout(rest);
    finish(({ reject }) => reject(failure('killed')));
    onEnd(worker);
  }
  child.once('error', end);
  child.once('exit', end);
  return worker;
}

function failure(reason: 'timeout' | 'failed' | 'killed'): ProgramError {
  return new ProgramError({ program: 'node', reason, exitCode: null, stderr: '' });
}
