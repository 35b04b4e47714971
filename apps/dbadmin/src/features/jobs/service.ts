import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import { requireJob } from '@cairn/jobs';
import type { JobFilter, JobStatus, Jobs } from '@cairn/jobs';
import { conflict, forbidden, parseId } from '@cairn/service';
import type { AccessGuard, Actor } from '@cairn/service';
import type { Platform } from '../connections/platform.ts';
import type { ServerVisibility } from '../servers/visibility.ts';
import { toJobBody } from './mapper.ts';
import type { JobRights } from './mapper.ts';

type Query = NonNullable<DbadminOperations['listJobs']['parameters']['query']>;
type Body = DbadminSchemas['Job'];

const DEFAULT_LIMIT = 100;
/** Jobs read at once, whatever the limit. */
const PAGE = 200;
const STATUSES: JobStatus[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
const ADMINISTERS = { resourceType: 'service', resourceKey: 'dbadmin', permission: 'admin' } as const;

/** Jobs as a caller may see and cancel them. */
export function createJobService({
  jobs,
  guard,
  platform,
  visibility,
}: {
  jobs: Jobs;
  guard: AccessGuard;
  platform: Platform;
  visibility: ServerVisibility;
}) {
  const find = (id: string) => requireJob({ jobs, service: 'dbadmin' }, id);

  async function rightsOf(actor: Actor): Promise<JobRights> {
    const [seesServers, mayCancelAll, closedConnections] = await Promise.all([
      visibility.seesServers(actor),
      guard.allows(actor, ADMINISTERS),
      actor.isAdmin ? new Set<number>() : platform.findOwnConnections(),
    ]);
    return { seesServers, mayCancelAll, closedConnections };
  }

  return {
    /** Newest first, in pages: there may be any number. */
    async *list(query: Query, actor: Actor): AsyncGenerator<Body[]> {
      const rights = await rightsOf(actor);
      const filter = filterOf(query, actor);
      let left = limitOf(query.limit);
      let page = await jobs.list({ ...filter, limit: Math.min(left, PAGE) });
      while (page.length > 0) {
        yield page.map((job) => toJobBody(job, actor, rights));
        left -= page.length;
        if (left <= 0 || page.length < PAGE) return;
        page = await jobs.list({ ...filter, before: page.at(-1)!.id, limit: Math.min(left, PAGE) });
      }
    },

    async get(id: string, actor: Actor): Promise<Body> {
      return toJobBody(await find(id), actor, await rightsOf(actor));
    },

    /** Cancels a queued job; with `mayStop` also a running one. @throws {AppError} conflict, forbidden */
    async cancel(id: string, { mayStop }: { mayStop: boolean }, actor: Actor): Promise<Body> {
      const job = await find(id);
      if (!(await guard.allows(actor, ADMINISTERS)) && job.requestedBy !== String(actor.id)) {
        throw forbidden(
          'dbadmin.not_your_job',
          'This job belongs to another user. They or an administrator of the databases can cancel it.',
        );
      }
      const after = (await jobs.cancel(job.id, { onlyQueued: !mayStop })) ?? job;
      if (after.status === 'queued' || (after.status === 'running' && !mayStop)) {
        throw conflict(
          'dbadmin.job_running',
          'The job is already running and was not cancelled. Add stop=true to stop it.',
        );
      }
      if (after.status === 'succeeded' || after.status === 'failed') {
        throw conflict('dbadmin.job_over', `The job has already ended (${after.status}).`);
      }
      return toJobBody(after, actor, await rightsOf(actor));
    },
  };
}

/** 100 unless the text is a positive number. */
function limitOf(text: string | undefined): number {
  const limit = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return limit > 0 ? limit : DEFAULT_LIMIT;
}

function filterOf(query: Query, actor: Actor): JobFilter {
  const before = parseId(query.before) ?? undefined;
  const connectionId = parseId(query.connection_id) ?? undefined;
  const databaseId = parseId(query.database_id) ?? undefined;
  const payload = {
    ...(connectionId === undefined ? {} : { connection_id: connectionId }),
    ...(databaseId === undefined ? {} : { database_id: databaseId }),
  };
  const status =
    query.status === 'active'
      ? (['queued', 'running'] as JobStatus[])
      : STATUSES.filter((each) => each === query.status);
  return {
    ...(before === undefined ? {} : { before }),
    ...(status.length > 0 ? { status } : {}),
    ...(query.kind ? { kind: query.kind } : {}),
    ...(query.mine === 'true' && actor.id !== null ? { requestedBy: actor.id } : {}),
    ...(Object.keys(payload).length > 0 ? { payload } : {}),
  };
}
