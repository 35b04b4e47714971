import { setTimeout as delay } from 'node:timers/promises';
import { conditionOf, continuesFile, readValidators } from '@cairn/files';
import type { FileValidators } from '@cairn/files';
import type { OutboundResponse } from '@cairn/service';
import { OutboundError } from '@cairn/service';
import type { FileSource } from './file-source.ts';

export interface ResumableFetchOptions {
  signal: AbortSignal;
  /** First pause before the rest is requested; doubles with each consecutive failure. */
  retryMs: number;
  /** Called with the bytes received so far, and the size if it is known. */
  onBytes(bytes: number, total: number | null): void;
}

/** The first response of a download. */
export interface FirstResponse {
  answer: OutboundResponse;
  validators: FileValidators;
}

/** The file must be fetched again from its first byte. */
export class RestartError extends Error {}

/** The download fails after this many consecutive failures without this much progress. */
const MAX_FAILURES = 5;
const PROGRESS_BYTES = 64 * 1024;

/**
 * Fetches a file over connections that may be lost: requests the rest by range, on condition that the file has not changed.
 * Where that is impossible, `bytes` throws RestartError.
 */
export function createResumableFetch(
  source: FileSource,
  { signal, retryMs, onBytes }: ResumableFetchOptions,
) {
  let failures = 0;
  let furthest = 0;

  /** Waits before the next attempt, or throws the error when there is to be none. */
  async function waitOrThrow(error: unknown, reached: number): Promise<void> {
    signal.throwIfAborted();
    if (!isTemporary(error) || reached === 0) throw error;
    if (reached >= furthest + PROGRESS_BYTES) {
      furthest = reached;
      failures = 0;
    }
    failures += 1;
    if (failures > MAX_FAILURES) throw error;
    await delay(retryMs * 2 ** (failures - 1), undefined, { signal });
  }

  async function fetchRest({ validators }: FirstResponse, offset: number): Promise<OutboundResponse> {
    const validator = conditionOf(validators);
    if (validator === null) throw new RestartError();
    for (;;) {
      try {
        const answer = await source.fetch({ offset, validator }, signal);
        if (continuesFile(answer, offset, validators)) return answer;
        answer.body.destroy();
        throw new RestartError();
      } catch (error) {
        if (error instanceof RestartError) throw error;
        await waitOrThrow(error, offset);
      }
    }
  }

  return {
    async begin(): Promise<FirstResponse> {
      for (;;) {
        try {
          const answer = await source.fetch(null, signal);
          return { answer, validators: readValidators(answer) };
        } catch (error) {
          // Without any byte yet, the error is reported at once; later the address is known to work.
          await waitOrThrow(error, furthest);
        }
      }
    },

    async *bytes(first: FirstResponse): AsyncGenerator<Buffer> {
      let { answer } = first;
      const { size } = first.validators;
      let offset = 0;
      for (;;) {
        try {
          for await (const chunk of answer.body as AsyncIterable<Buffer>) {
            offset += chunk.length;
            onBytes(offset, size);
            yield chunk;
          }
          if (size === null || offset === size) return;
          throw new OutboundError('cut', 'The connection was lost before the file was complete.');
        } catch (error) {
          await waitOrThrow(error, offset);
          answer = await fetchRest(first, offset);
        }
      }
    },
  };
}

function isTemporary(error: unknown): boolean {
  return error instanceof OutboundError && (error.reason === 'cut' || error.reason === 'unreachable');
}
