import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createDerivedFiles, createPartFiles } from '@cairn/files';
import { until } from '@cairn/testing';
import { createPackageService } from '../src/features/packages/service.ts';
import type { ProviderFile } from '../src/features/providers/types.ts';
import { testProjects } from './test-projects.ts';
import type { ProjectRow } from './test-projects.ts';
import { createScriptedProvider, hashOf, packageBytes, respond } from './scripted-provider.ts';
import type { ScriptedProvider } from './scripted-provider.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;
const TREES = packageBytes('trees', 100_000);
const PHOTO = Buffer.alloc(50_000, 'photo');

let app: TestFieldSync;
let now = Date.now();
beforeAll(async () => {
  app = await startTestFieldSync({ overrides: { now: () => new Date(now) } });
});
afterEach(async () => {
  now = Date.now();
  await app.admin.query(
    'TRUNCATE field_sync.snapshots, field_sync.objects, field_sync.downloads, field_sync.plans, field_sync.runs CASCADE',
  );
  for (const folder of ['objects', 'parts'])
    await rm(join(app.storageRoot, folder), { recursive: true, force: true });
});
afterAll(() => app.close());

/** As a process that starts does. */
function createPackages() {
  const { db, storage } = app.context;
  const deps = { db, storage, parts: createPartFiles(storage), derivedFiles: createDerivedFiles(storage) };
  return createPackageService({ ...deps, now: () => new Date(now), retryMs: 1 });
}

interface Options {
  version?: string;
  files?: ProviderFile[];
  signal?: AbortSignal;
  onBytes?: (bytes: { total: number; fetched: number }) => void;
}

function fetchVersion(project: ProjectRow, provider: ScriptedProvider, options: Options = {}) {
  const { version = provider.version, files = provider.listed() } = options;
  const { signal = new AbortController().signal, onBytes = () => undefined } = options;
  const request = {
    ...{ project, provider, providerId: 'p', pinned: { version, files }, base: null },
    ...{ signal, onBytes, log: async () => undefined },
  };
  return createPackages().fetchVersion(request);
}

const partNames = () => readdir(join(app.storageRoot, 'parts')).catch(() => []);
const count = async (table: string) =>
  (await app.admin.query(`SELECT count(*)::integer AS n FROM field_sync.${table}`)).rows[0].n as number;

async function objectKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.context.storage.list()) keys.push(key);
  return keys;
}

async function leavesOnly(objects: number) {
  expect([await count('objects'), (await objectKeys()).length]).toEqual([objects, objects]);
  expect([await count('downloads'), await partNames()]).toEqual([0, []]);
  expect(await app.context.storage.unconfirmedKeys()).toEqual(new Set());
}

test('a version is fetched, verified and kept, and its bytes are found again by their hashes', async () => {
  const project = await testProjects(app).addProject();
  const provider = createScriptedProvider({
    'trees.gpkg': TREES,
    'DCIM/1.jpg': PHOTO,
    'DCIM/copy.jpg': PHOTO,
  });
  const seen: { total: number; fetched: number }[] = [];
  const fetched = await fetchVersion(project, provider, { onBytes: (bytes) => void seen.push(bytes) });
  expect(fetched).toMatchObject({
    snapshot: {
      projectId: project.id,
      version: 'v1',
      packageSha256: hashOf('sha256', TREES),
      appliedAt: null,
    },
    bytesTotal: TREES.length + 2 * PHOTO.length,
    bytesFetched: TREES.length + PHOTO.length,
    warnings: [],
  });
  const total = TREES.length + PHOTO.length;
  expect(seen.at(-1)).toEqual({ total, fetched: total });
  expect(provider.opened).toHaveLength(2);
  const path = await createPackages().findPackage(project.id, hashOf('sha256', TREES));
  expect(path).toBe(app.context.storage.path((await objectKeys()).find((key) => path!.endsWith(key))!));
  await leavesOnly(2);
});

test('the next version fetches only what is missing, also when it lists the other kind of hash', async () => {
  const project = await testProjects(app).addProject();
  await fetchVersion(project, createScriptedProvider({ 'trees.gpkg': TREES, 'DCIM/1.jpg': PHOTO }));
  const next = createScriptedProvider({ 'trees.gpkg': packageBytes('more trees'), 'DCIM/1.jpg': PHOTO });
  const { bytesFetched } = await fetchVersion(project, next, { version: 'v2', files: next.listed('sha256') });
  expect(next.opened).toEqual([{ path: 'trees.gpkg', from: 0 }]);
  expect(bytesFetched).toBe(200);
  expect([await count('snapshots'), await count('snapshot_files')]).toEqual([2, 4]);
  await leavesOnly(3);
});

