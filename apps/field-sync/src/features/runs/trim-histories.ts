import type { Logger } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import type { SyncedTables, TargetPlace } from '../synced-tables/types.ts';
import { continueTrimLater, takeUntrimmed } from './history-repo.ts';
import type { TargetRequest } from './types.ts';

/** Of one project; what is left is removed after others had their turn. */
const LIMIT_MS = 60_000;

export interface TrimDeps {
  db: Db;
  target: Pick<SyncedTables, 'trimHistory'>;
  placeOf(project: TargetRequest): Promise<TargetPlace>;
  logger: Logger;
}

/** Once a day for each project that limits its history. A target that is unreachable is left for the next day. */
export async function trimHistories({ db, target, placeOf, logger }: TrimDeps): Promise<void> {
  for (;;) {
    const project = await takeUntrimmed(db);
    if (!project) return;
    const { id, historyDays: days } = project;
    const signal = AbortSignal.timeout(LIMIT_MS);
    try {
      const removed = await target.trimHistory(await placeOf(project), { days, signal });
      if (removed > 0) logger.info({ project: id, removed }, 'removed old history of rows');
    } catch (err) {
      logger.warn({ err, project: id }, 'old history of rows not removed');
      if (signal.aborted) return continueTrimLater(db, id);
    }
  }
}
