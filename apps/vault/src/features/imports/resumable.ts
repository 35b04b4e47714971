import { setTimeout as delay } from 'node:timers/promises';
import type { OutboundResponse } from '@cairn/service';
import { OutboundError } from '@cairn/service';
import type { FileSource } from './file-source.ts';

export interface ResumableOptions {
  signal: AbortSignal;
  /** First pause before the rest is asked for; doubles with each failure in a row. */
  retryMs: number;
  /** Told of bytes that came, and of the size where it is known. */
  onBytes(bytes: number, total: number | null): void;
}

/** A file whose first bytes are on their way. */
export interface Begun {
  answer: OutboundResponse;
  /** Bytes over the wire; null when the server does not say. */
  total: number | null;
  /** Null when a rest could not be told from the rest of another file. */
  validator: string | null;
}

/** The file must be fetched from its first byte again. */
export class BeginAgain extends Error {}

/** Failures in a row, none of them with this many bytes of progress, after which it is given up. */
const MAX_FAILURES = 5;
const PROGRESS_BYTES = 64 * 1024;
const MINUTE = 60_000;

/**
 * Fetches a file through connections that may be cut: the rest is asked for by range, under the condition that the file is
 * still the one that was begun. Where that cannot be, `bytes` throws BeginAgain.
 */
export function createResumable(source: FileSource, { signal, retryMs, onBytes }: ResumableOptions) {
  let failures = 0;
  let furthest = 0;

  /** Waits before the next try, or throws what made it hopeless. */
  async function rest(error: unknown, reached: number): Promise<void> {
    signal.throwIfAborted();
    if (!isPassing(error) || reached === 0) throw error;
    if (reached >= furthest + PROGRESS_BYTES) {
      furthest = reached;
      failures = 0;
    }
    failures += 1;
    if (failures > MAX_FAILURES) throw error;
    await delay(retryMs * 2 ** (failures - 1), undefined, { signal });
  }

  async function askForRest(begun: Begun, offset: number): Promise<OutboundResponse> {
    const { validator, total } = begun;
    if (validator === null) throw new BeginAgain();
    for (;;) {
      try {
        const answer = await source.ask({ offset, validator }, signal);
        if (answer.status === 206 && continues(answer, { offset, total, validator })) return answer;
        answer.body.destroy();
        throw new BeginAgain();
      } catch (error) {
        if (error instanceof BeginAgain) throw error;
        await rest(error, offset);
      }
    }
  }

  return {
    async begin(): Promise<Begun> {
      for (;;) {
        try {
          const answer = await source.ask(null, signal);
          const length = Number(answer.headers['content-length'] ?? NaN);
          return {
            answer,
            total: Number.isSafeInteger(length) ? length : null,
            validator: validatorOf(answer),
          };
        } catch (error) {
          // Nothing was there yet: who named the address is told at once. Later it is known to be good.
          await rest(error, furthest);
        }
      }
    },

    async *bytes(begun: Begun): AsyncGenerator<Buffer> {
      let { answer } = begun;
      let offset = 0;
      for (;;) {
        try {
          for await (const chunk of answer.body as AsyncIterable<Buffer>) {
            offset += chunk.length;
            onBytes(offset, begun.total);
            yield chunk;
          }
          if (begun.total === null || offset === begun.total) return;
          throw new OutboundError('cut', 'The connection was cut before the file was whole.');
        } catch (error) {
          await rest(error, offset);
          answer = await askForRest(begun, offset);
        }
      }
    },
  };
}

function isPassing(error: unknown): boolean {
  return error instanceof OutboundError && (error.reason === 'cut' || error.reason === 'unreachable');
}

/** Whether an answer holds what follows the bytes that are there, of the same file. */
function continues(
  { headers }: OutboundResponse,
  { offset, total, validator }: { offset: number; total: number | null; validator: string },
): boolean {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
  const sameSize = total === null || range?.[2] === '*' || Number(range?.[2]) === total;
  const named = validator.startsWith('"') ? headers.etag : headers['last-modified'];
  // A server may leave the validator out of a part, which it gave under our condition.
  return Number(range?.[1]) === offset && sameSize && (named === undefined || named === validator);
}

/**
 * What tells this file from others under its name: a strong ETag, or a date of change so long ago that a second change
 * would show (RFC 9110, 8.8.2.2 and 13.1.5).
 */
function validatorOf({ headers }: OutboundResponse): string | null {
  const { etag, date, 'last-modified': modified } = headers;
  if (etag) return etag.startsWith('"') ? etag : null;
  if (!modified || !date || headers['accept-ranges'] === 'none') return null;
  return Date.parse(date) - Date.parse(modified) >= MINUTE ? modified : null;
}
