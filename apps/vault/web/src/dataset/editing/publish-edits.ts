import { ApiError, quietJob, t, unwrap } from '@cairn/ui';
import { vault } from '../../client.ts';

export interface PublishProgress {
  /** 0 to 100. */
  percent: number;
  stage: string;
}

const ASK_EVERY_MS = 700;

/** Publishes the draft as a version, reports progress, and returns the number of the version. */
export async function publishEdits(
  dataset: string,
  comment: string,
  { onStart, onProgress }: { onStart: () => void; onProgress: (progress: PublishProgress) => void },
): Promise<number> {
  const begun = await unwrap(
    vault.POST('/datasets/{name}/edits/seal', {
      params: { path: { name: dataset } },
      body: comment === '' ? {} : { label: comment },
      headers: { Prefer: 'respond-async' },
    }),
  );
  if (!('kind' in begun)) return begun.new_version;
  quietJob({ service: 'vault', id: begun.id });
  onStart();
  for (let job = begun; ; job = await ask(begun.id)) {
    // Somebody else may have asked for it first; what came of it is then told to them alone.
    if (job.status === 'succeeded') return Number(job.result?.new_version ?? (await latestVersion(dataset)));
    if (job.status === 'failed' || job.status === 'cancelled') {
      throw new ApiError({ status: 409, message: job.error ?? t('editing.notSealed') });
    }
    onProgress({ percent: job.progress, stage: job.stage ?? t('editing.saving') });
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

async function latestVersion(dataset: string): Promise<number> {
  const { versions } = await unwrap(
    vault.GET('/datasets/{name}/versions', { params: { path: { name: dataset } } }),
  );
  return versions.find(({ latest }) => latest)?.version ?? 1;
}

function ask(id: string) {
  return unwrap(vault.GET('/api/jobs/{id}', { params: { path: { id } } }));
}
