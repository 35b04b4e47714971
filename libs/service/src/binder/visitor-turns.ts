import { finished } from 'node:stream/promises';
import type { Response } from 'express';
import { createFairPlaces } from '../fair-places.ts';
import type { FairPlaces } from '../fair-places.ts';
import type { Call } from '../handler.ts';
import { networkOf } from '../network-of.ts';

export interface VisitorLimits {
  /** Requests of one network that are worked on at the same time; default 4. */
  atOnce?: number;
  /** Requests of one network that may wait for their turn; default 200. */
  maxWaiting?: number;
  /** An answer in memory of which a visitor takes nothing for this long is cut; default 30 s. */
  stillMs?: number;
}

interface Network {
  places: FairPlaces;
  /** Requests that wait, are worked on or being answered. */
  requests: number;
}

/** Bytes of an answer that may be left in memory when the next request gets its turn. */
const MAX_UNSENT = 1024 * 1024;

const BUSY = {
  kind: 'too_many' as const,
  code: 'request.too_many_visitors',
  message: 'There are too many requests from your address. Try again in a few seconds, or sign in.',
};

/**
 * Lets the requests of visitors take turns by network, since they have no name. A turn ends when the answer has left our
 * memory: a file that is read while it travels may take as long as the client needs.
 */
export function createVisitorTurns(limits: VisitorLimits = {}) {
  const { atOnce = 4, maxWaiting = 200, stillMs = 30_000 } = limits;
  const networks = new Map<string, Network>();

  function createPlaces(): FairPlaces {
    return createFairPlaces({
      places: atOnce,
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
    const network = networks.get(name) ?? { places: createPlaces(), requests: 0 };
    networks.set(name, network);
    network.requests += 1;
    let running: Promise<void> | undefined;
    try {
      await network.places.run(() => untilSent((running = work()), res, stillMs), { signal });
      await running;
    } finally {
      network.requests -= 1;
      if (network.requests === 0) networks.delete(name);
    }
  };
}

/** Resolves when the answer has left our memory, or nobody takes it any more and the work is done. */
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
  // Both end early when the client leaves; what failed is known from the work.
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
