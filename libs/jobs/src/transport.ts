import { setTimeout as delay } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { endsWithin } from './retry.ts';

/** A row's id and the fence it had when it was sent. Nothing of the payload leaves the table. */
export interface Message {
  id: number;
  fence: number;
}

/**
 * Brings row ids to workers: BullMQ on Redis or Valkey. Delivery is at least once, in no order to rely on, and Redis may lose
 * everything it holds. The rows decide everything else.
 */
export interface Transport {
  /** Sending a message again while the first one is still in the queue changes nothing. */
  send(messages: Message[]): Promise<void>;
  receive(options: ReceiveOptions): Receiver;
  /** Rejects, or waits, while Redis does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ReceiveOptions {
  /** Messages handled at once. */
  concurrency: number;
  /** How long a process may be silent before its messages go to another one. */
  silenceMs: number;
  handle(id: number): Promise<void>;
}

export interface Receiver {
  /** Resolves when messages can arrive. */
  ready: Promise<void>;
  /** Takes no more messages and waits for those being handled. */
  close(): Promise<void>;
}

interface Data {
  id: number;
}

const prefix = 'cairn';
const closeLimitMs = 3_000;
const reconnectMs = 1_000;

export interface TransportOptions {
  queue: string;
  /** Redis 6.2 or newer, or Valkey; without it nothing is sent. */
  redisUrl: string | undefined;
  log: Logger;
}

export function createTransport({ queue: name, redisUrl, log }: TransportOptions): Transport {
  const logFailure = createFailureLog(log);
  const open = new Set<Queue | Worker>();
  let closed = false;
  let sender: Promise<Queue<Data>> | undefined;
  const connection = {
    url: redisUrl ?? '',
    connectTimeout: 3_000,
    // BullMQ cannot close a client that never connected; it ends by itself when it is not to connect again.
    retryStrategy: (attempt: number) => (closed ? null : Math.min(attempt * 200, reconnectMs)),
  };

  /** BullMQ keeps a failed first connection for ever, so an instance that did not become ready is dropped. */
  async function connect<T extends Queue | Worker>(create: () => T): Promise<T> {
    if (!redisUrl) throw new Error('REDIS_URL is not set.');
    const instance = create();
    open.add(instance);
    (instance as Queue).on('error', logFailure);
    try {
      await instance.waitUntilReady();
      return instance;
    } catch (error) {
      open.delete(instance);
      await shut(instance);
      throw error;
    }
  }

  function connectSender(): Promise<Queue<Data>> {
    // Redis that stops answering is given up after ten seconds; the blocking connection of a receiver is watched by BullMQ.
    const create = () =>
      new Queue<Data>(name, { connection: { ...connection, socketTimeout: 10_000 }, prefix });
    sender ??= connect(create);
    sender.catch(() => (sender = undefined));
    return sender;
  }

  function receive({ concurrency, silenceMs, handle }: ReceiveOptions): Receiver {
    const closing = new AbortController();
    const create = () =>
      new Worker<Data>(name, async (message) => handle(message.data.id), {
        connection: { ...connection, maxRetriesPerRequest: null },
        prefix,
        concurrency,
        // For messages of a worker that died before it claimed the row; claimed rows have leases of their own.
        lockDuration: silenceMs,
        stalledInterval: silenceMs / 2,
        maxStalledCount: 1_000,
        runRetryDelay: reconnectMs,
      });

    async function connectReceiver(): Promise<Worker | undefined> {
      while (!closing.signal.aborted) {
        try {
          const worker = await connect(create);
          if (!closing.signal.aborted) return worker;
          await shut(worker);
        } catch (error) {
          logFailure(error);
          await delay(reconnectMs, undefined, { signal: closing.signal }).catch(() => undefined);
        }
      }
      return undefined;
    }

    const worker = connectReceiver();
    return {
      ready: worker.then(() => undefined),
      async close() {
        closing.abort();
        if (await endsWithin(worker, closeLimitMs)) await (await worker)?.close();
      },
    };
  }

  return {
    async send(messages) {
      await (await connectSender()).addBulk(messages.map(toBullJob));
    },
    receive,
    async ping() {
      await (await connectSender()).isPaused(); // a cheap read
    },
    async close() {
      closed = true;
      // Also those that still wait for Redis: they would keep the process alive.
      await Promise.all([...open].map(shut));
    },
  };
}

/** The id names one claim of the row: sent twice it is one message, and the next attempt is another one. */
function toBullJob({ id, fence }: Message) {
  return {
    name: 'row',
    data: { id },
    opts: { jobId: `${id}-${fence}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
  };
}

/** Redis that hangs must not keep the process from ending. */
async function shut(instance: Queue | Worker): Promise<void> {
  if (
    await endsWithin(
      instance.close().catch(() => undefined),
      closeLimitMs,
    )
  )
    return;
  await endsWithin(
    instance.disconnect().catch(() => undefined),
    closeLimitMs,
  );
}

/** Without Redis a connection fails many times a second; one line in ten seconds is enough. */
function createFailureLog(log: Logger): (error: unknown) => void {
  let last = -Infinity;
  return (error) => {
    if (performance.now() - last < 10_000) return;
    last = performance.now();
    log.warn({ err: error }, 'redis unavailable, jobs wait in their rows');
  };
}
