import type { VaultSchemas } from '@cairn/contracts';
import type { Job } from '@cairn/jobs';
import type { Actor } from '@cairn/service';
import type { Version } from '../versions/types.ts';
import { isRequestedBy } from './requester.ts';
import { summarizeJob } from './summarize-job.ts';

export function toJobBody(job: Job, version: Version | null, actor: Actor): VaultSchemas['Job'] {
  const { title } = job.payload as { title?: unknown };
  const isOwn = isRequestedBy(job, actor);
  // A title or an error may name a dataset that only the requester may see, such as a new one or the one to clip by.
  const errors = isOwn ? job.errors : [];
  const words = isOwn ? summarizeJob(job) : null;
  const error = job.status === 'failed' ? errors.at(-1)?.message : words?.error;
  return {
    id: String(job.id),
    kind: job.kind,
    status: job.status,
    progress: job.progress,
    created_at: job.createdAt.toISOString(),
    may_cancel: isOwn && job.finishedAt === null,
    ...(isOwn && typeof title === 'string' ? { title } : {}),
    ...(words ? { summary: words.summary, page: words.page } : {}),
    ...(job.stage ? { stage: job.stage } : {}),
    ...(error ? { error } : {}),
    ...(errors.length > 0 ? { errors: errors.map(({ message }) => message) } : {}),
    ...(isOwn && job.status === 'succeeded' ? { result: job.result as Record<string, unknown> } : {}),
    ...(version ? { dataset: version.dataset, version_id: version.id } : {}),
    ...(job.startedAt ? { started_at: job.startedAt.toISOString() } : {}),
    ...(job.finishedAt ? { finished_at: job.finishedAt.toISOString() } : {}),
  };
}
