import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import type { Storage } from '@cairn/files';
import { FORMATS } from './formats.ts';
import type { RenderTask, RenderResult } from './render/task.ts';
import type { RenderThreads } from './threads/render-threads.ts';
import type { RunFigures } from './types.ts';

export type RunTask = Omit<RenderTask, 'path' | 'scratch'>;

export interface RunOptions {
  signal: AbortSignal;
  onProgress?(percent: number, stage: string): void;
  /** Stores a picture of an HTML document and returns its address. */
  onPicture?(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<string>;
  /**
   * Takes the document. Formats that stream come with the first bytes and without a size; all others when they are complete. A
   * failure after that destroys the stream.
   */
  send(document: Readable, size: number | null): Promise<void>;
  /** Called when the document is complete, before its last byte is sent. */
  onComplete?(figures: RunFigures): Promise<void>;
  /** Called before the stream of a document is destroyed. */
  onFailure?(error: unknown): Promise<void>;
}

export interface RunDeps {
  storage: Pick<Storage, 'inScratch'>;
  threads: RenderThreads<RenderTask, RenderResult>;
}

/** Renders a report in a thread and sends its document. Nothing of it is left on the disk. */
export async function runReport(
  { storage, threads }: RunDeps,
  task: RunTask,
  options: RunOptions,
): Promise<RunFigures> {
  return storage.inScratch(async (scratch) => {
    if (FORMATS[task.format].streams) return streamReport(threads, { ...task, scratch, path: null }, options);
    const path = join(scratch, 'document');
    const result = await threads.run({ ...task, scratch, path }, options, options.signal);
    const { size } = await stat(path);
    const figures = { ...result, bytes: size };
    await options.onComplete?.(figures);
    await options.send(createReadStream(path, { highWaterMark: 256 * 1024 }), size);
    return figures;
  });
}

async function streamReport(
  threads: RunDeps['threads'],
  task: RenderTask,
  options: RunOptions,
): Promise<RunFigures> {
  const document = new PassThrough({ highWaterMark: 256 * 1024 });
  // Errors reach the caller by the promises below.
  document.on('error', () => undefined);
  let bytes = 0;
  const sent: { promise: Promise<void> | null } = { promise: null };
  const listener = {
    ...options,
    async onChunk(chunk: Uint8Array) {
      bytes += chunk.length;
      sent.promise ??= options.send(document, null);
      if (!document.write(chunk)) await Promise.race([drained(document), sent.promise]);
    },
  };
  try {
    const figures = { ...(await threads.run(task, listener, options.signal)), bytes };
    await options.onComplete?.(figures);
    document.end();
    await (sent.promise ?? options.send(document, null));
    return figures;
  } catch (error) {
    await options.onFailure?.(error).catch(() => undefined);
    document.destroy(error as Error);
    await sent.promise?.catch(() => undefined);
    throw error;
  }
}

function drained(stream: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.once('drain', done).once('close', done);
  });
}
