import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createQfcClient } from './qfc-client.ts';
import type { QfcClient } from './qfc-client.ts';
import { startTestQFieldCloud } from './test-qfieldcloud.ts';
import type { TestQFieldCloud } from './test-qfieldcloud.ts';

/**
 * What a program may rely on. With QFIELDCLOUD_URL, QFIELDCLOUD_USERNAME and QFIELDCLOUD_PASSWORD it asks that server and leaves a
 * project named `cairn-test-…` there, which somebody may delete.
 */
const REAL = process.env.QFIELDCLOUD_URL;
let standIn: TestQFieldCloud | null = null;
let client: QfcClient;
let projectId: string;
beforeAll(async () => {
  standIn = REAL === undefined ? await startTestQFieldCloud() : null;
  client = createQfcClient(REAL ?? standIn!.url);
  await client.signIn(login());
  const created = await client.json('POST', '/projects/', { name: `cairn-test-${randomUUID().slice(0, 8)}` });
  projectId = created.body.id;
});
afterAll(() => standIn?.close());

function login(): { username: string; password: string } {
  return {
    username: process.env.QFIELDCLOUD_USERNAME ?? standIn!.username,
    password: process.env.QFIELDCLOUD_PASSWORD ?? standIn!.password,
  };
}

test('GET /status/ answers without a token', async () => {
  const { status, body } = await client.json('GET', '/status/', undefined, null);
  expect({ status, body }).toMatchObject({ status: 200, body: { database: 'ok', storage: 'ok' } });
});

test('a request without a token or with a wrong one is refused with 401 and a code', async () => {
  const none = await client.json('GET', '/projects/?limit=1', undefined, null);
  expect(none).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
  const wrong = await client.json('GET', '/projects/?limit=1', undefined, 'x'.repeat(100));
  expect(wrong).toMatchObject({ status: 401, body: { code: 'token_authentication_failed' } });
});

test('GET /projects/ counts in headers and names the next page', async () => {
  await client.json('POST', '/projects/', { name: `cairn-test-${randomUUID().slice(0, 8)}` });
  const { status, body, headers } = await client.json('GET', '/projects/?limit=1');
  expect(status).toBe(200);
  expect(body).toHaveLength(1);
  expect(Number(headers.get('x-total-count'))).toBeGreaterThan(1);
  const next = new URL(headers.get('x-next-page')!);
  expect([next.searchParams.get('limit'), next.searchParams.get('offset')]).toEqual(['1', '1']);
});

test('GET /projects/ finds by search and owner', async () => {
  const { body: project } = await client.json('GET', `/projects/${projectId}/`);
  const found = await client.json(
    'GET',
    `/projects/?limit=100&search=${project.name.toUpperCase()}&owner=${project.owner}`,
  );
  expect(found.body.map(({ id }: { id: string }) => id)).toEqual([projectId]);
  const other = await client.json(
    'GET',
    `/projects/?limit=100&search=${project.name}&owner=nobody-${randomUUID()}`,
  );
  expect(other.body).toEqual([]);
});

test('an unknown project is 404 and a malformed id 400 or a page', async () => {
  const unknown = await client.json('GET', `/projects/${randomUUID()}/`);
  expect(unknown).toMatchObject({ status: 404, body: { code: 'object_not_found' } });
  expect(await client.json('GET', '/projects/x/')).toMatchObject({
    status: 400,
    body: { code: 'validation_error' },
  });
  expect((await client.get('/files/x/')).status).toBe(404);
});

