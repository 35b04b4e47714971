import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { BundleFile, PreviousPublication, Publication, PublishedProject } from './types.ts';

export async function findPublishedProject(db: Db, id: number): Promise<PublishedProject | null> {
  const row = await db
    .selectFrom('projects as p')
    .leftJoin('snapshots as s', 's.id', 'p.applied_snapshot_id')
    .select(['p.id', 'p.uuid', 'p.name', 'p.geopackage', 'p.applied_seq as seq'])
    .select(['s.id as snapshotId', 's.version', 's.created_at as createdAt'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { snapshotId, version, createdAt, ...project } = row;
  const isKept = snapshotId !== null && version !== null && createdAt !== null;
  return { ...project, snapshot: isKept ? { id: snapshotId, version, createdAt } : null };
}

/** The files of a snapshot, by path. */
export function listBundleFiles(db: Db, snapshotId: number): Promise<BundleFile[]> {
  return db
    .selectFrom('snapshot_files as f')
    .innerJoin('objects as o', 'o.key', 'f.object_key')
    .select(['f.path', 'o.key', 'o.size', 'o.sha256'])
    .where('f.snapshot_id', '=', snapshotId)
    .orderBy('f.path')
    .execute();
}

/** What the publisher has of a project; null before its first publication. */
export async function findPublication(db: Db, projectId: number): Promise<Publication | null> {
  const row = await db
    .selectFrom('publications')
    .select(['publisher_id as id', 'viewer_url as viewerUrl', 'seq', 'published_at as publishedAt'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  if (!row || row.id === null || row.viewerUrl === null || row.seq === null || row.publishedAt === null)
    return null;
  return { id: row.id, viewerUrl: row.viewerUrl, seq: row.seq, publishedAt: row.publishedAt };
}

/** Makes the caller the only one who publishes a project for a while; null while someone else does. */
export async function claimPublication(
  db: Db,
  { id, seq }: Pick<PublishedProject, 'id' | 'seq'>,
  leaseMs: number,
): Promise<(PreviousPublication & { attempt: string }) | null> {
  const attempt = randomUUID();
  const { rows } = await sql<{ publisherId: string | null; firstSeq: number }>`
    INSERT INTO publications AS p (project_id, first_seq, attempt, lease_until)
    VALUES (${id}, ${seq}, ${attempt}, now() + ${leaseMs} * interval '1 millisecond')
    ON CONFLICT (project_id) DO UPDATE SET attempt = excluded.attempt, lease_until = excluded.lease_until
      WHERE p.lease_until IS NULL OR p.lease_until < now()
    RETURNING publisher_id AS "publisherId", first_seq AS "firstSeq"`.execute(db);
  const [row] = rows;
  return row ? { attempt, id: row.publisherId, firstSeq: row.firstSeq } : null;
}

/** Stores what the publisher answered, also when another process has the row: the project exists there. */
export async function savePublication(
  trx: Db,
  projectId: number,
  { id, viewerUrl, seq }: Pick<Publication, 'id' | 'viewerUrl' | 'seq'>,
): Promise<Date> {
  const { published_at: publishedAt } = await trx
    .updateTable('publications')
    .set({
      ...{ publisher_id: id, viewer_url: viewerUrl, seq, published_at: sql<Date>`clock_timestamp()` },
      error: null,
    })
    .where('project_id', '=', projectId)
    .returning('published_at')
    .executeTakeFirstOrThrow();
  return publishedAt!;
}

/** Why a publication failed, until one succeeds. */
export async function saveFailure(
  db: Db,
  { id, seq }: Pick<PublishedProject, 'id' | 'seq'>,
  error: string,
): Promise<void> {
  await db
    .insertInto('publications')
    .values({ project_id: id, first_seq: seq, error })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ error }))
    .execute();
}

export async function findFailure(db: Db, projectId: number): Promise<string | null> {
  const row = await db
    .selectFrom('publications')
    .select('error')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.error ?? null;
}

export async function releasePublication(db: Db, projectId: number, attempt: string): Promise<void> {
  await db
    .updateTable('publications')
    .set({ attempt: null, lease_until: null })
    .where('project_id', '=', projectId)
    .where('attempt', '=', attempt)
    .execute();
}
