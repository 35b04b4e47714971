import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { ListedProject, Project, ProjectFields } from './types.ts';

const COLUMNS = [
  'p.id',
  'p.uuid',
  'p.name',
  'p.server_id as serverId',
  'p.project_id as providerProject',
  'p.geopackage',
  'p.pglink_id as databaseLinkId',
  'p.schema',
  'p.owner_id as ownerId',
] as const;

/** By name. */
export function listProjects(db: Db): Promise<ListedProject[]> {
  return selectProjects(db)
    .innerJoin('servers as s', 's.id', 'p.server_id')
    .innerJoin('database_links as l', 'l.id', 'p.pglink_id')
    .select(['s.name as serverName', 'l.name as databaseName'])
    .select(sql<ListedProject['serverType']>`coalesce(s.detected_type, s.type)`.as('serverType'))
    .select(['p.started as isStarted', 'p.enabled as isEnabled', 'p.applied_version as appliedVersion'])
    .select(['p.applied_at as appliedAt', 'p.behind_since as behindSince'])
    .select(['p.paused_reason as pausedReason', 'p.problem'])
    .orderBy(sql`lower(p.name)`)
    .execute();
}

export function findProject(db: Db, id: number): Promise<Project | undefined> {
  return selectProjects(db).where('p.id', '=', id).executeTakeFirst();
}

/** Until the end of the transaction nobody else changes it, and no run of it begins. */
export async function lockProject(trx: Db, id: number): Promise<Project | undefined> {
  await trx.selectFrom('projects').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return findProject(trx, id);
}

export async function insertProject(trx: Db, fields: ProjectFields, ownerId: number | null): Promise<number> {
  const { id } = await trx
    .insertInto('projects')
    .values({ ...toColumns(fields), owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateProject(trx: Db, id: number, fields: ProjectFields): Promise<void> {
  const values = { ...toColumns(fields), updated_at: new Date() };
  await trx.updateTable('projects').set(values).where('id', '=', id).execute();
}

/** Forgets the version that was seen, and why nothing was written, so that the next poll begins a run. */
export async function forgetVersions(
  trx: Db,
  id: number,
  { isOtherProject, isOtherPlace }: { isOtherProject: boolean; isOtherPlace: boolean },
): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ applied_version: null, behind_since: null, due_at: null })
    .set({ paused_code: null, paused_reason: null, problem: null, failures: 0, retry_at: null })
    .$if(isOtherProject, (query) =>
      query.set({ provider_id: null, provider_version: null, provider_version_at: null }),
    )
    .$if(isOtherPlace, (query) => query.set({ applied_seq: 0, applied_at: null, applied_snapshot_id: null }))
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('plans')
    .set({ status: 'superseded' })
    .where('project_id', '=', id)
    .where('status', 'in', ['open', 'approved', 'dismissed'])
    .execute();
}

export async function replaceFileTargets(trx: Db, id: number, targetIds: number[]): Promise<void> {
  await trx.deleteFrom('project_file_targets').where('project_id', '=', id).execute();
  if (targetIds.length === 0) return;
  const rows = targetIds.map((file_target_id) => ({ project_id: id, file_target_id }));
  await trx.insertInto('project_file_targets').values(rows).execute();
}

/** With it go its runs, snapshots, plans and log lines; files that nothing names any more are deleted later. */
export async function deleteProject(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('projects').where('id', '=', id).execute();
}

/** The job of the open run, null for a run without one; undefined without an open run. */
export async function findOpenRunJob(trx: Db, projectId: number): Promise<number | null | undefined> {
  const run = await trx
    .selectFrom('runs')
    .select('job_id')
    .where('project_id', '=', projectId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return run?.job_id;
}

/** Names of the other projects that write to the same schema of the same database, also through another link. */
export async function listNeighbours(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT other.name
      FROM projects p JOIN database_links l ON l.id = p.pglink_id
      JOIN projects other ON other.schema = p.schema AND other.id <> p.id
      JOIN database_links ol ON ol.id = other.pglink_id
     WHERE p.id = ${projectId} AND lower(ol.host) = lower(l.host) AND ol.port = l.port AND ol.dbname = l.dbname
     ORDER BY lower(other.name)`.execute(db);
  return rows.map(({ name }) => name);
}

/** Those of the ids that are file targets. */
export async function findFileTargets(db: Db, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('file_targets').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** Ids of the projects that a person owns, reads through a group, or is named by as one of their administrators. */
export async function findReadableIds(
  db: Db,
  { userId, email }: { userId: number | null; email: string | null },
): Promise<number[]> {
  const rows = await db
    .selectFrom('projects as p')
    .select('p.id')
    .where((where) =>
      where.or([
        where('p.owner_id', '=', userId),
        where.exists(
          where
            .selectFrom('group_projects as x')
            .innerJoin('group_users as y', 'y.group_id', 'x.group_id')
            .select('x.project_id')
            .whereRef('x.project_id', '=', 'p.id')
            .where('y.user_id', '=', userId),
        ),
        sql<boolean>`EXISTS (SELECT FROM unnest(p.sync_admins) AS named (person)
          WHERE person = ${userId}::text OR lower(person) = lower(${email}))`,
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

function selectProjects(db: Db) {
  return db.selectFrom('projects as p').select(COLUMNS).select(fileTargetIds);
}

const fileTargetIds = sql<number[]>`ARRAY(
  SELECT t.file_target_id FROM project_file_targets AS t WHERE t.project_id = p.id ORDER BY 1)`.as(
  'fileTargetIds',
);

function toColumns(fields: ProjectFields) {
  return {
    name: fields.name,
    server_id: fields.serverId,
    project_id: fields.providerProject,
    geopackage: fields.geopackage,
    pglink_id: fields.databaseLinkId,
    schema: fields.schema,
  };
}
