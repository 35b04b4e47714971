import type { VaultSchemas } from '@cairn/contracts';
import { toJobBody } from '@cairn/jobs';
import type { Job, Jobs } from '@cairn/jobs';
import { AppError, conflict, respond } from '@cairn/service';
import type { Actor, Call, Reply } from '@cairn/service';
import { summarizeJob } from './summarize-job.ts';

/**
 * The response of an operation that a worker runs: the job at once (202) when the client sent `Prefer: respond-async` (RFC 7240),
 * else the result of the job when it has finished. A client that disconnects ends the waiting, not the job.
 * @throws {AppError} the error of a failed job, conflict for a cancelled one.
 */
export async function respondWithJob<Body>(
  jobs: Jobs,
  job: Job,
  { actor, call }: { actor: Actor; call: Pick<Call, 'request' | 'signal'> },
): Promise<Body | Reply<202, VaultSchemas['Job']>> {
  if (/\brespond-async\b/i.test(String(call.request.headers.prefer ?? ''))) {
    return respond(202, toJobBody(job, actor, summarizeJob), { 'Preference-Applied': 'respond-async' });
  }
  const finished = await jobs.finished(job.id, { signal: call.signal });
  if (finished?.status === 'succeeded') return finished.result as Body;
  if (!finished || finished.status === 'cancelled') {
    throw conflict('vault.job_cancelled', 'The job was cancelled. Nothing was changed.');
  }
  const failure = finished.errors.at(-1);
  throw new AppError({
    kind: failure?.kind ?? 'internal',
    code: failure?.code ?? 'vault.job_failed',
    message: failure?.message ?? 'The job failed.',
  });
}
