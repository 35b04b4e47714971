import type { Way } from './bull.ts';

/** BullMQ on Redis or Valkey. */
export function redisWay(url: string): Way {
  let closed = false;
  const connection = {
    url,
    connectTimeout: 3_000,
    // After an outage a job must not wait for the tenth doubling of a delay. BullMQ cannot close a client that never
    // connected; it ends by itself once it is told not to try again.
    retryStrategy: (attempt: number) => (closed ? null : Math.min(attempt * 200, 1_000)),
  };
  return {
    name: 'Redis',
    prepare: async () => undefined,
    close: () => void (closed = true),
    // A Redis that stops answering is left after ten seconds; the blocking connection of a receiver has its own watch.
    sender: { ...connection, socketTimeout: 10_000 },
    receiver: { ...connection, maxRetriesPerRequest: null },
    factory: undefined,
  };
}
