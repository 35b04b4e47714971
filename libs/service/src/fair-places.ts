import { AppError } from './errors.ts';
import { currentPerson } from './person.ts';

export interface FairPlacesOptions {
  /** How much work runs at once. */
  places: number;
  /** Places that one person may have at the same time; work outside a request is not counted. */
  perPerson: number;
  /** Places that work for pages may have together, so that uploads find one; default all. */
  forPages?: number;
  /** How many may wait, and how many of one person; defaults 500 and 100. */
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
  /** Runs work once there is a place for it. Persons take turns, however much work one of them has. */
  run<T>(work: () => Promise<T>, options?: EnterOptions): Promise<T>;
}

interface Entry {
  person: string | null;
  isForPage: boolean;
}

interface Waiting extends Entry {
  enter(): void;
  leave(reason: unknown): void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A few places for work. Those of whom least has been done come first, and work of one person in the order in which it came. */
export function createFairPlaces(options: FairPlacesOptions): FairPlaces {
  const { places, perPerson, forPages = places, maxWaiting = 500, maxWaitingPerPerson = 100, busy } = options;
  const running = new Set<Entry>();
  const queue: Waiting[] = [];
  /** When work of a person last began, of those who have some here; counted, not timed. */
  const turns = new Map<string | null, number>();
  let turn = 0;

  function begin(entry: Entry): void {
    running.add(entry);
    turn += 1;
    turns.set(entry.person, turn);
  }

  function mayEnter({ person, isForPage }: Entry): boolean {
    if (running.size >= places) return false;
    const entries = [...running];
    if (isForPage && entries.filter((entry) => entry.isForPage).length >= forPages) return false;
    return person === null || entries.filter((entry) => entry.person === person).length < perPerson;
  }

  function admit(): void {
    for (;;) {
      const [next] = queue
        .filter(mayEnter)
        .toSorted((a, b) => (turns.get(a.person) ?? 0) - (turns.get(b.person) ?? 0));
      if (!next) return;
      next.enter();
    }
  }

  function end(entry: Entry): void {
    running.delete(entry);
    admit();
    const isHere = ({ person }: Entry) => person === entry.person;
    if (![...running, ...queue].some(isHere)) turns.delete(entry.person);
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
    const ofPerson = queue.filter(({ person }) => person !== null && person === entry.person).length;
    if (queue.length >= maxWaiting || ofPerson >= maxWaitingPerPerson) return Promise.reject(tooBusy());
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
