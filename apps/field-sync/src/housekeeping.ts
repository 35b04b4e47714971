import { deleteExpiredCounters } from '@cairn/auth';
import type { Context } from './context.ts';
import { deleteOldMails } from './features/alerts/mail-repo.ts';
import { endLostRuns } from './features/runs/close-repo.ts';
import { trimHistories } from './features/runs/trim-histories.ts';
import { trimLogs } from './features/runs/log-repo.ts';
import { deleteOldRuns } from './features/runs/retention-repo.ts';
import { deleteOldLogins } from './features/sign-in/oidc/login-repo.ts';
import { deleteEndedSessions } from './features/sign-in/session-repo.ts';

export const housekeeping: {
  in: 'web' | 'worker';
  everyMs: number;
  what: string;
  run(context: Context): Promise<void>;
}[] = [
  { in: 'worker', everyMs: 5_000, what: 'worker beat', run: beat },
  { in: 'worker', everyMs: 1_000, what: 'poll tick', run: poll },
  { in: 'worker', everyMs: 5_000, what: 'end of lost runs', run: endLost },
  { in: 'worker', everyMs: 600_000, what: 'weekly comparison', run: compareWeekly },
  { in: 'worker', everyMs: 5_000, what: 'check for alerts', run: checkAlerts },
  { in: 'worker', everyMs: 600_000, what: 'removal of old history', run: removeHistory },
  { in: 'worker', everyMs: 3_600_000, what: 'removal of old runs', run: removeRuns },
  { in: 'worker', everyMs: 600_000, what: 'removal of old log lines and mails', run: removeLogLines },
  { in: 'worker', everyMs: 60_000, what: 'removal of unused packages', run: removeUnusedPackages },
  { in: 'worker', everyMs: 60_000, what: 'upkeep of file targets', run: sweepPushes },
  { in: 'web', everyMs: 900_000, what: 'removal of ended sessions', run: removeEndedSessions },
];

async function beat(context: Context): Promise<void> {
  if (context.databaseConfigured) await context.beat();
}

/** After the first beat, which decides about what is started. */
async function poll({ poller, hasBeaten }: Context): Promise<void> {
  if (hasBeaten()) await poller.tick();
}

async function endLost({ db, databaseConfigured, logger }: Context): Promise<void> {
  if (!databaseConfigured) return;
  const ended = await endLostRuns(db);
  if (ended > 0) logger.warn({ runs: ended }, 'ended runs whose jobs had ended');
}

async function compareWeekly({ runs, databaseConfigured }: Context): Promise<void> {
  if (databaseConfigured) await runs.requestWeekly();
}

async function removeHistory(context: Context): Promise<void> {
  if (context.databaseConfigured) await trimHistories(context);
}

async function removeRuns({ db, databaseConfigured, config, logger }: Context): Promise<void> {
  if (!databaseConfigured) return;
  const removed = await deleteOldRuns(db, config.runRetentionDays);
  if (removed > 0) logger.info({ removed }, 'removed old runs');
}

async function removeLogLines({ db, databaseConfigured }: Context): Promise<void> {
  if (!databaseConfigured) return;
  await trimLogs(db);
  await deleteOldMails(db);
}

async function checkAlerts({ alerts, databaseConfigured }: Context): Promise<void> {
  if (databaseConfigured) await alerts.check();
}

async function removeUnusedPackages({ packages, databaseConfigured, logger }: Context): Promise<void> {
  if (!databaseConfigured) return;
  const removed = await packages.sweep();
  if (removed > 0) logger.info({ removed }, 'removed parts and objects that nothing refers to');
}

async function removeEndedSessions({ db, databaseConfigured, logger }: Context): Promise<void> {
  if (!databaseConfigured) return;
  await deleteOldLogins(db);
  const removed = { sessions: await deleteEndedSessions(db), counters: await deleteExpiredCounters(db) };
  logger.debug(removed, 'removed ended sessions and counters of failed sign-ins');
}

async function sweepPushes({ pushes, databaseConfigured }: Context): Promise<void> {
  if (databaseConfigured) await pushes.sweep();
}
