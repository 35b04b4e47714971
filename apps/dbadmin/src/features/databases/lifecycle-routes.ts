import type { DbadminOperations } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { DatabaseJobs, Queued } from './job-requests.ts';

export function lifecycleRoutes({
  databaseJobs,
}: {
  databaseJobs: DatabaseJobs;
}): Handlers<DbadminOperations, 'createDatabase' | 'cloneDatabase' | 'deleteDatabase'> {
  return {
    async createDatabase({ body }, actor, call) {
      const { connection_id: connectionId, name, purpose = '', enable_spatialdb: spatial = false } = body;
      const asked = { connectionId, name, purpose, spatial };
      return respond(202, toQueuedBody(await databaseJobs.create(asked, auditContext(actor, call))));
    },
    async cloneDatabase({ path, body }, actor, call) {
      const asked = { name: body.name, purpose: body.purpose ?? '' };
      return respond(202, toQueuedBody(await databaseJobs.clone(path.id, asked, auditContext(actor, call))));
    },
    async deleteDatabase({ path, body }, actor, call) {
      const jobId = await databaseJobs.remove(path.id, body.confirm_name ?? '', auditContext(actor, call));
      return respond(202, { job_id: String(jobId) });
    },
  };
}

export function toQueuedBody({ databaseId, jobId }: Queued) {
  return { database_id: databaseId, job_id: String(jobId) };
}
