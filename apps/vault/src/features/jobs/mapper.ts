import type { VaultSchemas } from '@cairn/contracts';
import type { Job } from '@cairn/jobs';
import type { Version } from '../versions/types.ts';

export function toJobBody(job: Job, version: Version | null): VaultSchemas['Job'] {
  const error = job.status === 'failed' ? job.errors.at(-1)?.message : undefined;
  return {
    id: String(job.id),
    kind: job.kind,
    status: job.status,
    progress: job.progress,
    created_at: job.createdAt.toISOString(),
    ...(job.stage ? { stage: job.stage } : {}),
    ...(error ? { error } : {}),
    ...(version ? { dataset: version.dataset, version_id: version.id } : {}),
    ...(job.finishedAt ? { finished_at: job.finishedAt.toISOString() } : {}),
  };
}
