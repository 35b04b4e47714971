import { AppError } from './errors.ts';
import { currentPerson } from './person.ts';
import type { Person } from './person.ts';

export interface FairPlacesOptions {
  /** How much work runs at once. */
  places: number;
  /** Places that one person may have at the same time; work outside a request is not counted. */
  perPerson: number;
  /** Places that work for pages may have together, so that uploads find one; default all. */
  forPages?: number;
  /** Places that all visitors may have together, so that people find one; default all but one. */
  forVisitors?: number;
  /** Places that the visitors of one network may have; default as for a person. */
  perNetwork?: number;
  /** How many may wait, and how many of one person; defaults 500 and 100. Visitors leave room for one person's work. */
  maxWaiting?: number;
  maxWaitingPerPerson?: number;
  /** Thrown when too many wait, or one has waited for too long; `unavailable` unless said otherwise. */
  busy: { kind?: 'unavailable' | 'too_many'; code: string; message: string };
}

export interface EnterOptions {
  isForPage?: boolean;
  /** Longest wait for a place. */
  waitMs?: number;
  signal?: AbortSignal;
}

export interface FairPlaces {
  /** Runs work once there is a place for it: that of people before that of visitors, and each of them takes turns. */
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
 * A few places for work. People come before visitors; among them, those who have waited longest since they came or since
 * work of theirs last began, and work of one person in the order in which it came.
 */
export function createFairPlaces(options: FairPlacesOptions): FairPlaces {
  const { places, perPerson, forPages = places, maxWaiting = 500, maxWaitingPerPerson = 100, busy } = options;
  const { forVisitors = Math.max(1, places - 1), perNetwork = perPerson } = options;
  const visitorsForPages = Math.max(1, Math.min(forVisitors, forPages - 1));
  const running = new Set<Entry>();
  const queue: Waiting[] = [];
  /** When each of those who are here came or work of theirs last began; counted, not timed. */
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
