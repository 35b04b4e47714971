import { setTimeout as delay } from 'node:timers/promises';
import type { ManagedProcess } from '../stack/managed-process.ts';

/** Stopped from the last to the first; the parts of one layer stop together. */
const layers = ['stores', 'services', 'frontDoor'] as const;

export interface SupervisedProcess {
  layer: (typeof layers)[number];
  /** Starts the process; called again after it has ended by itself. */
  spawn(): ManagedProcess | Promise<ManagedProcess>;
  /** Settles when the part serves; rejects when it cannot. */
  untilReady?(part: ManagedProcess): Promise<void>;
}

/** One restart, as it is recorded for administrators. */
export interface Restart {
  part: string;
  /** How it ended, to follow its name: "was ended by SIGKILL". */
  reason: string;
  restarted_at: string;
}

export interface SupervisorRequest {
  onStarted(part: ManagedProcess): void;
  onRestarted?(restart: Restart): void;
  note?(sentence: string): void;
  /** Wait before the first restart; it doubles with each further one within a minute. */
  firstDelayMs?: number;
}

export interface Supervisor {
  /** Starts a part and resolves when it serves. From then on, it is started again whenever it ends by itself. */
  start(managed: SupervisedProcess): Promise<void>;
  /** Settles with a sentence when a part cannot be kept running. */
  broken: Promise<string>;
  /** Stops all parts, for good. */
  stop(): Promise<void>;
}

interface Entry extends SupervisedProcess {
  spawning: Promise<ManagedProcess> | null;
  /** Settles when the latest restart is over; null when no restart is running. */
  restarting: Promise<void> | null;
  hasServed: boolean;
  /** When it ended by itself within the last minute, by the monotonic clock. */
  ends: number[];
}

export const maxRestartsPerMinute = 5;
const minuteMs = 60_000;

/** Keeps the parts of a platform running until stopped, or until one of them ends too often. */
export function createSupervisor(request: SupervisorRequest): Supervisor {
  const { note = () => undefined, firstDelayMs = 250 } = request;
  const entries: Entry[] = [];
  const stopped = new AbortController();
  let giveUp: (sentence: string) => void = () => undefined;
  const broken = new Promise<string>((resolve) => (giveUp = resolve));
  let stopping: Promise<void> | null = null;

  async function launch(entry: Entry): Promise<ManagedProcess> {
    stopped.signal.throwIfAborted();
    entry.spawning = (async () => await entry.spawn())();
    const part = await entry.spawning;
    request.onStarted(part);
    void part.ended.then((end) => onEnd(entry, part, end));
    return part;
  }

  function onEnd(entry: Entry, part: ManagedProcess, end: string): void {
    if (stopped.signal.aborted) return;
    if (!entry.hasServed) return giveUp(`${part.name} ${end}. ${whereToLook(part)}`);
    const restarting = restart(entry, part, end).finally(() => {
      // A part that ended again in the meantime has a newer restart, which is still running.
      if (entry.restarting === restarting) entry.restarting = null;
    });
    entry.restarting = restarting;
  }

  async function restart(entry: Entry, part: ManagedProcess, end: string): Promise<void> {
    const now = performance.now();
    entry.ends = [...entry.ends.filter((time) => now - time < minuteMs), now];
    if (entry.ends.length > maxRestartsPerMinute)
      return giveUp(`${part.name} ended ${entry.ends.length} times within a minute. ${whereToLook(part)}`);
    note(`${part.name} ${end}. Starting it again. Its log is ${part.logFile}`);
    try {
      await delay(firstDelayMs * 2 ** (entry.ends.length - 1), undefined, { signal: stopped.signal });
      // A service that ended because PostgreSQL or Redis did would only end again.
      if (entry.layer !== 'stores') await restartsOf('stores');
      const next = await launch(entry);
      request.onRestarted?.({ part: part.name, reason: end, restarted_at: new Date().toISOString() });
      await entry.untilReady?.(next);
      note(`${part.name} serves again.`);
    } catch (error) {
      if (stopped.signal.aborted) return;
      const current = await entry.spawning?.catch(() => null);
      // A process that ended in the meantime is restarted for that reason; one that still runs may become ready.
      if (current && current !== part) note(`${part.name} is not ready yet: ${messageOf(error)}`);
      else return await restart(entry, part, `could not be started again: ${messageOf(error)}`);
    }
  }

  async function restartsOf(layer: SupervisedProcess['layer']): Promise<void> {
    await Promise.all(entries.filter((entry) => entry.layer === layer).map((entry) => entry.restarting));
  }

  async function stopAll(): Promise<void> {
    stopped.abort();
    for (const layer of [...layers].reverse()) {
      const affected = entries.filter((entry) => entry.layer === layer);
      await Promise.all(affected.map(async ({ spawning }) => (await spawning?.catch(() => null))?.stop()));
    }
  }

  return {
    start: async (managed) => {
      const entry: Entry = { ...managed, spawning: null, restarting: null, hasServed: false, ends: [] };
      entries.push(entry);
      const part = await launch(entry);
      await managed.untilReady?.(part);
      entry.hasServed = true;
      if (part.hasEnded()) onEnd(entry, part, await part.ended);
    },
    broken,
    stop: () => (stopping ??= stopAll()),
  };
}

function whereToLook(part: ManagedProcess): string {
  return `Its log is ${part.logFile}; the last lines are:\n${part.logTail()}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
