import { JobPostponedError } from '@cairn/jobs';
import type { JobContext } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import { writeLog } from '../runs/log-repo.ts';
import { noPublisher, PUBLISHING } from './errors.ts';
import { findPublication, findPublishedProject, saveFailure } from './publication-repo.ts';
import { publishProject } from './publish-project.ts';
import type { PublishDeps } from './publish-project.ts';
import type { Publisher } from './types.ts';

export const PUBLISH_JOB = 'field_sync.publish';

/** While someone else publishes the same project. */
const BUSY_MS = 5_000;

/** Attempts of a publication that is tried again, after which administrators hear of it. */
const MANY_ATTEMPTS = 5;
const UNEXPECTED = {
  kind: 'internal',
  code: 'field_sync.unexpected',
  message: 'An unexpected error. It is tried again; if it keeps failing, see the log of the worker.',
};

/** Publishes what a project has applied, unless that is published already. The job may run again at any point. */
export function publishJob({ publisher, ...deps }: PublishDeps & { publisher: Publisher | null }) {
  return async function publish(
    { project_id: projectId }: { project_id: number },
    { signal, attempt, job }: Pick<JobContext, 'signal' | 'attempt' | 'job'>,
  ): Promise<{ project_id: number; seq: number | null }> {
    const project = await findPublishedProject(deps.db, projectId);
    const publication = project && (await findPublication(deps.db, projectId));
    if (!project || !publication || publication.seq === project.seq)
      return { project_id: projectId, seq: publication?.seq ?? null };
    if (!publisher) throw noPublisher();
    const line = (level: 'info' | 'error', message: string) => [{ projectId, level, message }];
    try {
      const { seq } = await publishProject({ ...deps, publisher }, project, {
        signal,
        record: (trx) => writeLog(trx, line('info', 'Published the new version on the web.')),
      });
      return { project_id: projectId, seq };
    } catch (error) {
      signal.throwIfAborted();
      const { kind, code, message } = error instanceof AppError ? error : UNEXPECTED;
      if (code === PUBLISHING) throw new JobPostponedError(BUSY_MS);
      const isAgain = ['bad_gateway', 'unavailable', 'internal'].includes(kind);
      if (!isAgain || attempt >= MANY_ATTEMPTS) await saveFailure(deps.db, project, message);
      if (!isAgain || attempt >= job.maxAttempts)
        await writeLog(deps.db, line('error', `Publishing failed: ${message}`));
      throw error;
    }
  };
}