test('a version with the very same files is the same snapshot, and one with other files is not', async () => {
  const project = await testProjects(app).addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES, 'DCIM/1.jpg': PHOTO });
  const first = await fetchVersion(project, provider, { version: '10:00' });
  const second = await fetchVersion(project, provider, { version: '10:01' });
  expect(second).toMatchObject({ snapshot: { ...first.snapshot, version: '10:01' }, bytesFetched: 0 });
  const fewer = createScriptedProvider({ 'trees.gpkg': TREES });
  const third = await fetchVersion(project, fewer, { version: '10:02' });
  const renamed = createScriptedProvider({ 'trees.gpkg': TREES, 'DCIM/2.jpg': PHOTO });
  const fourth = await fetchVersion(project, renamed, { version: '10:03' });
  expect(new Set([first, third, fourth].map(({ snapshot }) => snapshot.id)).size).toBe(3);
  expect(await count('snapshot_files')).toBe(5);
});

test('one object serves two projects that fetch the same bytes at the same time', async () => {
  const projects = [await testProjects(app).addProject(), await testProjects(app).addProject()];
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  await Promise.all(projects.map((project) => fetchVersion(project, provider)));
  expect(await count('snapshots')).toBe(2);
  await leavesOnly(1);
});

test('a project that wants only its package fetches no other file', async () => {
  const project = await testProjects(app).addProject({ row: { files: 'package' } });
  const provider = createScriptedProvider({ 'DCIM/1.jpg': PHOTO, 'trees.gpkg': TREES });
  expect((await fetchVersion(project, provider)).bytesTotal).toBe(TREES.length);
  expect(provider.opened).toEqual([{ path: 'trees.gpkg', from: 0 }]);
});

test('a download over connections that are lost goes on where it stopped', async () => {
  const project = await testProjects(app).addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  provider.before = ({ from }) => (from < 80_000 ? respond(TREES, from, { cutAt: from + 30_000 }) : null);
  await fetchVersion(project, provider);
  expect(provider.opened.map(({ from }) => from)).toEqual([0, 30_000, 60_000, 90_000]);
  await leavesOnly(1);
});

test('a fetch that is stopped between two attempts ends with the reason', async () => {
  const project = await testProjects(app).addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  const leaving = new AbortController();
  provider.before = ({ from }, call) => {
    if (call === 3) leaving.abort(new Error('the project was stopped'));
    return respond(TREES, from, { cutAt: from });
  };
  await expect(fetchVersion(project, provider, { signal: leaving.signal })).rejects.toThrow(
    'the project was stopped',
  );
  expect(provider.opened).toHaveLength(3);
});

test('what a process that was killed has fetched is not fetched again, also for the next version', async () => {
  const project = await testProjects(app).addProject();
  const large = packageBytes('large', 12 * MIB);
  const provider = createScriptedProvider({ 'trees.gpkg': large });
  const leaving = new AbortController();
  provider.before = ({ from, signal }, call) =>
    call === 1 ? respond(large, from, { cutAt: 10 * MIB, hangs: signal }) : null;
  const stale = fetchVersion(project, provider, { signal: leaving.signal });
  stale.catch(() => undefined);
  await until('some bytes are saved', async () => {
    const { rows } = await app.admin.query('SELECT saved_bytes FROM field_sync.downloads');
    return Number(rows[0]?.saved_bytes ?? 0) >= 2 * MIB;
  });
  // The process is only thought dead: it still writes when the next one has taken over.
  const { bytesFetched } = await fetchVersion(project, provider, { version: 'v2' });
  expect(provider.opened).toHaveLength(2);
  expect(provider.opened[1]!.from).toBeGreaterThanOrEqual(2 * MIB);
  expect(bytesFetched).toBe(12 * MIB - provider.opened[1]!.from);
  leaving.abort(new Error('the process ends'));
  await expect(stale).rejects.toThrow();
  const { rows } = await app.admin.query('SELECT sha256 FROM field_sync.objects');
  expect(rows).toEqual([{ sha256: hashOf('sha256', large) }]);
  await leavesOnly(1);
});

