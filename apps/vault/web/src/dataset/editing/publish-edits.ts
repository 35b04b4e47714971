import { ApiError, quietJob, t, unwrap } from '@cairn/ui';
import { vault } from '../../client.ts';

export interface PublishProgress {
  /** 0 to 100. */
  percent: number;
  stage: string;
}

const POLL_INTERVAL_MS = 700;

/** Publishes the draft as a version, reports progress, and returns the number of the version. */
export async function publishEdits(
  dataset: string,
  comment: string,
  { onStart, onProgress }: { onStart: () => void; onProgress: (progress: PublishProgress) => void },
): Promise<number> {
  const started = await unwrap(
    vault.POST('/datasets/{name}/edits/seal', {
      params: { path: { name: dataset } },
      body: comment === '' ? {} : { label: comment },
      headers: { Prefer: 'respond-async' },
    }),
  );
  if (!('kind' in started)) return started.new_version;
  quietJob({ service: 'vault', id: started.id });
  onStart();
  for (let job = started; ; job = await getJob(started.id)) {
    // Another user may have started it first; then only they see its result.
    if (job.status === 'succeeded') return Number(job.result?.new_version ?? (await latestVersion(dataset)));
    if (job.status === 'failed' || job.status === 'cancelled') {
      throw new ApiError({ status: 409, message: job.error ?? t('editing.notSaved') });
    }
    onProgress({ percent: job.progress, stage: job.stage ?? t('editing.saving') });
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

async function latestVersion(dataset: string): Promise<number> {
  const { versions } = await unwrap(
    vault.GET('/datasets/{name}/versions', { params: { path: { name: dataset } } }),
  );
  return versions.find(({ latest }) => latest)?.version ?? 1;
}

function getJob(id: string) {
  return unwrap(vault.GET('/api/jobs/{id}', { params: { path: { id } } }));
}
