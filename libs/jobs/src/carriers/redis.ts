import type { Way } from './bull.ts';

/** BullMQ on Redis or Valkey. */
export function redisWay(url: string): Way {
  const connection = {
    url,
    connectTimeout: 3_000,
    // After an outage a job must not wait for the tenth doubling of a delay.
    retryStrategy: (attempt: number) => Math.min(attempt * 200, 1_000),
  };
  return {
    name: 'Redis',
    prepare: async () => undefined,
    // A Redis that stops answering is left after ten seconds; the blocking connection of a receiver has its own watch.
    sender: { ...connection, socketTimeout: 10_000 },
    receiver: { ...connection, maxRetriesPerRequest: null },
    factory: undefined,
  };
}
