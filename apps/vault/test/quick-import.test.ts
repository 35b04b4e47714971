import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { bodyOf, until } from '@cairn/testing';
import { ask, traces, upload } from './client.ts';
import { geoJson } from './hostile.ts';
import { openObjectStore } from './outbound.ts';
import { serveCountries, startLoadVault } from './load-vault.ts';
import type { LoadVault } from './load-vault.ts';
import { SAMPLE_DATA } from './test-app.ts';
import type { Person } from './test-app.ts';

let vault: LoadVault;
let files: Awaited<ReturnType<typeof serveCountries>>;

beforeAll(async () => {
  vault = await startLoadVault();
  files = await serveCountries();
});
afterAll(async () => {
  files.close();
  await vault.close();
});

const PATH = '/api/quick-import';
/** The destination, and where in it. */
function into(table: string, more: Record<string, string> = {}): Record<string, string> {
  const { spatialdb_import: _import, spatialdb_schema: _schema, ...destination } = vault.fields();
  return { ...destination, schema: 'gis', table_name: table, ...more };
}
const load = (person: Person | null, json: Record<string, unknown>, headers: Record<string, string> = {}) =>
  ask(vault.app, person, { path: PATH, method: 'POST', json, headers });

async function send(person: Person, file: string, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', await openAsBlob(join(SAMPLE_DATA, file)), file);
  const response = await fetch(vault.app.url + PATH, {
    method: 'POST',
    body: form,
    headers: { cookie: person.cookie },
  });
  return { status: response.status, body: await bodyOf(response) };
}

/** Objects and files that a load left, once housekeeping has run. */
async function leftovers() {
  await vault.app.context.quickImports.deleteEnded();
  const { rows } = await vault.app.admin.query('SELECT count(*)::int AS count FROM vault.quick_imports');
  const { jobs: _jobs, ...rest } = await traces(vault.app);
  return { ...rest, requests: rows[0].count };
}
const NOTHING = { datasets: 0, versions: 0, objects: 0, incoming: 0, work: 0, requests: 0 };

test('POST /api/quick-import loads the file of an address and creates no dataset', async () => {
  const { status, body } = await load(vault.ada, { source_type: 'url', url: files.url, ...into('of_url') });
  expect([status, body]).toEqual([
    201,
    {
      success: true,
      source_type: 'url',
      database_id: null,
      tables: [{ layer: 'countries', table: 'of_url', rows: 241, srid: 4326 }],
      schema: 'gis',
      pg_service: null,
    },
  ]);
  expect(await vault.count('of_url')).toBe(241);
  expect(await leftovers()).toEqual(NOTHING);
  const audit = `SELECT actor_name, subject, details FROM vault.audit_events WHERE event = 'database.loaded'`;
  expect((await vault.app.admin.query(audit)).rows).toEqual([
    {
      actor_name: 'ada',
      subject: 'countries.gpkg',
      details: { source: 'url', schema: 'gis', tables: ['of_url'] },
    },
  ]);
});

test('POST /api/quick-import loads an object of a store', async () => {
  const store = await openObjectStore();
  try {
    await store.put('points.geojson', geoJson());
    const { bucket, key, endpoint, access_key, secret_key } = store.fields('points.geojson');
    const source = { s3_bucket: bucket, s3_key: key, s3_endpoint: endpoint };
    const keys = { s3_access_key: access_key, s3_secret_key: secret_key, s3_path_style: true };
    const { status, body } = await load(vault.ada, { source_type: 's3', ...source, ...keys, ...into('') });
    expect([status, body]).toMatchObject([201, { source_type: 's3', tables: [{ table: 'points' }] }]);
    expect(await leftovers()).toEqual(NOTHING);
  } finally {
    await store.close();
  }
});

test.each([
  ['countries.gpkg', 'countries', 241],
  ['rivers.zip', 'rivers', 100],
  ['populated-places.geojson', 'populated_places', 1],
])(
  'POST /api/quick-import loads the uploaded file %s into a table of its name',
  async (file, table, atLeast) => {
    const fields = into('');
    const { status, body } = await send(vault.ada, file, { source_type: 'upload', ...fields });
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body).toMatchObject({ source_type: 'upload', tables: [{ table }] });
    expect(await vault.count(table)).toBeGreaterThanOrEqual(atLeast);
    expect(await leftovers()).toEqual(NOTHING);
  },
);

test('POST /api/quick-import returns 202 with a job when the client sends Prefer: respond-async', async () => {
  const json = { source_type: 'url', url: files.url, ...into('of_job') };
  const { status, body } = await load(vault.ada, json, { prefer: 'respond-async' });
  expect([status, body]).toMatchObject([202, { kind: 'import.quick', status: 'queued' }]);
  await vault.app.context.jobs.finished(Number(body.id));
  const job = await ask(vault.app, vault.ada, { path: `/api/jobs/${body.id}` });
  expect(job.body).toMatchObject({
    status: 'succeeded',
    summary: 'Loaded countries.gpkg into a database',
    result: { success: true, tables: [{ table: 'of_job' }] },
  });
});

