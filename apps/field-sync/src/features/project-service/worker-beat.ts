import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

export interface WorkerIdentity {
  /** Of this process alone, also among those with the same pid elsewhere or later. */
  id: string;
  pid: number;
}

/** The platform was down when no worker beat for so long. */
const DOWN_AFTER_S = 60;

/**
 * Returns what a worker does every few seconds so that others know that it is there. With the first beat it starts and stops projects as
 * they are enabled, if the platform was down: no worker at all beat before. A project that was started after that stays started.
 */
export function createWorkerBeat({ db, worker }: { db: Db; worker: WorkerIdentity }): () => Promise<void> {
  let isFirst = true;

  return async function beat() {
    await db.transaction().execute(async (trx) => {
      if (isFirst) await startEnabled(trx);
      await trx
        .insertInto('workers')
        .values({ id: worker.id, pid: worker.pid, host: hostname() })
        .onConflict((on) => on.column('id').doUpdateSet({ beat_at: sql<Date>`now()` }))
        .execute();
      if (isFirst) await sql`DELETE FROM workers WHERE beat_at < now() - interval '1 day'`.execute(trx);
    });
    isFirst = false;
  };
}

/** One worker of those that start together does it; the others see its beat. */
async function startEnabled(trx: Db): Promise<void> {
  await sql`LOCK TABLE workers IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
  await sql`
    UPDATE projects p SET started = next.started,
           started_at = CASE WHEN p.started THEN p.started_at ELSE now() END,
           cpu_seconds = CASE WHEN p.started THEN p.cpu_seconds ELSE 0 END
      FROM (SELECT o.id, o.enabled OR (o.started AND coalesce(o.started_at > down.since, false)) AS started
              FROM projects o,
                   (SELECT max(beat_at) AS since FROM workers
                    HAVING max(beat_at) < now() - ${DOWN_AFTER_S} * interval '1 second') down) next
     WHERE p.id = next.id AND p.started <> next.started`.execute(trx);
}
