import { AppError } from './errors.ts';
import { currentPerson } from './person.ts';
import type { Person } from './person.ts';

export interface FairPlacesOptions {
  /** How many pieces of work run at once. */
  places: number;
  /** Places that one person may have at the same time; work outside a request is not counted. */
  perPerson: number;
  /** Places for work for pages, so that uploads always find one; default all. */
  forPages?: number;
  /** Places for all visitors together, so that users always find one; default all but one. */
  forVisitors?: number;
  /** Places for the visitors of one network; default `perPerson`. */
  perNetwork?: number;
  /** Waiting work in all, and of one person; defaults 500 and 100. Visitors leave `maxWaitingPerPerson` of it to users. */
  maxWaiting?: number;
  maxWaitingPerPerson?: number;
  /** Thrown when the queue is full or a wait takes too long; the default kind is `unavailable`. */
  busy: { kind?: 'unavailable' | 'too_many'; code: string; message: string };
}

export interface EnterOptions {
  isForPage?: boolean;
  /** Longest wait for a place. */
  waitMs?: number;
  signal?: AbortSignal;
}

export interface FairPlaces {
  /** Runs work as soon as there is a place for it; users come before visitors. */
  run<T>(work: () => Promise<T>, options?: EnterOptions): Promise<T>;
}

interface Entry {
  person: Person | null;
  isForPage: boolean;
}

interface Waiting extends Entry {
  enter(): void;
  leave(reason: unknown): void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * A fair semaphore. Users come before visitors. Among users, the next place goes to the one whose arrival or last start is
 * the longest ago; work of one user runs in the order of arrival.
 */
export function createFairPlaces(options: FairPlacesOptions): FairPlaces {
  const { places, perPerson, forPages = places, maxWaiting = 500, maxWaitingPerPerson = 100, busy } = options;
  const { forVisitors = Math.max(1, places - 1), perNetwork = perPerson } = options;
  const visitorsForPages = Math.max(1, Math.min(forVisitors, forPages - 1));
  const running = new Set<Entry>();
  const queue: Waiting[] = [];
  /** By person: the value of `turn` at the arrival or at the last start. */
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

  function mayEnter(entry: Entry): boolean {
    const { person, isForPage } = entry;
    if (running.size >= places) return false;
    if (isForPage && countRunning((other) => other.isForPage) >= forPages) return false;
    if (person === null) return true;
    const most = person.isVisitor ? perNetwork : perPerson;
    if (countRunning((other) => other.person?.name === person.name) >= most) return false;
    if (!person.isVisitor) return true;
    if (isForPage && countRunning((other) => isVisitors(other) && other.isForPage) >= visitorsForPages)
      return false;
    return countRunning(isVisitors) < forVisitors;
  }

  function admit(): void {
    for (;;) {
      const [next] = queue
        .filter(mayEnter)
        .toSorted(
          (a, b) =>
            Number(isVisitors(a)) - Number(isVisitors(b)) || turns.get(nameOf(a))! - turns.get(nameOf(b))!,
        );
      if (!next) return;
      next.enter();
    }
  }

  function end(entry: Entry): void {
    running.delete(entry);
    admit();
    depart(entry);
  }

  function isQueueFull(entry: Entry): boolean {
    const room = isVisitors(entry) ? maxWaiting - maxWaitingPerPerson : maxWaiting;
    const { person } = entry;
    const ofPerson = person === null ? 0 : queue.filter((other) => nameOf(other) === person.name).length;
    return queue.length >= room || ofPerson >= maxWaitingPerPerson;
  }

  function tooBusy(): AppError {
    return new AppError({
      kind: busy.kind ?? 'unavailable',
      code: busy.code,
      message: busy.message,
      retryAfter: 5,
    });
  }

  function waitForPlace(entry: Entry, { waitMs = LONGEST_TIMER_MS, signal }: EnterOptions): Promise<void> {
    if (isQueueFull(entry)) return Promise.reject(tooBusy());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = {
      ...entry,
      enter() {
        forget();
        begin(entry);
        resolve();
      },
      leave(reason) {
        forget();
        depart(entry);
        reject(reason as Error);
      },
    };
    const onAbort = () => waiting.leave(signal?.reason);
    const timer = setTimeout(() => waiting.leave(tooBusy()), Math.min(waitMs, LONGEST_TIMER_MS));
    signal?.addEventListener('abort', onAbort, { once: true });
    function forget(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      queue.splice(queue.indexOf(waiting), 1);
    }
    queue.push(waiting);
    arrive(entry);
    return promise;
  }

  return {
    async run(work, { isForPage = false, ...enter } = {}) {
      enter.signal?.throwIfAborted();
      const entry: Entry = { person: currentPerson(), isForPage };
      if (mayEnter(entry)) begin(entry);
      else await waitForPlace(entry, enter);
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
