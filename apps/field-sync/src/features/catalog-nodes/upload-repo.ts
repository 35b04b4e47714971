import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** A dataset of a catalog node. */
interface Upload {
  url: string;
  dataset: string;
}

/** Makes the caller the only one who uploads a dataset for a while; null while someone else does. */
export async function claimUpload(db: Db, { url, dataset }: Upload, leaseMs: number): Promise<string | null> {
  const { rows } = await sql<{ attempt: string }>`
    INSERT INTO node_uploads AS u (url, dataset, attempt, lease_until)
    VALUES (${url}, ${dataset}, ${randomUUID()}, now() + ${leaseMs} * interval '1 millisecond')
    ON CONFLICT (url, dataset) DO UPDATE SET attempt = excluded.attempt, lease_until = excluded.lease_until
      WHERE u.lease_until < now()
    RETURNING attempt`.execute(db);
  return rows[0]?.attempt ?? null;
}

export async function releaseUpload(db: Db, attempt: string): Promise<void> {
  await db.deleteFrom('node_uploads').where('attempt', '=', attempt).execute();
}