test.each([
  ['an unknown source_type', { source_type: 'ftp' }],
  ['no address', { source_type: 'url' }],
  ['an address in a closed network', { source_type: 'url', url: 'http://169.254.169.254/x.gpkg' }],
  ['no key of an object', { source_type: 's3', s3_bucket: 'maps' }],
  ['half a key', { source_type: 's3', s3_bucket: 'maps', s3_key: 'a.gpkg', s3_access_key: 'x' }],
  ['an upload without a file', { source_type: 'upload' }],
  ['no tables', { source_type: 'spatialdb', source_database_id: 1 }],
  ['a malformed database id', { source_type: 'spatialdb', source_database_id: 'x', source_tables: 'a' }],
  ['a mode that does not exist', { source_type: 'url', url: 'http://example.org/a.gpkg', mode: 'truncate' }],
  ['no destination', { source_type: 'url', url: 'http://example.org/a.gpkg', spatialdb_host: '' }],
])('POST /api/quick-import with %s returns 400', async (_what, json) => {
  const { status, body } = await load(vault.ada, { ...into('never'), ...json });
  expect([status, typeof body.error]).toEqual([400, 'string']);
});

test('POST /api/quick-import says what is wrong with a file, a table name or a schema, and leaves nothing', async () => {
  await load(vault.ada, { source_type: 'url', url: files.url, ...into('taken') });
  const answers = [
    await send(vault.ada, 'elevation.tif', into('raster')),
    await load(vault.ada, { source_type: 'url', url: files.url, ...into('taken') }),
    await load(vault.ada, { source_type: 'url', url: files.url, ...into('x', { schema: 'absent' }) }),
    await load(vault.ada, { source_type: 'url', url: files.url, ...into('x', { schema: 'pg_catalog' }) }),
    await load(vault.ada, { source_type: 'url', url: files.url, ...into('x'.repeat(64)) }),
    await load(vault.ada, { source_type: 'url', url: `${vault.app.url}/absent`, ...into('x') }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [422, expect.stringMatching(/Rasters are not loaded/)],
    [409, expect.stringMatching(/already exists/)],
    [409, expect.stringMatching(/no schema "absent"/)],
    [400, expect.stringMatching(/belongs to PostgreSQL/)],
    [400, expect.stringMatching(/1 to 63 bytes/)],
    [422, expect.any(String)],
  ]);
  const hostile = `x"; DROP TABLE gis.taken; --`;
  expect((await load(vault.ada, { source_type: 'url', url: files.url, ...into(hostile) })).status).toBe(201);
  expect(await vault.count('taken')).toBe(241);
  expect(await vault.count(`"${hostile.replace('"', '""')}"`)).toBe(241);
  expect(await leftovers()).toEqual(NOTHING);
});

test('POST /api/quick-import is for users who may edit in the vault', async () => {
  const viewer = await vault.app.signUp({ username: 'viewer', service: 'view' });
  const json = { source_type: 'url', url: files.url, ...into('of_viewer') };
  expect((await load(viewer, json)).status).toBe(403);
  expect((await load(null, json)).status).toBe(401);
});

test('passwords, keys and signed addresses are in no job, row, response or log, and are deleted with the request', async () => {
  const url = `${files.url}?X-Amz-Signature=secret-signature`;
  const { status, body } = await load(vault.ada, { source_type: 'url', url, ...into('signed') });
  const keys = { s3_access_key: 'AKIASECRETKEY', s3_secret_key: 'another-secret' };
  const source = {
    source_type: 's3',
    s3_bucket: 'maps',
    s3_key: 'a.gpkg',
    s3_endpoint: new URL(files.url).origin,
  };
  const s3 = await load(vault.ada, { ...source, ...keys, ...into('stored') });
  const jobs = await vault.app.admin.query('SELECT * FROM vault.jobs');
  const requests = await vault.app.admin.query('SELECT * FROM vault.quick_imports');
  const all = JSON.stringify([body, s3.body, jobs.rows, requests.rows]);
  expect(status).toBe(201);
  for (const secret of [vault.connection.password, 'secret-signature', 'AKIASECRETKEY', 'another-secret'])
    expect(all).not.toContain(secret);
  expect(requests.rows.length).toBeGreaterThan(0);
  expect(await leftovers()).toEqual(NOTHING);
});

test('an uploaded file of a load that waits survives housekeeping, and is deleted when the job is cancelled', async () => {
  const { context, admin } = vault.app;
  await vault.stopWorker();
  const sent = send(vault.ada, 'countries.gpkg', into('waiting'));
  const job = async () =>
    (await admin.query(`SELECT id FROM vault.jobs WHERE status = 'queued'`)).rows[0]?.id;
  await until('the job is queued', async () => (await job()) !== undefined);
  await context.quickImports.deleteEnded();
  expect((await vault.app.stored()).objects).toHaveLength(1);
  await ask(vault.app, vault.ada, { path: `/api/jobs/${await job()}/cancel`, method: 'POST' });
  expect((await sent).status).toBe(409);
  expect(await leftovers()).toEqual(NOTHING);
  vault.restartWorker();
  // Nothing of the catalog was touched by all this.
  expect((await upload(vault.app, vault.ada, { file: 'countries.gpkg' })).status).toBe(201);
});
