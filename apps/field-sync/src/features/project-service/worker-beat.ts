import { hostname } from 'node:os';
import type { Db } from '../../db/schema.ts';
import type { WorkerIdentity } from './types.ts';
import { deleteOldWorkers, saveBeat, startEnabled } from './worker-repo.ts';

export interface WorkerBeat {
  /** To be called every few seconds. */
  beat(): Promise<void>;
  /** Whether this worker is known to the others; before that it polls nothing. */
  hasBeaten(): boolean;
}

/**
 * What a worker does so that others know that it is there. With the first beat it starts and stops projects as
 * they are enabled, if the platform was down: no worker at all beat before. A project that was started after that stays started.
 */
export function createWorkerBeat({ db, worker }: { db: Db; worker: WorkerIdentity }): WorkerBeat {
  let isFirst = true;

  async function beat(): Promise<void> {
    await db.transaction().execute(async (trx) => {
      if (isFirst) await startEnabled(trx);
      await saveBeat(trx, { ...worker, host: hostname() });
      if (isFirst) await deleteOldWorkers(trx);
    });
    isFirst = false;
  }

  return { beat, hasBeaten: () => !isFirst };
}
