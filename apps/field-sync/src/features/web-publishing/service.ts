import type { Jobs } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { requireId } from '../actions/read-fields.ts';
import { recordAudit } from '../audit/repo.ts';
import { noSuchProject } from '../projects/errors.ts';
import { noPublisher } from './errors.ts';
import { findPublication, findPublishedProject, saveFailure } from './publication-repo.ts';
import { PUBLISH_JOB } from './publish-job.ts';
import { publishProject } from './publish-project.ts';
import type { PublishDeps } from './publish-project.ts';
import type { Publication, Publisher } from './types.ts';

/** Attempts while the publisher is unreachable, with pauses that double up to five minutes: three hours. */
const MAX_ATTEMPTS = 40;

interface PublishingDeps extends PublishDeps {
  jobs: Pick<Jobs, 'enqueue'>;
  /** Null where none is configured. */
  publisher: Publisher | null;
}

export type PublishingService = ReturnType<typeof createPublishingService>;

/** Projects on the web: when someone asks for it, and then after each applied run. */
export function createPublishingService(deps: PublishingDeps) {
  const { db, jobs, publisher } = deps;
  return {
    /** @throws {AppError} not_found, conflict, unprocessable, bad_gateway; see `publishProject` */
    async publish(form: { id?: string }, cause: AuditContext): Promise<Publication & { name: string }> {
      const id = requireId('id', form.id);
      const project = await findPublishedProject(db, id);
      if (!project) throw noSuchProject(id);
      if (!publisher) throw noPublisher();
      const publication = await publishProject({ ...deps, publisher }, project, {
        signal: new AbortController().signal,
        record: (trx) =>
          recordAudit(trx, {
            ...{ event: 'project.published', cause, objectId: id, subject: project.name },
            details: { seq: project.seq },
          }),
      }).catch(async (error: unknown) => {
        // A conflict is not a failure: it says what has to be done first.
        if (error instanceof AppError && error.kind !== 'conflict')
          await saveFailure(db, project, error.message);
        throw error;
      });
      return { ...publication, name: project.name };
    },

    /** Asks for the next publication of a project that was published, in the transaction that closes its run. */
    async onApplied(trx: Db, { projectId, runId }: { projectId: number; runId: number }): Promise<void> {
      if (!publisher || !(await findPublication(trx, projectId))) return;
      await jobs.enqueue(trx, {
        kind: PUBLISH_JOB,
        payload: { project_id: projectId },
        idempotencyKey: `run ${runId}`,
        maxAttempts: MAX_ATTEMPTS,
        requestedBy: `publisher:${projectId}`,
      });
    },
  };
}
