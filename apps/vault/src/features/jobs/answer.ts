import type { VaultSchemas } from '@cairn/contracts';
import type { Job, Jobs } from '@cairn/jobs';
import { AppError, conflict, respond } from '@cairn/service';
import type { Actor, Call, Reply } from '@cairn/service';
import { toJobBody } from './mapper.ts';

/**
 * Answers for an operation that a worker carries out: with the job at once (202) when the client sent
 * `Prefer: respond-async` (RFC 7240), else with what the job returned, once it has ended. A client that leaves ends
 * the waiting, not the job. What failed the job is thrown again as it was.
 */
export async function answerWithJob<Body>(
  jobs: Jobs,
  job: Job,
  { actor, call }: { actor: Actor; call: Pick<Call, 'request' | 'signal'> },
): Promise<Body | Reply<202, VaultSchemas['Job']>> {
  if (/\brespond-async\b/i.test(String(call.request.headers.prefer ?? ''))) {
    return respond(202, toJobBody(job, null, actor), { 'Preference-Applied': 'respond-async' });
  }
  const ended = await jobs.finished(job.id, { signal: call.signal });
  if (ended?.status === 'succeeded') return ended.result as Body;
  if (!ended || ended.status === 'cancelled') {
    throw conflict('vault.job_cancelled', 'The work was cancelled; nothing was changed.');
  }
  const failure = ended.errors.at(-1);
  throw new AppError({
    kind: failure?.kind ?? 'internal',
    code: failure?.code ?? 'vault.job_failed',
    message: failure?.message ?? 'The work failed.',
  });
}
