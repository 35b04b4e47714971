import { ask, upload } from './client.ts';
import type { Answer } from './client.ts';
import type { Person, TestVault } from './test-app.ts';

/** Uploads a sample file as a dataset; returns the id of its version. */
export async function addDataset(
  app: TestVault,
  person: Person,
  dataset: string,
  file = 'countries.gpkg',
): Promise<number> {
  const { status, body } = await upload(app, person, { file, dataset });
  if (status !== 201) throw new Error(`${status}: ${body.error}`);
  return body.version_id;
}

/** Publishes a version. The id of the path is another one, since it is ignored. */
export function publish(
  app: { url: string },
  person: Person | null,
  json: object,
  pathId: number | string = 1,
): Promise<Answer> {
  return ask(app, person, { path: `/versions/${pathId}/publish`, method: 'POST', json });
}

/** Publishes a version and creates a token for it. */
export async function publishWithToken(
  app: { url: string },
  person: Person,
  versionId: number,
): Promise<{ id: string; path: string; token: string }> {
  const { body } = await publish(app, person, { version_id: versionId });
  const { id } = body.publication;
  const created = await createToken(app, person, id);
  return { id, path: `/published/${id}`, token: created.body.token };
}

export function createToken(
  app: { url: string },
  person: Person | null,
  publication: string,
  json: object = { label: 'Town portal' },
): Promise<Answer> {
  return ask(app, person, { path: `/api/publications/${publication}/tokens`, method: 'POST', json });
}
