import type { Logger } from 'pino';
import type { Carrier, Message } from './carrier.ts';
import { chooseNext, chooseOverdue, undispatch } from './choose.ts';
import type { Store } from './store.ts';

export interface Dispatcher {
  /** Sends what may be sent. Never fails and never takes longer than the limit: what was not sent is sent by a sweep. */
  dispatch(): Promise<void>;
  /** Sends again what was sent before `olderThanMs` and never begun. */
  resend(olderThanMs: number): Promise<number>;
  /** Tells that places in the window became free; they are filled soon, many at once. */
  placesFree(places: number): void;
  /** Dispatches after a delay: a retry is due then. */
  dispatchIn(ms: number): void;
  close(): Promise<void>;
}

export interface DispatcherRequest {
  store: Store;
  carrier: Carrier;
  /** How many rows may be in the carrier without having begun. */
  window: number;
  limitMs: number;
  log: Logger;
}

/** How long freed places may wait for company before they are filled. */
const gatherMs = 25;

export function createDispatcher({ store, carrier, window, limitMs, log }: DispatcherRequest): Dispatcher {
  const timers = new Set<NodeJS.Timeout>();
  let round: Promise<void> | undefined;
  let nextRound: Promise<void> | undefined;
  let sending: Promise<void> | undefined;
  let free = 0;
  let gathering: NodeJS.Timeout | undefined;
  let closed = false;

  /** Rows committed before this call are seen: a round that is under way may have looked too early, so another follows. */
  function dispatch(): Promise<void> {
    if (closed) return Promise.resolve();
    if (!round) return (round = fill().finally(() => (round = undefined)));
    nextRound ??= round.then(() => {
      nextRound = undefined;
      return dispatch();
    });
    return nextRound;
  }

  async function fill(): Promise<void> {
    free = 0;
    clearTimeout(gathering);
    gathering = undefined;
    if (sending)
      return log.warn(
        'Jobs were not dispatched: the carrier has not answered the last dispatch yet. They stay queued and are sent later.',
      );
    try {
      const messages = await chooseNext(store, window);
      if (messages.length > 0) await send(messages);
    } catch (error) {
      log.warn({ err: error }, 'Jobs were not dispatched. They stay queued and are sent later.');
    }
  }

  async function resend(olderThanMs: number): Promise<number> {
    if (sending || closed) return 0;
    const messages = await chooseOverdue(store, olderThanMs);
    if (messages.length > 0) await send(messages);
    return messages.length;
  }

  async function send(messages: Message[]): Promise<void> {
    const work = carrier.send(messages);
    sending = work.catch(() => undefined).finally(() => (sending = undefined));
    try {
      await withinLimit(work, limitMs);
    } catch (error) {
      // Should the carrier have taken them after all, a second copy of a message is harmless.
      await undispatch(
        store,
        messages.map(({ id }) => id),
      );
      throw error;
    }
  }

  function dispatchIn(ms: number): void {
    if (closed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void dispatch();
    }, ms);
    timers.add(timer);
  }

  function placesFree(places: number): void {
    free += places;
    if (free >= window / 2) void dispatch();
    else gathering ??= setTimeout(() => void dispatch(), gatherMs);
  }

  async function close(): Promise<void> {
    closed = true;
    clearTimeout(gathering);
    for (const timer of timers) clearTimeout(timer);
    await (nextRound ?? round);
  }

  return { dispatch, resend, placesFree, dispatchIn, close };
}

function withinLimit(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The carrier of jobs did not answer within ${ms} ms.`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
