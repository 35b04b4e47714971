import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { KeptFile } from './types.ts';

/** A kept package, and how far it is from the last one that was fetched whole. */
export interface BasePackage {
  key: string;
  size: number;
  /** Differences since the last whole file; 0 where this is one. */
  diffs: number;
  /** When the first of them was applied. */
  firstDiffAt: Date | null;
}

/** A package of this project by its SHA-256. */
export async function findBasePackage(
  db: Db,
  projectId: number,
  sha256: string,
): Promise<BasePackage | undefined> {
  const { rows } = await sql<BasePackage>`
    SELECT o.key, o.size, coalesce(r.diffs, 0) AS diffs, r.first_diff_at AS "firstDiffAt"
      FROM objects o LEFT JOIN rebuilt_packages r ON r.object_key = o.key AND r.project_id = ${projectId}
     WHERE o.sha256 = ${sha256} AND EXISTS (
       SELECT FROM snapshot_files f JOIN snapshots s ON s.id = f.snapshot_id
        WHERE f.object_key = o.key AND s.project_id = ${projectId})`.execute(db);
  return rows[0];
}

/** The package that was put together in place of the one with this identity. */
export async function findRebuilt(
  db: Db,
  projectId: number,
  identity: string,
): Promise<KeptFile | undefined> {
  const { rows } = await sql<KeptFile>`
    SELECT o.key, o.size, o.sha256, o.sha1 FROM rebuilt_packages r JOIN objects o ON o.key = r.object_key
     WHERE r.project_id = ${projectId} AND r.identity = ${identity} ORDER BY o.created_at DESC LIMIT 1`.execute(
    db,
  );
  return rows[0];
}

/** Saves of which listed file an object has the rows. */
export async function saveRebuilt(
  trx: Db,
  row: { projectId: number; key: string; identity: string; diffs: number; firstDiffAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO rebuilt_packages (project_id, object_key, identity, diffs, first_diff_at)
    VALUES (${row.projectId}, ${row.key}, ${row.identity}, ${row.diffs}, ${row.firstDiffAt})
    ON CONFLICT (project_id, object_key) DO UPDATE
       SET identity = excluded.identity, diffs = excluded.diffs, first_diff_at = excluded.first_diff_at`.execute(
    trx,
  );
}
