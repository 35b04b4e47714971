import type { Page } from 'playwright-core';

export interface Upload {
  dataset: string;
  fileName: string;
  bytes: Buffer;
}

/** Uploads a dataset, or its next version, as the user of the page. */
export async function uploadDataset(
  { request }: Pick<Page, 'request'>,
  { dataset, fileName, bytes }: Upload,
): Promise<void> {
  const answer = await request.post('/vault/projects/1/upload', {
    headers: { accept: 'application/json' },
    multipart: {
      dataset_name: dataset,
      file: { name: fileName, mimeType: 'application/octet-stream', buffer: bytes },
    },
  });
  if (answer.status() !== 201) throw new Error(`${fileName} was refused: ${await answer.text()}`);
}

/** The numbers of the versions of a dataset, newest first. */
export async function versionsOf(page: Page, dataset: string): Promise<number[]> {
  const answer = await page.request.get(`/vault/datasets/${dataset}/versions`);
  const { versions } = (await answer.json()) as { versions: { version: number }[] };
  return versions.map(({ version }) => version);
}