test('a file with a wrong hash is fetched once more from its first byte, then fails with both hashes', async () => {
  const project = await testProjects(app).addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  const other = packageBytes('other', TREES.length);
  provider.before = () => respond(other, 0);
  const error = await fetchVersion(project, provider).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ outcome: 'damaged', code: 'field_sync.hash_mismatch' });
  expect((error as Error).message).toContain(`SHA-1 ${hashOf('sha1', TREES)}`);
  expect((error as Error).message).toContain(`SHA-1 ${hashOf('sha1', other)}`);
  expect(provider.opened.map(({ from }) => from)).toEqual([0, 0]);
  expect([await count('snapshots'), await count('objects')]).toEqual([0, 0]);

  provider.opened.splice(0);
  provider.before = (_request, call) => (call === 1 ? respond(other, 0) : null);
  await fetchVersion(project, provider);
  await leavesOnly(1);
});

test('other bytes of a version that was replaced are no damage: the next run takes the newer one', async () => {
  const project = await testProjects(app).addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  provider.before = () => respond(packageBytes('rebuilt', 300), 0);
  const pinned = { version: 'v1', files: provider.listed() };
  provider.version = 'v2';
  await expect(fetchVersion(project, provider, pinned)).rejects.toMatchObject({
    outcome: 'retry',
    code: 'field_sync.version_replaced',
  });
});

test.each([
  [429, { 'retry-after': '7' }, { outcome: 'retry', retryAfterMs: 7_000 }],
  [503, {}, { outcome: 'retry' }],
  [404, {}, { outcome: 'pause' }],
])(
  'a status %i of the provider ends the fetch as the fault table says',
  async (status, headers, expected) => {
    const project = await testProjects(app).addProject();
    const provider = createScriptedProvider({ 'trees.gpkg': TREES });
    provider.before = () => ({ ...respond(Buffer.alloc(0), 0), status, headers });
    await expect(fetchVersion(project, provider)).rejects.toMatchObject(expected);
  },
);

test('a page instead of a package is refused, although the list has no hash for it', async () => {
  const project = await testProjects(app).addProject();
  const page = Buffer.from('<!doctype html><title>Maintenance</title>'.padEnd(200));
  const provider = createScriptedProvider({ 'trees.gpkg': page });
  await expect(fetchVersion(project, provider, { files: provider.listed('none') })).rejects.toMatchObject({
    outcome: 'pause',
    code: 'field_sync.not_a_geopackage',
  });
  expect(await count('snapshots')).toBe(0);
});

test('a package without the mark of a GeoPackage, and one with a write-ahead log beside it, come with warnings', async () => {
  const project = await testProjects(app).addProject();
  const unmarked = packageBytes('trees').fill(0, 68, 72);
  const provider = createScriptedProvider({ 'trees.gpkg': unmarked, 'trees.gpkg-wal': PHOTO });
  const { warnings } = await fetchVersion(project, provider);
  expect(warnings).toEqual([
    expect.stringContaining('not marked as a GeoPackage'),
    expect.stringContaining('trees.gpkg-wal'),
  ]);
});

test('a version without the package is refused', async () => {
  const project = await testProjects(app).addProject();
  const provider = createScriptedProvider({ 'other.gpkg': TREES });
  await expect(fetchVersion(project, provider)).rejects.toMatchObject({ code: 'field_sync.package_missing' });
});

test('one of many files that fails ends the fetch, and the others are found by the next attempt', async () => {
  const project = await testProjects(app).addProject();
  const photos = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`DCIM/${at}.jpg`, Buffer.alloc(1_000, `photo ${at}`)]),
  );
  const provider = createScriptedProvider({ 'trees.gpkg': TREES, ...photos });
  provider.before = ({ file }) =>
    file.path === 'DCIM/10.jpg' ? { ...respond(Buffer.alloc(0), 0), status: 500 } : null;
  await expect(fetchVersion(project, provider)).rejects.toMatchObject({ outcome: 'retry' });
  const before = provider.opened.length;
  expect(await count('objects')).toBeGreaterThanOrEqual(8);
  provider.before = null;
  await fetchVersion(project, provider);
  expect(provider.opened.length - before).toBeLessThanOrEqual(13);
  await leavesOnly(21);
});

