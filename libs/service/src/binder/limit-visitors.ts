import { finished } from 'node:stream/promises';
import type { Response } from 'express';
import { createFairSemaphore } from '../fair-semaphore.ts';
import type { FairSemaphore } from '../fair-semaphore.ts';
import type { Call } from '../handler.ts';
import { networkOf } from '../network-of.ts';

export interface VisitorLimits {
  /** Concurrent requests of one network; default 4. */
  atOnce?: number;
  /** Requests of one network that may wait; default 200. */
  maxWaiting?: number;
  /** A buffered response is cut when the visitor reads nothing for this long; default 30 s. */
  stillMs?: number;
}

interface Network {
  semaphore: FairSemaphore;
  /** Requests that wait or run. */
  requests: number;
}

/** Bytes of a response that may still be buffered when the next request begins. */
const MAX_UNSENT = 1024 * 1024;

const BUSY = {
  kind: 'too_many' as const,
  code: 'request.too_many_visitors',
  message: 'There are too many requests from your address. Try again in a few seconds, or sign in.',
};

/**
 * Limits the concurrent requests of visitors by network, since visitors have no name. A request keeps its place until its
 * answer is no longer buffered in memory; a streamed file gives the place back early, however slow the client is.
 */
export function createVisitorLimiter(limits: VisitorLimits = {}) {
  const { atOnce = 4, maxWaiting = 200, stillMs = 30_000 } = limits;
  const networks = new Map<string, Network>();

  function createSemaphore(): FairSemaphore {
    return createFairSemaphore({
      limit: atOnce,
      perPerson: atOnce,
      forVisitors: atOnce,
      maxWaiting: 2 * maxWaiting,
      maxWaitingPerPerson: maxWaiting,
      busy: BUSY,
    });
  }

  return async function inTurn(
    { ip, signal }: Pick<Call, 'ip' | 'signal'>,
    res: Response,
    work: () => Promise<void>,
  ): Promise<void> {
    const name = networkOf(ip);
    const network = networks.get(name) ?? { semaphore: createSemaphore(), requests: 0 };
    networks.set(name, network);
    network.requests += 1;
    let running: Promise<void> | undefined;
    try {
      await network.semaphore.run(() => untilSent((running = work()), res, stillMs), { signal });
      await running;
    } finally {
      network.requests -= 1;
      if (network.requests === 0) networks.delete(name);
    }
  };
}

/** Resolves when little of the answer is buffered, or when the work is done and the client has left. */
async function untilSent(work: Promise<void>, res: Response, stillMs: number): Promise<void> {
  const sent = new Promise<void>((resolve) => {
    res.once('finish', resolve);
    onHeaders(res, () =>
      setImmediate(() => {
        if (res.writableLength <= MAX_UNSENT) resolve();
        else if (res.writableEnded) res.setTimeout(stillMs, () => res.destroy());
        else res.once('drain', resolve);
      }),
    );
  });
  // `finished` rejects when the client leaves; errors of the work reach the caller through `work`.
  await Promise.race([sent, work.then(() => finished(res).catch(() => undefined))]);
}

/** Calls the listener just before the first bytes of an answer are sent. */
function onHeaders(res: Response, listener: () => void): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => Response;
  res.writeHead = ((...args: unknown[]) => {
    listener();
    return writeHead(...args);
  }) as typeof res.writeHead;
}
