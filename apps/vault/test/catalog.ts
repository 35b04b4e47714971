import { unavailable } from '@cairn/service';
import { ask, upload } from './client.ts';
import type { Answer } from './client.ts';
import type { TestVault, Person } from './test-app.ts';
import { tinyTiff } from './tiny-tiff.ts';

interface Vault {
  url: string;
}

/** Uploads a small raster with different bytes for each note; returns the response. */
export async function addVersion(vault: Vault, person: Person, dataset: string, note: string) {
  const answer = await upload(vault, person, {
    file: tinyTiff(note),
    fileName: 'places.tif',
    dataset,
  });
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.body.error}`);
  return answer.body;
}

/** A request to `/datasets/{name}` or a path below it. */
export function onDataset(
  vault: Vault,
  person: Person,
  request: { name: string; method?: string; path?: string; json?: unknown },
): Promise<Answer> {
  const { name, path = '', method = 'POST', json } = request;
  return ask(vault, person, {
    path: `/datasets/${encodeURIComponent(name)}${path}`,
    method,
    ...(json === undefined ? {} : { json }),
  });
}

/** Archives a dataset, then deletes it. */
export async function deleteDataset(vault: Vault, person: Person, name: string): Promise<void> {
  await onDataset(vault, person, { name, path: '/archive' });
  const { status, body } = await onDataset(vault, person, { name, method: 'DELETE', path: '?confirm=true' });
  if (status !== 200) throw new Error(`${status}: ${body.error}`);
}

export async function versionsOf(vault: Vault, person: Person, dataset: string): Promise<any[]> {
  const { body } = await onDataset(vault, person, { name: dataset, method: 'GET', path: '/versions' });
  return body.versions;
}

export async function summariesOf(vault: Vault, person: Person, query = ''): Promise<any[]> {
  return (await ask(vault, person, { path: `/datasets-summary${query}` })).body;
}

export async function namesOf(vault: Vault, person: Person, query = ''): Promise<string[]> {
  return (await summariesOf(vault, person, query)).map(({ name }) => name).toSorted();
}

/** Makes the portal of an app stop and resume answering. */
export function portalOf(app: TestVault) {
  const registry = app.context.registry!;
  const original = { ...registry };
  const unreachable = () =>
    Promise.reject(unavailable('auth.portal_unreachable', 'The portal does not answer; try again shortly.'));
  return {
    stop(): void {
      Object.assign(registry, {
        registerResource: unreachable,
        forgetResource: unreachable,
      });
    },
    resume: () => void Object.assign(registry, original),
  };
}
