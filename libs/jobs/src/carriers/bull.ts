import { Queue, Worker } from 'bullmq';
import type { Logger } from 'pino';
import type { Carrier, Message, Receiver, Reception } from '../carrier.ts';

/** One way to run BullMQ: where it connects to and with which backend. */
export interface Way {
  name: string;
  /** Makes the store usable; asked again until it succeeds. */
  prepare(): Promise<void>;
  /** No connection is tried again. */
  close(): void;
  sender: object;
  receiver: object;
  factory: unknown;
}

interface Data {
  id: number;
}
type AnyQueue = Queue<Data>;
type AnyWorker = Worker<Data>;

const prefix = 'cairn';
const closeLimitMs = 3_000;

/** BullMQ as carrier: at-least-once delivery of row ids, stalled messages included. Rows decide everything else. */
export function createBullCarrier({ queue, way, log }: { queue: string; way: Way; log: Logger }): Carrier {
  const complain = createComplaint(log, way.name);
  const held = new Set<AnyQueue | AnyWorker>();
  let sender: Promise<AnyQueue> | undefined;

  function openSender(): Promise<AnyQueue> {
    const create = () =>
      new Queue<Data>(queue, { connection: way.sender, prefix }, way.factory as never) as AnyQueue;
    sender ??= open({ way, create, complain, held });
    // A store that was away at the first try is asked again at the next.
    sender.catch(() => (sender = undefined));
    return sender;
  }

  return {
    async send(messages) {
      const open = await openSender();
      await open.addBulk(messages.map(toBullJob));
    },
    receive: (reception) => receive({ ...reception, queue, way, complain, held }),
    async close() {
      way.close();
      // Those that still wait for a store that is away, too: they would keep the process alive.
      await Promise.all([...held].map(shut));
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

interface ReceiveRequest extends Reception {
  queue: string;
  way: Way;
  complain(error: unknown): void;
  held: Set<AnyQueue | AnyWorker>;
}

function receive({ queue, way, concurrency, silenceMs, handle, complain, held }: ReceiveRequest): Receiver {
  const closing = new AbortController();
  const create = () =>
    new Worker<Data>(
      queue,
      async (message) => handle(message.data.id),
      {
        connection: way.receiver,
        prefix,
        concurrency,
        // Messages of a worker that died before it claimed the row; the rows' own leases are looked after apart.
        lockDuration: silenceMs,
        stalledInterval: silenceMs / 2,
        maxStalledCount: 1_000,
        runRetryDelay: 1_000,
      },
      way.factory as never,
    ) as AnyWorker;

  async function untilOpen(): Promise<AnyWorker | undefined> {
    while (!closing.signal.aborted) {
      try {
        const opened = await open({ way, create, complain, held });
        if (!closing.signal.aborted) return opened;
        await shut(opened);
      } catch (error) {
        complain(error);
        await pause(1_000, closing.signal);
      }
    }
    return undefined;
  }

  const worker = untilOpen();
  return {
    ready: worker.then(() => undefined),
    async close() {
      closing.abort();
      const open = await within(closeLimitMs, worker);
      await open?.close();
    },
  };
}

interface OpenRequest<T> {
  way: Way;
  create(): T;
  complain(error: unknown): void;
  held: Set<AnyQueue | AnyWorker>;
}

/** BullMQ remembers a failed first connection for ever: an instance that did not become ready is thrown away. */
async function open<T extends AnyQueue | AnyWorker>({
  way,
  create,
  complain,
  held,
}: OpenRequest<T>): Promise<T> {
  await way.prepare();
  const instance = create();
  held.add(instance);
  (instance as AnyQueue).on('error', complain);
  try {
    await instance.waitUntilReady();
    return instance;
  } catch (error) {
    held.delete(instance);
    await shut(instance);
    throw error;
  }
}

/** A store that hangs must not keep the process from ending. */
async function shut(instance: AnyQueue | AnyWorker): Promise<void> {
  const closed = instance.close().then(
    () => true,
    () => true,
  );
  if (!(await within(closeLimitMs, closed)))
    await within(
      closeLimitMs,
      instance.disconnect().catch(() => undefined),
    );
}

async function within<T>(ms: number, work: Promise<T> | undefined): Promise<T | undefined> {
  if (!work) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** A store that is away fails many times a second; one line in ten seconds tells as much. */
function createComplaint(log: Logger, name: string): (error: unknown) => void {
  let last = -Infinity;
  return (error) => {
    if (performance.now() - last < 10_000) return;
    last = performance.now();
    log.warn(
      { err: error },
      `${name} carries no jobs at the moment; the rows keep them, and they are sent again.`,
    );
  };
}
