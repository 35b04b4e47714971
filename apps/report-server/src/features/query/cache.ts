import { LRUCache } from 'lru-cache';

const KEPT_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ANSWER_BYTES = 1024 * 1024;

export type Answer = string | Buffer;

interface Flight<T> {
  result: Promise<T>;
  waiting: number;
  abort: AbortController;
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;

/**
 * Answers of the last minute, and work that runs once for all who ask for the same. The work ends when the last caller has left. The
 * key must have all that an answer depends on, such as the row policies of the caller.
 */
export function createAnswerCache() {
  const kept = new LRUCache<string, Answer>({
    ttl: KEPT_MS,
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ANSWER_BYTES,
    sizeCalculation: (answer, key) => answer.length + key.length + 1,
  });
  const flights = new Map<string, Flight<Answer>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<Answer>): Flight<Answer> {
    const abort = new AbortController();
    const result = work(abort.signal)
      .then((answer) => {
        kept.set(key, answer);
        return answer;
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
    const flight: Flight<Answer> = { result, waiting: 0, abort };
    // All callers may have left before it fails.
    result.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  }

  function leave(key: string, flight: Flight<Answer>): void {
    flight.waiting -= 1;
    if (flight.waiting > 0) return;
    // Work that is done has left the map already.
    if (flights.get(key) !== flight) return;
    flights.delete(key);
    flight.abort.abort();
  }

  async function wait(key: string, flight: Flight<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
    flight.waiting += 1;
    const left = Promise.withResolvers<never>();
    const onAbort = () => left.reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([flight.result, left.promise]);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      leave(key, flight);
    }
  }

  return {
    async get<A extends Answer>(
      key: string,
      work: (signal: AbortSignal) => Promise<A>,
      signal?: AbortSignal,
    ): Promise<A> {
      // Work that starts for a client who has left already would have nobody to end it.
      signal?.throwIfAborted();
      const answer = kept.get(key);
      if (answer !== undefined) return answer as A;
      const flight = flights.get(key) ?? start(key, work);
      return (await wait(key, flight, signal)) as A;
    },
  };
}
