import { Writable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { AppError } from '@cairn/service/errors';
import { MAX_CHUNKS_AHEAD } from './protocol.ts';
import type { FromThread, ThreadFailure, ToThread } from './protocol.ts';

/** What a task has beside its input. */
export interface TaskOutput {
  progress(percent: number, stage: string): void;
  /** Sends what is written to it to the process, and waits while nobody takes it. */
  stream(): Writable;
  /** Has the process store a picture; returns its address. */
  picture(bytes: Uint8Array, mime: string): Promise<string>;
}

/** Runs in a thread: does the tasks that the process sends, one at a time. */
export function serveTasks<Task, Result>(work: (task: Task, output: TaskOutput) => Promise<Result>): void {
  const port = parentPort;
  if (!port) throw new Error('serveTasks runs in worker threads only.');
  const post = (message: FromThread<Result>, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  let ahead = 0;
  let onTaken: (() => void) | null = null;
  let onPicture: ((address: string) => void) | null = null;

  function stream(): Writable {
    return new Writable({
      highWaterMark: 256 * 1024,
      write(chunk: Buffer, _encoding, done) {
        // A copy, because a pooled buffer cannot be transferred.
        const bytes = new Uint8Array(chunk);
        ahead += 1;
        post({ type: 'chunk', bytes }, [bytes.buffer]);
        if (ahead < MAX_CHUNKS_AHEAD) done();
        else onTaken = () => done();
      },
    });
  }

  const output: TaskOutput = {
    progress: (percent, stage) => post({ type: 'progress', percent, stage }),
    stream,
    picture(source, mime) {
      const bytes = new Uint8Array(source);
      const { promise, resolve } = Promise.withResolvers<string>();
      onPicture = resolve;
      post({ type: 'picture', bytes, mime }, [bytes.buffer]);
      return promise;
    },
  };

  async function run(task: Task): Promise<void> {
    ahead = 0;
    try {
      post({ type: 'done', result: await work(task, output) });
    } catch (error) {
      post({ type: 'failed', error: toFailure(error) });
    }
  }

  port.on('message', (message: ToThread<Task>) => {
    if (message.type === 'run') void run(message.task);
    else if (message.type === 'picture') onPicture?.(message.address);
    else {
      ahead -= 1;
      const resume = onTaken;
      onTaken = null;
      resume?.();
    }
  });
}

function toFailure(error: unknown): ThreadFailure {
  if (error instanceof AppError) {
    const { kind, code, message, retryAfter } = error;
    return { app: { kind, code, message, ...(retryAfter === undefined ? {} : { retryAfter }) } };
  }
  const { code } = Object(error) as { code?: unknown };
  return {
    app: null,
    stack: error instanceof Error ? (error.stack ?? error.message) : String(error),
    ...(typeof code === 'string' ? { code } : {}),
  };
}
