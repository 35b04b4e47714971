import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { RetainedPackage, Snapshot } from './types.ts';

const SNAPSHOT = [
  'id',
  'project_id as projectId',
  'version',
  'package_sha256 as packageSha256',
  'created_at as createdAt',
  'applied_at as appliedAt',
] as const;

type NewSnapshot = Pick<Snapshot, 'projectId' | 'version' | 'packageSha256'>;
type NamedObject = { path: string; key: string };

/**
 * Saves which files a version has. The same version again is the same snapshot, and so is the next one when it has the same files:
 * edits of QFieldCloud that nobody applied yet raise the version every few seconds, and a project may have 10,000 photos.
 */
export async function saveSnapshot(
  trx: Db,
  { projectId, version, packageSha256 }: NewSnapshot,
  files: NamedObject[],
): Promise<Snapshot> {
  const same = await relabelSame(trx, { projectId, version, packageSha256 }, files);
  if (same) return same;
  const snapshot = await trx
    .insertInto('snapshots')
    .values({ project_id: projectId, version, package_sha256: packageSha256 })
    .onConflict((on) => on.constraint('snapshots_version_key').doUpdateSet({ version }))
    .returning(SNAPSHOT)
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO snapshot_files (snapshot_id, path, object_key)
    SELECT ${snapshot.id}, f.path, f.key
      FROM unnest(${files.map(({ path }) => path)}::text[], ${files.map(({ key }) => key)}::text[]) AS f (path, key)
    ON CONFLICT (snapshot_id, path) DO UPDATE SET object_key = excluded.object_key`.execute(trx);
  return snapshot;
}

/** The newest snapshot of the project under its new version, if it has exactly these files. */
async function relabelSame(
  trx: Db,
  { projectId, version, packageSha256 }: NewSnapshot,
  files: NamedObject[],
): Promise<Snapshot | undefined> {
  const { rows } = await sql<Snapshot>`
    UPDATE snapshots s SET version = ${version}
     WHERE s.id = (SELECT max(n.id) FROM snapshots n WHERE n.project_id = ${projectId})
       AND s.package_sha256 = ${packageSha256}
       AND (SELECT count(*) FROM snapshot_files f WHERE f.snapshot_id = s.id) = ${files.length}
       AND NOT EXISTS (
         SELECT path, key FROM unnest(${files.map(({ path }) => path)}::text[], ${files.map(({ key }) => key)}::text[]) AS n (path, key)
         EXCEPT SELECT f.path, f.object_key FROM snapshot_files f WHERE f.snapshot_id = s.id)
       AND NOT EXISTS (SELECT FROM snapshots o WHERE o.project_id = s.project_id AND o.version = ${version}
                          AND o.package_sha256 = s.package_sha256 AND o.id <> s.id)
    RETURNING id, project_id AS "projectId", version, package_sha256 AS "packageSha256",
              created_at AS "createdAt", applied_at AS "appliedAt"`.execute(trx);
  return rows[0];
}

/** Key and size of a package of this project by its hash. */
export function findPackageObject(
  db: Db,
  projectId: number,
  sha256: string,
): Promise<{ key: string; size: number } | undefined> {
  return db
    .selectFrom('objects as o')
    .innerJoin('snapshot_files as f', 'f.object_key', 'o.key')
    .innerJoin('snapshots as s', 's.id', 'f.snapshot_id')
    .select(['o.key', 'o.size'])
    .where('s.project_id', '=', projectId)
    .where('o.sha256', '=', sha256)
    .executeTakeFirst();
}

/** The kept packages of a project, newest first, without their names. */
export function listPackageObjects(db: Db, projectId: number): Promise<Omit<RetainedPackage, 'name'>[]> {
  return (
    db
      .selectFrom('snapshots as s')
      .innerJoin('objects as o', 'o.sha256', 's.package_sha256')
      .innerJoin('projects as p', 'p.id', 's.project_id')
      // The project may have been set to another file since.
      .innerJoinLateral(
        (query) =>
          query
            .selectFrom('snapshot_files as f')
            .select('f.path')
            .whereRef('f.snapshot_id', '=', 's.id')
            .whereRef('f.object_key', '=', 'o.key')
            .orderBy(sql`f.path <> p.geopackage`)
            .orderBy('f.path')
            .limit(1)
            .as('f'),
        (join) => join.onTrue(),
      )
      .select(['s.id as snapshotId', 's.version', 'f.path', 'o.key', 'o.size', 'o.sha256'])
      .select(['s.created_at as createdAt', 's.applied_at as appliedAt'])
      .select(sql<boolean>`s.id IS NOT DISTINCT FROM p.applied_snapshot_id`.as('isApplied'))
      .where('s.project_id', '=', projectId)
      .orderBy('s.id', 'desc')
      .execute()
  );
}

/** A file of the snapshot that the tables hold, or of the newest one before the first load. */
export async function findCurrentFile(
  db: Db,
  projectId: number,
  path: string,
): Promise<{ key: string; size: number; sha256: string; createdAt: Date } | undefined> {
  const { rows } = await sql<{ key: string; size: number; sha256: string; createdAt: Date }>`
    SELECT o.key, o.size, o.sha256, o.created_at AS "createdAt"
      FROM snapshot_files f JOIN objects o ON o.key = f.object_key
     WHERE f.path = ${path} AND f.snapshot_id = (
       SELECT coalesce(
         (SELECT s.id FROM snapshots s WHERE s.id = p.applied_snapshot_id),
         (SELECT max(s.id) FROM snapshots s WHERE s.project_id = p.id))
         FROM projects p WHERE p.id = ${projectId})`.execute(db);
  return rows[0];
}

/** Which snapshots to remove. */
export interface RetentionRule {
  /** Created before then. */
  before: Date;
  /** The newest ones of a project that stay anyway. */
  keepNewest: number;
}

/**
 * Deletes snapshots of a project, but never the one that the tables hold, one that a run works on, nor one that an open plan needs
 * (what it would apply, and what it was compared with). Returns the keys of their objects, which other snapshots may have too.
 */
export async function deleteSnapshots(
  trx: Db,
  projectId: number,
  { before, keepNewest }: RetentionRule,
): Promise<{ snapshots: number; keys: string[] }> {
  const { rows: removable } = await sql<{ id: number }>`
    SELECT s.id FROM snapshots s JOIN projects p ON p.id = s.project_id
     WHERE s.project_id = ${projectId} AND s.created_at < ${before}
       AND s.id NOT IN (SELECT n.id FROM snapshots n WHERE n.project_id = ${projectId} ORDER BY n.id DESC LIMIT ${keepNewest})
       AND s.id IS DISTINCT FROM p.applied_snapshot_id
       AND NOT EXISTS (SELECT FROM plans q WHERE q.project_id = s.project_id AND q.status IN ('open', 'approved', 'dismissed')
                          AND (q.snapshot_id = s.id OR q.base_sha256 = s.package_sha256))
       AND NOT EXISTS (SELECT FROM runs r WHERE r.project_id = s.project_id AND r.status IN ('queued', 'running')
                          AND (r.snapshot_id = s.id OR r.version = s.version))
       FOR UPDATE OF s`.execute(trx);
  const ids = removable.map(({ id }) => id);
  const { rows } = await sql<{ key: string }>`
    SELECT DISTINCT object_key AS key FROM snapshot_files WHERE snapshot_id = ANY(${ids}::bigint[])`.execute(
    trx,
  );
  await sql`DELETE FROM snapshots WHERE id = ANY(${ids}::bigint[])`.execute(trx);
  return { snapshots: ids.length, keys: rows.map(({ key }) => key) };
}

/** How long a project keeps its snapshots. */
export function findRetention(
  db: Db,
  projectId: number,
): Promise<{ days: number; count: number } | undefined> {
  return db
    .selectFrom('projects')
    .select(['retention as days', 'retention_count as count'])
    .where('id', '=', projectId)
    .executeTakeFirst();
}
