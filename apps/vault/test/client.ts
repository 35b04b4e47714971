import { openAsBlob } from 'node:fs';
import { basename, join } from 'node:path';
import type { VaultSchemas } from '@cairn/contracts';
import { bodyOf } from '@cairn/testing';
import type { Answer } from '@cairn/testing';
import { SAMPLE_DATA } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

export { ask } from '@cairn/testing';
export type { Answer } from '@cairn/testing';

export interface Upload {
  /** A name in the sample data, or bytes. */
  file: string | Uint8Array<ArrayBuffer>;
  fileName?: string;
  /** A dataset other than the one named by the file. */
  dataset?: string;
  /** Instead of POST /projects/1/upload. */
  path?: string;
  fields?: Record<string, string>;
  accept?: string;
}

export async function upload(
  app: { url: string },
  person: Person | null,
  options: Upload,
): Promise<Answer<VaultSchemas['IngestResult'] & { error: string }>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(options.fields ?? {})) form.set(name, value);
  const content =
    typeof options.file === 'string'
      ? await openAsBlob(options.file.startsWith('/') ? options.file : join(SAMPLE_DATA, options.file))
      : new Blob([options.file]);
  const name = options.fileName ?? (typeof options.file === 'string' ? basename(options.file) : 'data.bin');
  form.set('file', content, name);
  const query = options.dataset === undefined ? '' : `?dataset_name=${encodeURIComponent(options.dataset)}`;
  const response = await fetch(`${app.url}${options.path ?? '/projects/1/upload'}${query}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { accept: options.accept ?? 'application/json', ...(person ? { cookie: person.cookie } : {}) },
  });
  return { status: response.status, body: await bodyOf(response), headers: response.headers };
}

/** Counts of rows and files, to check that a failed upload leaves nothing. */
export async function traces(app: TestVault) {
  const { objects, incoming, work } = await app.stored();
  return {
    datasets: await app.rows('datasets'),
    versions: await app.rows('versions'),
    jobs: await app.rows('jobs'),
    objects: objects.length,
    incoming: incoming.length,
    work: work.length,
  };
}

export const NOTHING = { datasets: 0, versions: 0, jobs: 0, objects: 0, incoming: 0, work: 0 };
