import { Worker } from 'node:worker_threads';
import { toStorageError } from '@cairn/files';
import { AppError } from '@cairn/service';
import { renderOutOfMemory, renderTooLong } from '../errors.ts';
import type { FromThread, ThreadFailure, ToThread } from './protocol.ts';

/** Short-lived values of a thread; more of it only raises the memory of the process. */
const YOUNG_MIB = 32;

export interface RenderThreadsOptions {
  /** The module that a thread runs. */
  module: URL;
  /** Heap of a thread in MiB. */
  heapMiB: number;
  /** Longest time of one task. */
  timeoutMs: number;
  /** Threads that wait for the next task, and how long. */
  idle: { threads: number; ms: number };
}

/** Who takes what a task sends before its result. */
export interface TaskListener {
  onProgress?(percent: number, stage: string): void;
  /** Resolves when the reader takes more. */
  onChunk?(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Stores a picture and returns its address. */
  onPicture?(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<string>;
}

export type RenderThreads<Task, Result> = ReturnType<typeof createRenderThreads<Task, Result>>;

/**
 * Threads that render reports, one task at a time each, so that the loop that answers requests stays free. A thread that fails,
 * runs out of memory or takes too long ends with its task, and the process goes on.
 */
export function createRenderThreads<Task, Result>({
  module,
  heapMiB,
  timeoutMs,
  idle,
}: RenderThreadsOptions) {
  const waiting: { worker: Worker; timer: NodeJS.Timeout }[] = [];
  const busy = new Set<Worker>();

  function takeWorker(): Worker {
    const kept = waiting.pop();
    if (kept) {
      clearTimeout(kept.timer);
      forgetListeners(kept.worker);
      kept.worker.ref();
      return kept.worker;
    }
    return new Worker(module, {
      resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: YOUNG_MIB },
    });
  }

  function keepWorker(worker: Worker): void {
    forgetListeners(worker);
    if (waiting.length >= idle.threads) {
      void worker.terminate();
      return;
    }
    const forget = () => {
      const place = waiting.findIndex((other) => other.worker === worker);
      if (place >= 0) waiting.splice(place, 1);
      void worker.terminate();
    };
    worker.on('error', forget);
    worker.unref();
    waiting.push({ worker, timer: setTimeout(forget, idle.ms).unref() });
  }

  return {
    /**
     * Runs a task and returns its result.
     * @throws {AppError} that of the task; unprocessable when it needs too much memory, gateway_timeout when it takes too long
     */
    async run(task: Task, listener: TaskListener, signal?: AbortSignal): Promise<Result> {
      signal?.throwIfAborted();
      const worker = takeWorker();
      busy.add(worker);
      const stop = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
      try {
        const result = await runTask<Task, Result>(worker, { task, listener, stop });
        keepWorker(worker);
        return result;
      } catch (error) {
        void worker.terminate();
        if (stop.aborted && !signal?.aborted) throw renderTooLong(timeoutMs);
        throw error;
      } finally {
        busy.delete(worker);
      }
    },

    async close(): Promise<void> {
      for (const { timer } of waiting) clearTimeout(timer);
      await Promise.all(
        [...waiting.map(({ worker }) => worker), ...busy].map((worker) => worker.terminate()),
      );
      waiting.length = 0;
    },
  };
}

/** Not all listeners: Node has some of its own. */
function forgetListeners(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

interface RunningTask<Task> {
  task: Task;
  listener: TaskListener;
  stop: AbortSignal;
}

function runTask<Task, Result>(worker: Worker, { task, listener, stop }: RunningTask<Task>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const send = (message: ToThread<Task>) => worker.postMessage(message);
  const onAbort = () => reject(stop.reason as Error);

  async function receive(message: FromThread<Result>): Promise<void> {
    switch (message.type) {
      case 'progress':
        listener.onProgress?.(message.percent, message.stage);
        break;
      case 'chunk':
        await listener.onChunk?.(message.bytes);
        send({ type: 'taken' });
        break;
      case 'picture':
        send({ type: 'picture', address: (await listener.onPicture?.(message.bytes, message.mime)) ?? '' });
        break;
      case 'done':
        resolve(message.result);
        break;
      case 'failed':
        reject(toError(message.error));
    }
  }

  // Messages are handled one after the other, so that `done` never overtakes a chunk.
  let last = Promise.resolve();
  worker.on('message', (message: FromThread<Result>) => {
    last = last.then(() => receive(message)).catch(reject);
  });
  worker.on('error', (error) => reject(isOutOfMemory(error) ? renderOutOfMemory() : error));
  worker.on('exit', () => reject(new Error('the render thread ended')));
  stop.addEventListener('abort', onAbort, { once: true });
  send({ type: 'run', task });
  return promise.finally(() => stop.removeEventListener('abort', onAbort));
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function toError(failure: ThreadFailure): Error {
  if (failure.app) return new AppError(failure.app);
  // A full disk is reported as such.
  return toStorageError(Object.assign(new Error(failure.stack), { code: failure.code })) as Error;
}
