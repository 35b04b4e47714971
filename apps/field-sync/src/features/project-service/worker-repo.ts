import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { WorkerIdentity } from './types.ts';

/** The platform was down when no worker beat for so long. */
const DOWN_AFTER_S = 60;

export async function saveBeat(trx: Db, { id, pid, host }: WorkerIdentity & { host: string }): Promise<void> {
  await trx
    .insertInto('workers')
    .values({ id, pid, host })
    .onConflict((on) => on.column('id').doUpdateSet({ beat_at: sql<Date>`now()` }))
    .execute();
}

export async function deleteOldWorkers(trx: Db): Promise<void> {
  await sql`DELETE FROM workers WHERE beat_at < now() - interval '1 day'`.execute(trx);
}

/**
 * Starts and stops projects as they are enabled, if the platform was down. One worker of those that start together does it; the
 * others see its beat.
 */
export async function startEnabled(trx: Db): Promise<void> {
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
