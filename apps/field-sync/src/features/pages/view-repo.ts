import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { PLAN_DISMISSED, PLAN_NEEDED } from '../runs/close-repo.ts';
import type { GroupRow, UserRow } from './accounts-pages.ts';
import type { DatabaseRow } from './databases-page.ts';
import type { ServerRow } from './servers-page.ts';
import type { DaemonView } from './settings/frequency-tab.ts';
import type { TargetRow } from './types.ts';
import type { RunRow, StoredProject } from './types.ts';

const DAEMON_COLUMNS = [
  'id',
  'sync_admins as syncAdmins',
  'skip_init as skipInit',
  'force_init as forceInit',
  'single_run as singleRun',
  'sleep_time as sleepTime',
  'retention',
  'retention_count as retentionCount',
  'history_days as historyDays',
  'max_delete_percent as maxDeletePercent',
  'files',
] as const;

/** A subquery of a list as an array of JSON, empty where there is nothing. */
const projectNames = (column: string, id: string) =>
  sql<
    string[]
  >`ARRAY(SELECT p.name FROM projects p WHERE p.${sql.ref(column)} = ${sql.ref(id)} ORDER BY p.name)`;

/** The projects, by name; those of one owner, or one project. */
export async function findProjects(
  db: Db,
  { ids, ownerId }: { ids?: number[]; ownerId?: number } = {},
): Promise<StoredProject[]> {
  return db
    .selectFrom('projects as p')
    .innerJoin('servers as s', 's.id', 'p.server_id')
    .innerJoin('database_links as l', 'l.id', 'p.pglink_id')
    .select([
      'p.id',
      'p.uuid',
      'p.name',
      's.id as serverId',
      's.name as serverName',
      's.type as serverType',
      'p.project_id as projectId',
      'p.provider_id as providerId',
      'p.geopackage',
      'l.id as pglinkId',
      'l.name as pglinkName',
      'p.schema',
      'p.owner_id as ownerId',
      'p.sync_admins as syncAdmins',
      'p.applied_at as appliedAt',
    ])
    .select([
      sql<boolean>`s.sign_in_problem IS NOT NULL`.as('isLoginRefused'),
      sql<
        number[]
      >`ARRAY(SELECT t.file_target_id FROM project_file_targets t WHERE t.project_id = p.id ORDER BY 1)`.as(
        'rsyncIds',
      ),
      sql<number>`(SELECT count(*) FROM plans WHERE plans.project_id = p.id AND plans.status = 'open')::int`.as(
        'openPlans',
      ),
      sql<boolean>`p.paused_code IS NOT DISTINCT FROM ${PLAN_NEEDED}`.as('waitsForApproval'),
      sql<boolean>`p.paused_code IS NOT DISTINCT FROM ${PLAN_DISMISSED}`.as('wasDismissed'),
    ])
    .$if(ids !== undefined, (query) => query.where('p.id', 'in', ids ?? []))
    .$if(ownerId !== undefined, (query) => query.where('p.owner_id', '=', ownerId ?? null))
    .orderBy('p.name')
    .execute();
}

/** The newest runs of a project. */
export async function findRuns(db: Db, projectId: number, limit: number): Promise<RunRow[]> {
  return db
    .selectFrom('runs')
    .select([
      'id',
      'kind',
      'status',
      'stage',
      'version',
      'bytes_fetched as bytesFetched',
      'bytes_total as bytesTotal',
      'package_source as packageSource',
      'inserted',
      'updated',
      'deleted',
      'conflicts',
      'held',
      'error',
      'warnings',
      'lag_ms as lagMs',
      'created_at as createdAt',
      'started_at as startedAt',
      'finished_at as finishedAt',
    ])
    .select([
      sql<number | null>`(SELECT j.progress FROM jobs j WHERE j.id = runs.job_id)`.as('progress'),
      sql<string | null>`(SELECT j.stage FROM jobs j WHERE j.id = runs.job_id)`.as('doing'),
    ])
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findDaemon(db: Db, projectId: number): Promise<DaemonView | undefined> {
  return db.selectFrom('projects').select(DAEMON_COLUMNS).where('id', '=', projectId).executeTakeFirst();
}

export async function findServers(db: Db): Promise<ServerRow[]> {
  return db
    .selectFrom('servers as s')
    .select([
      's.id',
      's.name',
      's.type',
      's.detected_type as detectedType',
      's.url',
      's.username',
      's.owner_id as ownerId',
      's.polled_at as polledAt',
      's.sign_in_problem as signInProblem',
      's.problem',
      's.retry_at as retryAt',
      projectNames('server_id', 's.id').as('projects'),
    ])
    .orderBy('s.name')
    .execute();
}

export async function findDatabaseLinks(db: Db): Promise<DatabaseRow[]> {
  return db
    .selectFrom('database_links as l')
    .select([
      'l.id',
      'l.name',
      'l.host',
      'l.port',
      'l.username',
      'l.dbname',
      'l.sslmode',
      'l.owner_id as ownerId',
      projectNames('pglink_id', 'l.id').as('projects'),
    ])
    .orderBy('l.name')
    .execute();
}

export async function findFileTargets(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('file_targets').select(['id', 'name']).orderBy('name').execute();
}

export async function findDaemons(db: Db): Promise<(DaemonView & { name: string })[]> {
  return db.selectFrom('projects').select(DAEMON_COLUMNS).select('name').orderBy('name').execute();
}

export async function findTargets(db: Db): Promise<TargetRow[]> {
  return db
    .selectFrom('file_targets as t')
    .select([
      't.id',
      't.name',
      't.sync_type as syncType',
      't.host',
      't.port',
      't.username',
      't.folder',
      't.usr_grp as usrGrp',
      't.local_project_id as localProjectId',
      't.owner_id as ownerId',
      't.host_key as hostKey',
      't.offered_host_key as offeredHostKey',
    ])
    .select(
      sql<string[]>`ARRAY(SELECT p.name FROM projects p JOIN project_file_targets f ON f.project_id = p.id
        WHERE f.file_target_id = t.id ORDER BY p.name)`.as('projects'),
    )
    .orderBy('t.name')
    .execute();
}

export async function findExcludes(
  db: Db,
  id: number,
): Promise<{ id: number; name: string; excludes: string } | undefined> {
  return db
    .selectFrom('file_targets')
    .select(['id', 'name', 'excludes'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findUsers(db: Db): Promise<UserRow[]> {
  return db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.name',
      'u.email',
      'u.accesslevel',
      'u.is_super_admin as isSuperAdmin',
      'u.owner_id as ownerId',
    ])
    .select(
      sql<number[]>`ARRAY(SELECT g.group_id FROM group_users g WHERE g.user_id = u.id ORDER BY 1)`.as(
        'groupIds',
      ),
    )
    .orderBy('u.name')
    .execute();
}

export async function findGroups(db: Db): Promise<GroupRow[]> {
  return db
    .selectFrom('groups as g')
    .select(['g.id', 'g.name', 'g.owner_id as ownerId'])
    .select([
      sql<
        { id: number; name: string }[]
      >`(SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY p.name), '[]')
        FROM group_projects x JOIN projects p ON p.id = x.project_id WHERE x.group_id = g.id)`.as('projects'),
      sql<number[]>`ARRAY(SELECT x.user_id FROM group_users x WHERE x.group_id = g.id ORDER BY 1)`.as(
        'userIds',
      ),
    ])
    .orderBy('g.name')
    .execute();
}
