import { setTimeout as delay } from 'node:timers/promises';
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
  /** Bytes over the wire; null when the server does not say. */
  total: number | null;
  /** Null when nothing identifies the state of the file, so that its rest cannot be requested. */
  validator: string | null;
}

/** The file must be fetched again from its first byte. */
export class RestartError extends Error {}

/** The download fails after this many consecutive failures without this much progress. */
const MAX_FAILURES = 5;
const PROGRESS_BYTES = 64 * 1024;
const MINUTE = 60_000;

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

  async function fetchRest(first: FirstResponse, offset: number): Promise<OutboundResponse> {
    const { validator, total } = first;
    if (validator === null) throw new RestartError();
    for (;;) {
      try {
        const answer = await source.fetch({ offset, validator }, signal);
        if (answer.status === 206 && continues(answer, { offset, total, validator })) return answer;
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
          const length = Number(answer.headers['content-length'] ?? NaN);
          return {
            answer,
            total: Number.isSafeInteger(length) ? length : null,
            validator: validatorOf(answer),
          };
        } catch (error) {
          // Without any byte yet, the error is reported at once; later the address is known to work.
          await waitOrThrow(error, furthest);
        }
      }
    },

    async *bytes(first: FirstResponse): AsyncGenerator<Buffer> {
      let { answer } = first;
      let offset = 0;
      for (;;) {
        try {
          for await (const chunk of answer.body as AsyncIterable<Buffer>) {
            offset += chunk.length;
            onBytes(offset, first.total);
            yield chunk;
          }
          if (first.total === null || offset === first.total) return;
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

/** Whether an answer continues the same file at this offset. */
function continues(
  { headers }: OutboundResponse,
  { offset, total, validator }: { offset: number; total: number | null; validator: string },
): boolean {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
  const sameSize = total === null || range?.[2] === '*' || Number(range?.[2]) === total;
  const current = validator.startsWith('"') ? headers.etag : headers['last-modified'];
  // A server may omit the validator in a part that it sent under our condition.
  return Number(range?.[1]) === offset && sameSize && (current === undefined || current === validator);
}

/**
 * Identifies the state of a file: a strong ETag, or a modification date so long ago that a second change would be visible
 * (RFC 9110, 8.8.2.2 and 13.1.5).
 */
function validatorOf({ headers }: OutboundResponse): string | null {
  const { etag, date, 'last-modified': modified } = headers;
  if (etag) return etag.startsWith('"') ? etag : null;
  if (!modified || !date || headers['accept-ranges'] === 'none') return null;
  return Date.parse(date) - Date.parse(modified) >= MINUTE ? modified : null;
}