test('an object whose file is gone is fetched again and takes its place in all snapshots', async () => {
  const project = await testProjects(app).addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  await fetchVersion(project, provider);
  const sha256 = hashOf('sha256', TREES);
  for (const key of await objectKeys()) await app.context.storage.delete(key);
  expect(await createPackages().findPackage(project.id, sha256)).toBeNull();
  const next = createScriptedProvider({ 'trees.gpkg': TREES, 'DCIM/1.jpg': PHOTO });
  await fetchVersion(project, next, { version: 'v2' });
  expect(await createPackages().findPackage(project.id, sha256)).not.toBeNull();
  expect(await count('snapshot_files')).toBe(3);
  await leavesOnly(2);
});

/** Fetches versions v1, v2, …, each with a package of its own. */
async function fetchVersions(project: ProjectRow, number: number) {
  const snapshots = [];
  for (let at = 1; at <= number; at += 1) {
    const provider = createScriptedProvider({ 'trees.gpkg': packageBytes(`v${at}`), 'DCIM/1.jpg': PHOTO });
    snapshots.push((await fetchVersion(project, provider, { version: `v${at}` })).snapshot);
  }
  return snapshots;
}

const versionsOf = async (project: ProjectRow) =>
  (await createPackages().list(project.id)).map(({ version }) => version);

test('retention removes snapshots that are old and beyond the number, with objects that no other has', async () => {
  const project = await testProjects(app).addProject();
  await app.admin.query('UPDATE field_sync.projects SET retention = 30, retention_count = 2 WHERE id = $1', [
    project.id,
  ]);
  await fetchVersions(project, 4);
  await createPackages().retain(project.id);
  expect(await versionsOf(project)).toEqual(['v4', 'v3', 'v2', 'v1']);
  now += 31 * DAY_MS;
  await createPackages().retain(project.id);
  expect(await versionsOf(project)).toEqual(['v4', 'v3']);
  await leavesOnly(3);
});

test('retention never removes what the tables hold, what an open run works on, nor what a plan needs', async () => {
  const project = await testProjects(app).addProject();
  await app.admin.query('UPDATE field_sync.projects SET retention = 0, retention_count = 0 WHERE id = $1', [
    project.id,
  ]);
  const [applied, base, planned, pinned, doomed] = await fetchVersions(project, 5);
  const { db } = app.context;
  await db
    .updateTable('projects')
    .set({ applied_snapshot_id: applied!.id })
    .where('id', '=', project.id)
    .execute();
  const run = await db
    .insertInto('runs')
    .values({ project_id: project.id, kind: 'sync', status: 'running', version: pinned!.version })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('plans')
    .values({
      ...{ project_id: project.id, run_id: run.id, seq: 1, items: '[]', snapshot_id: planned!.id },
      ...{ base_sha256: base!.packageSha256, package_sha256: planned!.packageSha256 },
    })
    .execute();
  now += DAY_MS;
  await createPackages().retain(project.id);
  expect(await versionsOf(project)).toEqual(['v4', 'v3', 'v2', 'v1']);
  expect(doomed!.version).toBe('v5');
});

test('the sweep removes downloads and objects that nobody comes back for, and nothing else', async () => {
  const project = await testProjects(app).addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES, 'DCIM/1.jpg': PHOTO });
  await fetchVersion(project, provider);
  const other = packageBytes('left', 90_000);
  const left = createScriptedProvider({ 'trees.gpkg': other, 'DCIM/2.jpg': PHOTO.subarray(1) });
  left.before = ({ from, file }) =>
    file.path === 'trees.gpkg' ? respond(other, from, { cutAt: from }) : null;
  await expect(fetchVersion(project, left)).rejects.toMatchObject({ code: 'field_sync.connection_lost' });
  expect([await count('downloads'), (await partNames()).length, await count('objects')]).toEqual([1, 1, 3]);
  expect(await createPackages().sweep()).toBe(0);
  now += 8 * DAY_MS;
  expect(await createPackages().sweep()).toBe(2);
  await leavesOnly(2);
});

test('a full list of kept packages has a name for each of them', async () => {
  const project = await testProjects(app).addProject({ geopackage: 'data/trees & more.gpkg' });
  const provider = createScriptedProvider({ 'data/trees & more.gpkg': TREES });
  await fetchVersion(project, provider, { version: '2026-11-27T12:00:00.123Z' });
  const [kept] = await createPackages().list(project.id);
  expect(kept).toMatchObject({
    name: `trees_more-2026-11-27T12_00_00.123Z-${hashOf('sha256', TREES).slice(0, 8)}.gpkg`,
    size: TREES.length,
    isApplied: false,
  });
  await expect(createPackages().get(project.id, '../trees.gpkg')).rejects.toMatchObject({
    kind: 'not_found',
  });
});
