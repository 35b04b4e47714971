import type { Logger } from 'pino';
import { takeNext, takeOverdue, undispatch } from './fair-schedule.ts';
import { endsWithin } from './retry.ts';
import type { Store } from './store.ts';
import type { Message, Transport } from './transport.ts';

export interface Dispatcher {
  /** Sends what may be sent. Never fails and never exceeds its limit: the sweeper sends the rest. */
  dispatch(): Promise<void>;
  /** Sends again what was sent more than `olderThanMs` ago and has not begun. */
  resend(olderThanMs: number): Promise<number>;
  /** Jobs have begun, so as many more may be sent: soon, and many at once. */
  jobsBegan(count: number): void;
  /** Dispatches after a delay: a retry is due then. */
  dispatchIn(ms: number): void;
  close(): Promise<void>;
}

export interface DispatcherRequest {
  store: Store;
  transport: Transport;
  /** How many rows may be sent without having begun. */
  window: number;
  limitMs: number;
  log: Logger;
}

/** How long begun jobs are counted before others are sent in their place. */
const gatherMs = 25;

export function createDispatcher({ store, transport, window, limitMs, log }: DispatcherRequest): Dispatcher {
  const timers = new Set<NodeJS.Timeout>();
  let round: Promise<void> | undefined;
  let nextRound: Promise<void> | undefined;
  let sending: Promise<void> | undefined;
  let begun = 0;
  let gathering: NodeJS.Timeout | undefined;
  let closed = false;

  /** Sees the rows committed before this call: a round in progress may have read too early, so another one follows. */
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
    begun = 0;
    clearTimeout(gathering);
    gathering = undefined;
    if (sending) return log.warn('redis still busy with the previous dispatch, jobs stay queued');
    try {
      const messages = await takeNext(store, window);
      if (messages.length > 0) await send(messages);
    } catch (error) {
      log.warn({ err: error }, 'dispatch failed, jobs stay queued');
    }
  }

  async function resend(olderThanMs: number): Promise<number> {
    if (sending || closed) return 0;
    const messages = await takeOverdue(store, olderThanMs);
    if (messages.length > 0) await send(messages);
    return messages.length;
  }

  async function send(messages: Message[]): Promise<void> {
    const work = transport.send(messages);
    sending = work.catch(() => undefined).finally(() => (sending = undefined));
    try {
      if (!(await endsWithin(work, limitMs))) throw new Error(`Redis did not answer within ${limitMs} ms.`);
    } catch (error) {
      // If Redis has taken them after all, a second copy of a message is harmless.
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

  function jobsBegan(count: number): void {
    begun += count;
    if (begun >= window / 2) void dispatch();
    else gathering ??= setTimeout(() => void dispatch(), gatherMs);
  }

  async function close(): Promise<void> {
    closed = true;
    clearTimeout(gathering);
    for (const timer of timers) clearTimeout(timer);
    await (nextRound ?? round);
  }

  return { dispatch, resend, jobsBegan, dispatchIn, close };
}
