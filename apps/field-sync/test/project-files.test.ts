import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import sharp from 'sharp';
import { testProjects } from './test-projects.ts';
import type { ProjectRow } from './test-projects.ts';
import { createScriptedProvider, hashOf, packageBytes } from './scripted-provider.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const TREES = packageBytes('trees', 5_000);
const PHOTO_PATH = 'DCIM/Bäume & mehr/1.jpg';

let app: TestFieldSync;
let boss: Person;
let worker: Person;
let photo: Buffer;
let project: ProjectRow;
beforeAll(async () => {
  app = await startTestFieldSync();
  boss = await app.signUp({ username: 'bea', isAdmin: true });
  worker = await app.signUp({ username: 'will', service: 'admin' });
  photo = await sharp({ create: { width: 1_000, height: 500, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer();
});
beforeEach(async () => {
  project = await testProjects(app).addProject();
  await keep('v1');
});
afterAll(() => app.close());

async function keep(version: string, geopackage = TREES, image = photo) {
  const provider = createScriptedProvider({
    ...{ 'trees.gpkg': geopackage, [PHOTO_PATH]: image, 'broken.png': Buffer.from('no image') },
    ...{ 'notes.txt': Buffer.from('notes'), 'huge.svg': Buffer.from('<svg/>') },
  });
  const pinned = { version, files: provider.listed() };
  const request = {
    ...{ project, provider, providerId: 'p', pinned, base: null },
    ...{ onBytes: () => undefined, log: async () => undefined },
  };
  return app.context.packages.fetchVersion({ ...request, signal: new AbortController().signal });
}

async function get(
  person: Person | null,
  query: Record<string, string | number>,
  { headers = {}, method = 'GET' }: { headers?: Record<string, string>; method?: string } = {},
) {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) text.set(name, String(value));
  const response = await fetch(`${app.url}/admin/action/files.php?${text}`, {
    ...{ method, redirect: 'manual', headers: { ...(person ? { cookie: person.cookie } : {}), ...headers } },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

const packageName = async () => (await app.context.packages.list(project.id))[0]!.name;
const snapshots = async () => (await app.context.packages.list(project.id)).length;

test('GET /admin/action/files.php gpkg=NAME sends a kept package as an attachment, and parts of it', async () => {
  const gpkg = await packageName();
  expect(gpkg).toBe(`trees-v1-${hashOf('sha256', TREES).slice(0, 8)}.gpkg`);
  const { status, headers, bytes } = await get(boss, { id: project.id, gpkg });
  expect([status, bytes.equals(TREES)]).toEqual([200, true]);
  expect(headers.get('content-disposition')).toContain(`attachment; filename="${gpkg}"`);
  const range = await get(boss, { id: project.id, gpkg }, { headers: { range: 'bytes=0-5' } });
  expect([range.status, range.bytes.toString()]).toEqual([206, 'SQLite']);
  const again = await get(
    boss,
    { id: project.id, gpkg },
    { headers: { 'if-none-match': headers.get('etag')! } },
  );
  expect(again.status).toBe(304);
});

test('GET /admin/action/files.php img=RELATIVE_PATH sends an image and its thumbnail', async () => {
  const image = await get(boss, { id: project.id, img: PHOTO_PATH });
  expect([image.status, image.bytes.equals(photo)]).toEqual([200, true]);
  expect(image.headers.get('content-disposition')).toContain('attachment');
  for (let round = 1; round <= 2; round += 1) {
    const small = await get(boss, { id: project.id, img: PHOTO_PATH, thumb: 1 });
    expect(small.status).toBe(200);
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 });
  }
});

test.each([
  'dcim/bäume & mehr/1.jpg',
  encodeURIComponent(PHOTO_PATH),
  encodeURIComponent(encodeURIComponent(PHOTO_PATH)),
  `../${PHOTO_PATH}`,
  `DCIM/../${PHOTO_PATH}`,
  `/${PHOTO_PATH}`,
  './broken.png',
  '..',
  '/etc/passwd',
  'trees.gpkg',
  'notes.txt',
  'huge.svg',
  `${PHOTO_PATH}\0`,
  '',
])(
  'GET /admin/action/files.php returns 404 for the path %j, which the list does not have as an image (img)',
  async (img) => {
    for (const thumb of ['', '1'])
      expect([400, 404]).toContain((await get(boss, { id: project.id, img, thumb })).status);
  },
);

test('GET /admin/action/files.php has thumbnails of large photos, but not of large images that are decoded as a whole (img)', async () => {
  const large = sharp({ create: { width: 4_200, height: 4_000, channels: 3, background: '#3a7' } });
  for (const [progressive, expected] of [
    [false, 200],
    [true, 404],
  ] as const) {
    await keep(`progressive ${progressive}`, TREES, await large.clone().jpeg({ progressive }).toBuffer());
    expect((await get(boss, { id: project.id, img: PHOTO_PATH, thumb: 1 })).status).toBe(expected);
  }
});

test('GET /admin/action/files.php returns 404 for a thumbnail of a file that is not an image, and for other projects (img)', async () => {
  expect((await get(boss, { id: project.id, img: 'broken.png', thumb: 1 })).status).toBe(404);
  expect((await get(boss, { id: project.id, img: 'broken.png' })).status).toBe(200);
  const other = await testProjects(app).addProject();
  expect((await get(boss, { id: other.id, img: PHOTO_PATH })).status).toBe(404);
  expect((await get(boss, { id: other.id, gpkg: await packageName() })).status).toBe(404);
  expect((await get(boss, { id: 2 ** 31 - 1, clean: 'true' })).status).toBe(404);
});

test('GET /admin/action/files.php shows images of the version that the tables hold (img)', async () => {
  const { snapshot } = await keep('v2', packageBytes('more'));
  await app.admin.query('UPDATE field_sync.projects SET applied_snapshot_id = $2 WHERE id = $1', [
    project.id,
    snapshot.id,
  ]);
  await app.admin.query('DELETE FROM field_sync.snapshot_files WHERE snapshot_id = $1 AND path = $2', [
    snapshot.id,
    PHOTO_PATH,
  ]);
  expect((await get(boss, { id: project.id, img: PHOTO_PATH })).status).toBe(404);
});

test('GET /admin/action/files.php clean=true removes kept packages but those in use, and redirects to the Files tab', async () => {
  const { snapshot } = await keep('v2', packageBytes('applied'));
  await keep('v3', packageBytes('newest'));
  await app.admin.query('UPDATE field_sync.projects SET applied_snapshot_id = $2 WHERE id = $1', [
    project.id,
    snapshot.id,
  ]);
  const { status, headers } = await get(boss, { id: project.id, clean: 'true' });
  expect([status, headers.get('location')]).toEqual([
    302,
    `../project_settings.php?id=${project.id}&tab=files`,
  ]);
  expect((await app.context.packages.list(project.id)).map(({ version }) => version)).toEqual(['v2']);
  const { rows } = await app.admin.query(
    `SELECT details FROM field_sync.audit_events WHERE event = 'snapshots.removed' AND object_id = $1`,
    [project.id],
  );
  expect(rows).toEqual([{ details: { snapshots: 2 } }]);
  const kept = (await app.context.packages.get(project.id, await packageName())).key;
  const { storage } = app.context;
  expect(await storage.size(kept)).toBe(200);
  for await (const key of storage.list()) expect(key).not.toContain(hashOf('sha256', packageBytes('newest')));
});

test.each<[string, Record<string, string>, string]>([
  ['from another site', { 'sec-fetch-site': 'cross-site' }, 'GET'],
  ['from another host of the site', { 'sec-fetch-site': 'same-site' }, 'GET'],
  ['that a browser sends in advance', { 'sec-purpose': 'prefetch;prerender' }, 'GET'],
  ['for the headers alone', {}, 'HEAD'],
])(
  'GET /admin/action/files.php redirects and removes nothing for a request %s (clean)',
  async (_what, headers, method) => {
    const { status } = await get(boss, { id: project.id, clean: 'true' }, { headers, method });
    expect([status, await snapshots()]).toEqual([302, 1]);
  },
);

test('GET /admin/action/files.php removes packages for our own pages, and nothing for a false flag (clean)', async () => {
  expect((await get(boss, { id: project.id, clean: 'false' })).status).toBe(302);
  expect(await snapshots()).toBe(1);
  const headers = { 'sec-fetch-site': 'same-origin' };
  expect((await get(boss, { id: project.id, clean: 'true' }, { headers })).status).toBe(302);
  expect(await snapshots()).toBe(0);
});

test('GET /admin/action/files.php returns 401 and 403 to those who may not, and 400 without a field', async () => {
  const queries: Record<string, string>[] = [
    { gpkg: await packageName() },
    { img: PHOTO_PATH },
    { clean: 'true' },
  ];
  for (const query of queries) {
    expect([401, 303]).toContain((await get(null, { id: project.id, ...query })).status);
    expect((await get(worker, { id: project.id, ...query })).status).toBe(403);
  }
  expect(await snapshots()).toBe(1);
  expect((await get(boss, { id: project.id })).status).toBe(400);
  expect((await get(boss, { id: 'x', gpkg: 'x' })).status).toBe(400);
});
