import { AppError } from './errors.ts';
import { currentPerson } from './person.ts';
import type { Person } from './person.ts';

export interface FairSemaphoreOptions {
  /** Tasks at once. */
  limit: number;
  /** Tasks of one person at once; work outside a request is not counted. */
  perPerson: number;
  /** Tasks for pages at once, so that uploads are never blocked by them; default `limit`. */
  forPages?: number;
  /** Tasks of all visitors at once, so that users are never blocked by them; default `limit` - 1. */
  forVisitors?: number;
  /** Tasks of one network's visitors at once; default `perPerson`. */
  perNetwork?: number;
  /** Length of the queue; default 500. Visitors leave `maxWaitingPerPerson` of it to users. */
  maxWaiting?: number;
  /** Queued tasks of one person; default 100. */
  maxWaitingPerPerson?: number;
  /** Thrown when the queue is full or a wait takes too long; the default kind is `unavailable`. */
  busy: { kind?: 'unavailable' | 'too_many'; code: string; message: string };
}

export interface RunOptions {
  isForPage?: boolean;
  /** Maximum time in the queue; no limit by default. */
  waitMs?: number;
  signal?: AbortSignal;
}

export interface FairSemaphore {
  /** Runs a task as soon as the limits allow; users come before visitors. */
  run<T>(work: () => Promise<T>, options?: RunOptions): Promise<T>;
}

interface Entry {
  person: Person | null;
  isForPage: boolean;
}

interface QueuedEntry extends Entry {
  start(): void;
  reject(reason: unknown): void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * A semaphore that is fair between people. Users come before visitors. Among users, the one whose last task started first is
 * next; the tasks of one user run in the order of arrival.
 */
export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { limit, perPerson, forPages = limit, maxWaiting = 500, maxWaitingPerPerson = 100, busy } = options;
  const { forVisitors = Math.max(1, limit - 1), perNetwork = perPerson } = options;
  const visitorsForPages = Math.max(1, Math.min(forVisitors, forPages - 1));
  const running = new Set<Entry>();
  const queue: QueuedEntry[] = [];
  /** By person: the value of `turn` at their arrival or last start. */
  const turns = new Map<string | null, number>();
  let turn = 0;

  function arrive(entry: Entry): void {
    const name = nameOf(entry);
    if (!turns.has(name)) turns.set(name, turn);
  }

  function depart(entry: Entry): void {
    const name = nameOf(entry);
    if (![...running, ...queue].some((other) => nameOf(other) === name)) turns.delete(name);
  }

  function begin(entry: Entry): void {
    running.add(entry);
    turn += 1;
    turns.set(nameOf(entry), turn);
  }

  function countRunning(isCounted: (entry: Entry) => boolean): number {
    return [...running].filter(isCounted).length;
  }

  function mayStart(entry: Entry): boolean {
    const { person, isForPage } = entry;
    if (running.size >= limit) return false;
    if (isForPage && countRunning((other) => other.isForPage) >= forPages) return false;
    if (person === null) return true;
    const limitOfPerson = person.isVisitor ? perNetwork : perPerson;
    if (countRunning((other) => other.person?.name === person.name) >= limitOfPerson) return false;
    if (!person.isVisitor) return true;
    if (isForPage && countRunning((other) => isVisitors(other) && other.isForPage) >= visitorsForPages)
      return false;
    return countRunning(isVisitors) < forVisitors;
  }

  function startNext(): void {
    for (;;) {
      const [next] = queue
        .filter(mayStart)
        .toSorted(
          (a, b) =>
            Number(isVisitors(a)) - Number(isVisitors(b)) || turns.get(nameOf(a))! - turns.get(nameOf(b))!,
        );
      if (!next) return;
      next.start();
    }
  }

  function end(entry: Entry): void {
    running.delete(entry);
    startNext();
    depart(entry);
  }

  function isQueueFull(entry: Entry): boolean {
    const length = isVisitors(entry) ? maxWaiting - maxWaitingPerPerson : maxWaiting;
    const { person } = entry;
    const ofPerson = person === null ? 0 : queue.filter((other) => nameOf(other) === person.name).length;
    return queue.length >= length || ofPerson >= maxWaitingPerPerson;
  }

  function tooBusy(): AppError {
    return new AppError({
      kind: busy.kind ?? 'unavailable',
      code: busy.code,
      message: busy.message,
      retryAfter: 5,
    });
  }

  function waitInQueue(entry: Entry, { waitMs = Infinity, signal }: RunOptions): Promise<void> {
    if (isQueueFull(entry)) return Promise.reject(tooBusy());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queued: QueuedEntry = {
      ...entry,
      start() {
        removeFromQueue();
        begin(entry);
        resolve();
      },
      reject(reason) {
        removeFromQueue();
        depart(entry);
        reject(reason as Error);
      },
    };
    const onAbort = () => queued.reject(signal?.reason);
    const timer = waitMs > LONGEST_TIMER_MS ? undefined : setTimeout(() => queued.reject(tooBusy()), waitMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    function removeFromQueue(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      queue.splice(queue.indexOf(queued), 1);
    }
    queue.push(queued);
    arrive(entry);
    return promise;
  }

  return {
    async run(work, { isForPage = false, ...wait } = {}) {
      wait.signal?.throwIfAborted();
      const entry: Entry = { person: currentPerson(), isForPage };
      if (mayStart(entry)) begin(entry);
      else await waitInQueue(entry, wait);
      try {
        return await work();
      } finally {
        end(entry);
      }
    },
  };
}

function nameOf({ person }: Entry): string | null {
  return person?.name ?? null;
}

function isVisitors({ person }: Entry): boolean {
  return person?.isVisitor ?? false;
}
