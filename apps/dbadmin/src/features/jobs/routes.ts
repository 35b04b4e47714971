import { once } from 'node:events';
import type { DbadminOperations } from '@cairn/contracts';
import type { Job, JobFilter, JobStatus, Jobs } from '@cairn/jobs';
import { conflict, forbidden, notFound, streaming } from '@cairn/service';
import type { AccessGuard, Actor, Handlers } from '@cairn/service';
import type { Platform } from '../connections/platform.ts';
import type { ServerVisibility } from '../servers/visibility.ts';
import { toJobBody } from './mapper.ts';
import type { JobRights } from './mapper.ts';

type Query = NonNullable<DbadminOperations['listJobs']['parameters']['query']>;

const DEFAULT_LIMIT = 100;
/** Jobs that are read at once, however many were asked for. */
const PAGE = 200;
const STATUSES: JobStatus[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
const MANAGES = { resourceType: 'service', resourceKey: 'dbadmin', permission: 'admin' } as const;

export function jobRoutes({
  jobs,
  guard,
  platform,
  visibility,
}: {
  jobs: Jobs;
  guard: AccessGuard;
  platform: Platform;
  visibility: ServerVisibility;
}): Handlers<DbadminOperations, 'listJobs' | 'getJob' | 'cancelJob'> {
  async function required(id: string): Promise<Job> {
    const job = /^[1-9]\d{0,14}$/.test(id) ? await jobs.get(Number(id)) : undefined;
    if (!job) throw notFound('dbadmin.no_such_job', `There is no job ${id}.`);
    return job;
  }
  const manages = (actor: Actor) => guard.allows(actor, MANAGES);
  async function rightsOf(actor: Actor): Promise<JobRights> {
    const [seesServers, mayCancelAll, closedConnections] = await Promise.all([
      visibility.seesServers(actor),
      manages(actor),
      actor.isAdmin ? new Set<number>() : platform.findOwnConnections(),
    ]);
    return { seesServers, mayCancelAll, closedConnections };
  }

  return {
    // There may be any number: they are written as they are read.
    listJobs: streaming(async ({ res, input, actor }) => {
      const rights = await rightsOf(actor);
      const filter = filterOf(input.query, actor);
      let left = limitOf(input.query.limit);
      let page = await jobs.list({ ...filter, limit: Math.min(left, PAGE) });
      res.status(200).type('application/json; charset=utf-8');
      res.write('[');
      for (let first = true; page.length > 0; first = false) {
        const texts = page.map((job) => JSON.stringify(toJobBody(job, actor, rights)));
        const isFull = !res.write((first ? '' : ',') + texts.join(','));
        left -= page.length;
        if (left <= 0 || page.length < PAGE || res.destroyed) break;
        if (isFull) await Promise.race([once(res, 'drain'), once(res, 'close')]);
        page = await jobs.list({ ...filter, before: page.at(-1)!.id, limit: Math.min(left, PAGE) });
      }
      res.end(']');
    }),

    async getJob({ path }, actor) {
      return toJobBody(await required(path.id), actor, await rightsOf(actor));
    },

    async cancelJob({ path, query }, actor) {
      const job = await required(path.id);
      const mayCancelAll = await manages(actor);
      if (!mayCancelAll && job.requestedBy !== String(actor.id)) {
        throw forbidden(
          'dbadmin.not_your_job',
          'Another user asked for this job. They or an administrator of the databases can cancel it.',
        );
      }
      const mayStop = query.stop === 'true';
      const after = (await jobs.cancel(job.id, { onlyQueued: !mayStop })) ?? job;
      if (after.status === 'queued' || (after.status === 'running' && !mayStop)) {
        throw conflict(
          'dbadmin.job_running',
          'The job is already running and was not cancelled. Add stop=true to stop it.',
        );
      }
      if (after.status === 'succeeded' || after.status === 'failed') {
        throw conflict('dbadmin.job_over', `The job is over (${after.status}); there is nothing to cancel.`);
      }
      return toJobBody(after, actor, await rightsOf(actor));
    },
  };
}

/** 100 unless it is a positive number. */
function limitOf(text: string | undefined): number {
  const limit = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return limit > 0 ? limit : DEFAULT_LIMIT;
}

function filterOf(query: Query, actor: Actor): JobFilter {
  const number = (text: string | undefined) =>
    /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined;
  const before = number(query.before);
  const connectionId = number(query.connection_id);
  const databaseId = number(query.database_id);
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
