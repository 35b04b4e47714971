import { createFairSemaphore } from '@cairn/service';
import { claimServers, findDue, releaseServers } from './due-repo.ts';
import { pollServer } from './poll-server.ts';
import type { PollDeps } from './poll-server.ts';
import type { DueProject, PollTimes } from './types.ts';

export const POLL_TIMES: PollTimes = { leaseMs: 60_000, deadAfterMs: 20_000, deadlineMs: 45_000 };

/** Servers that are asked at once. One that does not answer holds one of these places until the deadline. */
const MAX_POLLS = 64;

export interface Poller {
  /** Starts the polls that are due and returns without waiting for them; a server is never asked twice at once. */
  tick(): Promise<void>;
  /** The polls under way have ended. */
  settled(): Promise<void>;
  /** Ends all polls and lets other pollers have the servers. */
  close(): Promise<void>;
}

/** Polls the servers of all started projects, each as often as its projects need. */
export function createPoller(deps: PollDeps): Poller {
  const { db, worker, times, logger } = deps;
  const underWay = new Map<number, Promise<void>>();
  const closing = new AbortController();
  let hasClaimed = false;
  const places = createFairSemaphore({
    limit: MAX_POLLS,
    perPerson: MAX_POLLS,
    maxWaiting: 10_000,
    busy: { code: 'field_sync.busy', message: 'Too many servers are asked at once.' },
  });

  function start(serverId: number, projects: DueProject[]): void {
    if (underWay.has(serverId)) return;
    const poll = places
      .run(() => pollServer(deps, { serverId, projects, signal: closing.signal }), { signal: closing.signal })
      .catch((err: unknown) => {
        if (!closing.signal.aborted)
          logger.warn({ err, server: serverId }, 'poll not recorded, repeating it');
      })
      .finally(() => underWay.delete(serverId));
    underWay.set(serverId, poll);
  }

  return {
    async tick() {
      if (closing.signal.aborted) return;
      hasClaimed = true;
      await claimServers(db, worker.id, times);
      const due = Map.groupBy(await findDue(db, worker.id), ({ serverId }) => serverId);
      for (const [serverId, projects] of due) start(serverId, projects);
    },
    async settled() {
      await Promise.all(underWay.values());
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      await Promise.all(underWay.values());
      if (hasClaimed) await releaseServers(db, worker.id).catch(() => undefined);
    },
  };
}
