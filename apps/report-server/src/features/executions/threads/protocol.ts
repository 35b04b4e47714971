import type { ErrorKind } from '@cairn/service/errors';

/** From the process to a thread. */
export type ToThread<Task> =
  | { type: 'run'; task: Task }
  /** One chunk was taken by its reader. */
  | { type: 'taken' }
  /** The address of a picture, as the answer to `picture`. */
  | { type: 'picture'; address: string };

/** From a thread to the process. */
export type FromThread<Result> =
  | { type: 'progress'; percent: number; stage: string }
  | { type: 'chunk'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'picture'; bytes: Uint8Array<ArrayBuffer>; mime: string }
  | { type: 'done'; result: Result }
  | { type: 'failed'; error: ThreadFailure };

/** An error as it crosses from thread to process: an AppError by its fields, anything else by its stack, for the log. */
export type ThreadFailure =
  | { app: { kind: ErrorKind; code: string; message: string; retryAfter?: number } }
  | { app: null; stack: string; /** Of the system, such as ENOSPC. */ code?: string };

/** Chunks that a thread sends before the first of them was taken. */
export const MAX_CHUNKS_AHEAD = 8;
