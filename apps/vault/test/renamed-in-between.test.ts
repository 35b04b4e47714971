import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadContract } from '@cairn/contracts';
import { upload } from './client.ts';
import { SAMPLE_DATA, startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

/** Two datasets exchange their names between the permission check and the handler. */
let app: TestVault;
let ada: Person;
let eve: Person;

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
  eve = await app.signUp({ username: 'eve' });
  await upload(app, ada, { file: 'countries.gpkg', dataset: 'open' });
  await upload(app, ada, { file: 'rivers.zip', dataset: 'hidden' });
  await app.grant({ to: eve, on: 'open', permission: 'admin' });
});

afterAll(() => app.close());

async function swapNames(): Promise<void> {
  for (const [from, to] of [
    ['open', 'moving'],
    ['hidden', 'open'],
    ['moving', 'hidden'],
  ])
    await app.admin.query('UPDATE vault.datasets SET name = $2 WHERE name = $1', [from, to]);
}

/** A request of a user who has permissions on `open` only. */
async function request(method: string, path: string, input?: object) {
  const isJson = input !== undefined && !(input instanceof FormData);
  const response = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie: eve.cookie,
      prefer: 'respond-async',
      ...(isJson ? { 'content-type': 'application/json' } : {}),
    },
    ...(input ? { body: isJson ? JSON.stringify(input) : input } : {}),
  });
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return { status: response.status, text: text.replaceAll('hidden', 'open') };
}

/** The same while the two datasets exchange their names after the check; then they have their old names again. */
async function requestDuringSwap(method: string, path: string, input?: object) {
  const { auth } = app.context;
  const { allows } = auth;
  let isSwapped = false;
  auth.allows = async (actor, check) => {
    const allowed = await allows(actor, check);
    if (check.resourceType === 'vault_dataset' && !isSwapped) {
      isSwapped = true;
      await swapNames();
    }
    return allowed;
  };
  try {
    return await request(method, path, input);
  } finally {
    auth.allows = allows;
    expect(isSwapped).toBe(true);
    await swapNames();
  }
}

describe('a request reads the dataset whose permissions were checked when names change after the check', () => {
  const QUERIES: Record<string, string> = {
    '/preview': '?dataset=open&version=1',
    '/metadata': '?dataset=open&version=1',
    '/datasets/{name}/versions/{version}/values': '?field=name',
    '/datasets/{name}/versions/{version}/diff': '?with=1',
  };
  const VALUES: Record<string, string> = { name: 'open', version: '1', srid: '4326', z: '0', x: '0', y: '0' };
  const reads = Object.entries(loadContract('vault').paths).flatMap(([template, item]) => {
    const { resource } = item.get?.['x-access'] ?? {};
    if (!resource || Array.isArray(resource) || resource.resolve !== 'dataset') return [];
    return [
      template.replace(/\{(\w+)\}/g, (_all, name: string) => VALUES[name]!) + (QUERIES[template] ?? ''),
    ];
  });

  test.each(reads)('GET %s', async (path) => {
    const before = await request('GET', path);
    expect(before.status).toBeLessThan(400);
    expect(await requestDuringSwap('GET', path)).toEqual(before);
  });
});

describe('a request changes the dataset whose permissions were checked when names change after the check', () => {
  const hidden = async () => {
    const queries = [
      `SELECT d.* FROM vault.datasets d WHERE name = 'hidden'`,
      `SELECT v.* FROM vault.versions v JOIN vault.datasets d ON d.id = v.dataset_id WHERE d.name = 'hidden'`,
      `SELECT j.id FROM vault.jobs j JOIN vault.versions v ON v.id = (j.payload ->> 'version_id')::bigint
         JOIN vault.datasets d ON d.id = v.dataset_id WHERE d.name = 'hidden' AND j.kind <> 'version.inspect'`,
      `SELECT s.id FROM vault.edit_sessions s JOIN vault.datasets d ON d.id = s.dataset_id WHERE d.name = 'hidden'`,
    ];
    return Promise.all(queries.map(async (query) => (await app.admin.query(query)).rows));
  };
  const EDIT = '/datasets/open/versions/2/edit';
  const file = new FormData();
  const countries = readFileSync(join(SAMPLE_DATA, 'countries.gpkg'));
  // The change counter of SQLite: other bytes, so that a version is created.
  countries[27]! += 1;
  file.set('file', new Blob([countries]), 'countries.gpkg');
  const writes: [status: number, method: string, path: string, input: object][] = [
    [201, 'POST', '/datasets/open/upload', file],
    [200, 'POST', '/datasets/open/metadata', { title: 'Changed' }],
    [202, 'POST', '/datasets/open/versions/1/filter', { where: '"fid" > 3' }],
    [202, 'POST', '/datasets/open/versions/1/dissolve', { mode: 'all' }],
    [202, 'POST', '/datasets/open/versions/1/clip', { mode: 'bbox', bbox: [0, 0, 10, 10] }],
    [
      202,
      'POST',
      '/datasets/open/versions/1/derive',
      { dataset_name: 'new', operation: 'filter', filter: { where: '"fid" > 3' } },
    ],
    [202, 'POST', '/datasets/open/versions/1/crs', { srid: 3857 }],
    [200, 'POST', `${EDIT}/update`, { pk_column: 'fid', pk_value: 1, updates: { name: 'Changed' } }],
    [200, 'POST', `${EDIT}/delete`, { pk_column: 'fid', pk_value: 2 }],
    [200, 'POST', `${EDIT}/insert`, { row: { name: 'New' } }],
    [200, 'POST', '/datasets/open/edits/discard', { last: true }],
    [200, 'POST', '/datasets/open/edits/redo', {}],
    [202, 'POST', '/datasets/open/edits/seal', {}],
    [409, 'POST', '/datasets/open/edits/discard', {}],
    [200, 'POST', '/datasets/open/clone', { name: 'copy' }],
    [200, 'PUT', '/datasets/open/folder', { folder_id: null }],
    [200, 'POST', '/datasets/open/archive', {}],
    [200, 'POST', '/datasets/open/restore', {}],
    [200, 'POST', '/datasets/open/rename', { name: 'renamed' }],
  ];

  test.each(writes)('%i %s %s', async (status, method, path, input) => {
    const before = await hidden();
    expect((await requestDuringSwap(method, path, input)).status).toBe(status);
    expect(await hidden()).toEqual(before);
  });
});
