import { sql } from 'kysely';
import type { Db, PackageSource } from '../../db/schema.ts';
import type { NewRun, Run, RunProject, RunStage } from './types.ts';

const OPEN = ['queued', 'running'] as const;

const RUN = [
  'id',
  'uuid',
  'project_id as projectId',
  'job_id as jobId',
  'kind',
  'status',
  'version',
  'requested_by as requestedBy',
] as const;

export function findOpenRun(db: Db, projectId: number): Promise<Run | undefined> {
  return db
    .selectFrom('runs')
    .select(RUN)
    .where('project_id', '=', projectId)
    .where('status', 'in', OPEN)
    .executeTakeFirst();
}

/** The run that a state row of a target names. */
export function findRunByUuid(db: Db, uuid: string): Promise<Run | undefined> {
  return db.selectFrom('runs').select(RUN).where('uuid', '=', uuid).executeTakeFirst();
}

/**
 * Inserts queued runs in one statement and returns their ids by project; leaves out those of projects that have an open run, and of
 * projects that were deleted or, unless a person asks for the run, stopped.
 */
export async function insertRuns(trx: Db, runs: NewRun[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; project_id: number }>`
    INSERT INTO runs (project_id, kind, status, version, base_version, requested_by)
    SELECT r.project_id, r.kind, 'queued', r.version, p.applied_version, r.requested_by
      FROM jsonb_to_recordset(${JSON.stringify(
        runs.map((run) => ({
          project_id: run.projectId,
          kind: run.kind,
          version: run.version,
          requested_by: run.requestedBy,
        })),
      )}::jsonb) AS r (project_id integer, kind text, version text, requested_by text)
      JOIN projects p ON p.id = r.project_id AND (p.started OR r.requested_by IS NOT NULL)
       FOR SHARE OF p
    ON CONFLICT (project_id) WHERE status IN ('queued', 'running') DO NOTHING
    RETURNING id, project_id`.execute(trx);
  return new Map(rows.map((row) => [row.project_id, row.id]));
}

export async function setJobs(trx: Db, jobs: { runId: number; jobId: number }[]): Promise<void> {
  await sql`
    UPDATE runs SET job_id = jobs.job_id
      FROM unnest(${jobs.map(({ runId }) => runId)}::bigint[], ${jobs.map(({ jobId }) => jobId)}::bigint[])
        AS jobs (run_id, job_id)
     WHERE runs.id = jobs.run_id`.execute(trx);
}

/** The worker that had a run last; null where none did. */
export async function findRunWorker(trx: Db, id: number): Promise<string | null> {
  const row = await trx.selectFrom('runs').select('worker').where('id', '=', id).executeTakeFirst();
  return row?.worker ?? null;
}

/** Marks an open run as that of a worker; undefined for one that has ended. */
export function claimRun(trx: Db, id: number, worker: { id: string; pid: number }): Promise<Run | undefined> {
  return trx
    .updateTable('runs')
    .set({
      status: 'running',
      stage: 'fetching',
      worker: worker.id,
      worker_pid: worker.pid,
      started_at: sql`coalesce(started_at, now())`,
    })
    .where('id', '=', id)
    .where('status', 'in', OPEN)
    .returning(RUN)
    .executeTakeFirst();
}

export async function pinRun(trx: Db, id: number, version: string): Promise<void> {
  await trx.updateTable('runs').set({ version }).where('id', '=', id).execute();
}

export async function enterStage(
  trx: Db,
  id: number,
  { stage, snapshotId }: { stage: RunStage; snapshotId?: number },
): Promise<void> {
  await trx
    .updateTable('runs')
    .set({ stage, ...(snapshotId === undefined ? {} : { snapshot_id: snapshotId }) })
    .where('id', '=', id)
    .execute();
}

/** Shown while the run fetches; not fenced, as nothing follows from it. */
export async function saveBytes(
  db: Db,
  run: { id: number; worker: string },
  bytes: { total: number; fetched: number },
): Promise<void> {
  await db
    .updateTable('runs')
    .set({ bytes_total: bytes.total, bytes_fetched: bytes.fetched })
    .where('id', '=', run.id)
    .where('worker', '=', run.worker)
    .where('status', '=', 'running')
    .execute();
}

/** An attempt that finds the package here says nothing of how an earlier one got it. */
export async function savePackageSource(db: Db, id: number, source: PackageSource): Promise<void> {
  await sql`
    UPDATE runs SET package_source = CASE WHEN ${source} = 'kept' THEN coalesce(package_source, 'kept') ELSE ${source} END
     WHERE id = ${id}`.execute(db);
}

export function findRunProject(db: Db, id: number): Promise<RunProject | undefined> {
  return db
    .selectFrom('projects')
    .select([
      'id',
      'uuid',
      'name',
      'server_id as serverId',
      'project_id as projectRef',
      'provider_id as providerId',
      'geopackage',
      'pglink_id as linkId',
      'schema',
      'started',
      'skip_init as skipInit',
      'force_init as forceInit',
      'max_delete_percent as maxDeletePercent',
      'files',
      'applied_seq as appliedSeq',
      'applied_version as appliedVersion',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function saveProviderId(db: Db, projectId: number, providerId: string): Promise<void> {
  await db.updateTable('projects').set({ provider_id: providerId }).where('id', '=', projectId).execute();
}

/** Whether a project is started, null for one that was deleted; that stays so until the end of the transaction. */
export async function isStarted(trx: Db, projectId: number): Promise<boolean | null> {
  const project = await trx
    .selectFrom('projects')
    .select('started')
    .where('id', '=', projectId)
    .forShare()
    .executeTakeFirst();
  return project?.started ?? null;
}

/** What the last poll saw. */
export async function findProviderVersion(db: Db, projectId: number): Promise<string | null> {
  const project = await db
    .selectFrom('projects')
    .select('provider_version')
    .where('id', '=', projectId)
    .executeTakeFirst();
  return project?.provider_version ?? null;
}
