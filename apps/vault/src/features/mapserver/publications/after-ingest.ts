import type { VaultSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Commit } from '../../versions/types.ts';
import type { Publications } from './service.ts';
import type { PublishSettings } from './types.ts';

export type MapServerResult = VaultSchemas['MapServerResult'];

interface Ingested {
  versionId: number;
  settings: PublishSettings | null;
  /** Runs the transaction that queues the job; a job's own runs it once. */
  commit?: Commit;
}

/**
 * Queues the publication that came with an upload or import; the part of the response about it. What is wrong with the map server
 * does not undo the version.
 */
export async function publishIngested(
  publications: Publications,
  actor: Actor,
  { versionId, settings, commit }: Ingested,
): Promise<{ mapserver?: MapServerResult }> {
  if (!settings) return {};
  try {
    const { jobId, publicationId } = await publications.publishVersion(actor, {
      versionId,
      settings,
      commit,
    });
    const wait = settings.immediate ? {} : { status: 'queued' as const };
    return { mapserver: { success: true, job_id: String(jobId), publication_id: publicationId, ...wait } };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'internal') throw error;
    return { mapserver: { success: false, error: `${error.message} The version was created.` } };
  }
}

/**
 * Waits for the publication, unless its request said not to. A client that disconnects ends the waiting only. Jobs do not wait for
 * each other, so this is for responses.
 */
export async function awaitPublication<Result extends { mapserver?: MapServerResult }>(
  jobs: Jobs,
  result: Result,
  signal: AbortSignal,
): Promise<Result> {
  const { mapserver } = result;
  if (mapserver?.job_id === undefined || mapserver.status !== undefined) return result;
  const job = await jobs.finished(Number(mapserver.job_id), { signal });
  if (!job) return result;
  const { status } = job;
  const error =
    status === 'succeeded' ? undefined : (job.errors.at(-1)?.message ?? 'The publication was cancelled.');
  const outcome = error === undefined ? { success: true } : { success: false, error };
  return { ...result, mapserver: { ...mapserver, ...outcome, status } };
}