test('an upload is a new version with its hashes and raises the watermark', async () => {
  const before = await watermark();
  await client.upload(projectId, 'data/survey one.gpkg', Buffer.from('first version'));
  const between = await watermark();
  await client.upload(projectId, 'data/survey one.gpkg', Buffer.from('second version'));
  expect(new Set([before, between, await watermark()]).size).toBe(3);

  const { body } = await client.json('GET', `/files/metadata/${projectId}/data/survey%20one.gpkg/`);
  const content = Buffer.from('second version');
  const sums = {
    md5sum: createHash('md5').update(content).digest('hex'),
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  expect(body).toMatchObject({ name: 'data/survey one.gpkg', size: 14, is_attachment: false, ...sums });
  expect(body.versions).toHaveLength(2);
  expect(body.versions[0]).toMatchObject({ is_latest: true, size: 14, ...sums });
  expect(body.versions[1]).toMatchObject({ is_latest: false, size: 13 });

  const old = await client.get(
    `/files/${projectId}/data/survey%20one.gpkg/?version=${body.versions[1].version_id}`,
  );
  expect(await old.text()).toBe('first version');
  const list = await client.json('GET', `/files/${projectId}/`);
  expect(list.body).toEqual([body]);
});

test('the md5sum of a file of more than 8 MiB is the one of its parts', async () => {
  const content = Buffer.alloc(8 * 1024 * 1024 + 1, 7);
  await client.upload(projectId, 'large.bin', content);
  const { body } = await client.json('GET', `/files/metadata/${projectId}/large.bin/`);
  const md5 = (part: Buffer) => createHash('md5').update(part).digest();
  const parts = Buffer.concat([md5(content.subarray(0, -1)), md5(content.subarray(-1))]);
  expect(body.md5sum).toBe(`${md5(parts).toString('hex')}-2`);
  expect(body.sha256).toBe(createHash('sha256').update(content).digest('hex'));
});

const RANGES: [string, number, string][] = [
  ['bytes=2-', 206, 'cdefghij'],
  ['bytes=2-4', 206, 'cde'],
  ['bytes=0-9', 206, 'abcdefghij'],
  // An end beyond the file, which others clip.
  ['bytes=2-10', 416, ''],
  ['bytes=10-', 416, ''],
  ['bytes=4-4', 416, ''],
  ['bytes=-3', 416, ''],
  ['bytes=0-1,4-5', 416, ''],
];
test.each(RANGES)('the range %s of ten bytes is answered with %s', async (range, expected, bytes) => {
  await client.upload(projectId, 'ten.txt', Buffer.from('abcdefghij'));
  const response = await client.get(`/files/${projectId}/ten.txt/`, { range });
  expect(response.status).toBe(expected);
  const text = await response.text();
  if (expected === 206) {
    expect(text).toBe(bytes);
    expect(response.headers.get('content-range')).toMatch(/^bytes \d+-\d+\/10$/);
  } else {
    expect(JSON.parse(text)).toMatchObject({ code: 'invalid_http_range' });
  }
});

test('an unknown file or version is 404', async () => {
  for (const path of ['nothing.gpkg/', `ten.txt/?version=${randomUUID()}`]) {
    const response = await client.json('GET', `/files/${projectId}/${path}`);
    expect(response).toMatchObject({ status: 404, body: { code: 'object_not_found' } });
  }
});

test('an address without its slash at the end is redirected', async () => {
  const response = await client.get(`/projects/${projectId}`, {}, { redirect: 'manual' });
  expect(response.status).toBe(301);
});

test('a package needs a QGIS project, and none was ever made', async () => {
  const job = await client.json('POST', '/jobs/', { project_id: projectId, type: 'package' });
  expect(job).toMatchObject({ status: 400, body: { code: 'no_qgis_project' } });
  const latest = await client.json('GET', `/packages/${projectId}/latest/`);
  expect(latest).toMatchObject({ status: 400, body: { code: 'invalid_job' } });
});

test('GET /deltas/{id}/ of a project without deltas is an empty list', async () => {
  const { status, body } = await client.json('GET', `/deltas/${projectId}/?ordering=-created_at&limit=100`);
  expect({ status, body }).toEqual({ status: 200, body: [] });
});

test('an unknown job is 403', async () => {
  const job = await client.json('GET', `/jobs/${randomUUID()}/`);
  expect(job).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
});

async function watermark(): Promise<string | null> {
  return (await client.json('GET', `/projects/${projectId}/`)).body.data_last_updated_at;
}
