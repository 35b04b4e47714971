import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { startPackageApp } from './package-app.ts';
import type { PackageApp } from './package-app.ts';
import { createScriptedProvider, hashOf, packageBytes, respond } from './scripted-provider.ts';

const MIB = 1024 * 1024;
const TREES = packageBytes('trees', 100_000);
const PHOTO = Buffer.alloc(50_000, 'photo');

let packages: PackageApp;
beforeAll(async () => void (packages = await startPackageApp()));
afterEach(() => packages.clear());
afterAll(() => packages.close());

test('a version is fetched, verified and kept, and its bytes are found again by their hashes', async () => {
  const project = await packages.addProject();
  const provider = createScriptedProvider({
    'trees.gpkg': TREES,
    'DCIM/1.jpg': PHOTO,
    'DCIM/copy.jpg': PHOTO,
  });
  const seen: { total: number; fetched: number }[] = [];
  const fetched = await packages.fetchVersion(project, provider, {
    onBytes: (bytes) => void seen.push(bytes),
  });
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
  const path = await packages.service().findPackage(project.id, hashOf('sha256', TREES));
  expect(path).toBe(
    packages.app.context.storage.path((await packages.objectKeys()).find((key) => path!.endsWith(key))!),
  );
  await packages.expectObjects(2);
});

test('the next version fetches only what is missing, also when it lists the other kind of hash', async () => {
  const project = await packages.addProject();
  await packages.fetchVersion(project, createScriptedProvider({ 'trees.gpkg': TREES, 'DCIM/1.jpg': PHOTO }));
  const next = createScriptedProvider({ 'trees.gpkg': packageBytes('more trees'), 'DCIM/1.jpg': PHOTO });
  const { bytesFetched } = await packages.fetchVersion(project, next, {
    version: 'v2',
    files: next.listed('sha256'),
  });
  expect(next.opened).toEqual([{ path: 'trees.gpkg', from: 0 }]);
  expect(bytesFetched).toBe(200);
  expect([await packages.count('snapshots'), await packages.count('snapshot_files')]).toEqual([2, 4]);
  await packages.expectObjects(3);
});

test('a version with the very same files is the same snapshot, and one with other files is not', async () => {
  const project = await packages.addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES, 'DCIM/1.jpg': PHOTO });
  const first = await packages.fetchVersion(project, provider, { version: '10:00' });
  const second = await packages.fetchVersion(project, provider, { version: '10:01' });
  expect(second).toMatchObject({ snapshot: { ...first.snapshot, version: '10:01' }, bytesFetched: 0 });
  const fewer = createScriptedProvider({ 'trees.gpkg': TREES });
  const third = await packages.fetchVersion(project, fewer, { version: '10:02' });
  const renamed = createScriptedProvider({ 'trees.gpkg': TREES, 'DCIM/2.jpg': PHOTO });
  const fourth = await packages.fetchVersion(project, renamed, { version: '10:03' });
  expect(new Set([first, third, fourth].map(({ snapshot }) => snapshot.id)).size).toBe(3);
  expect(await packages.count('snapshot_files')).toBe(5);
});

test('one object serves two projects that fetch the same bytes at the same time', async () => {
  const projects = [await packages.addProject(), await packages.addProject()];
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  await Promise.all(projects.map((project) => packages.fetchVersion(project, provider)));
  expect(await packages.count('snapshots')).toBe(2);
  await packages.expectObjects(1);
});

test('a project that wants only its package fetches no other file', async () => {
  const project = await packages.addProject({ row: { files: 'package' } });
  const provider = createScriptedProvider({ 'DCIM/1.jpg': PHOTO, 'trees.gpkg': TREES });
  expect((await packages.fetchVersion(project, provider)).bytesTotal).toBe(TREES.length);
  expect(provider.opened).toEqual([{ path: 'trees.gpkg', from: 0 }]);
});

test('a download over connections that are lost continues where it stopped', async () => {
  const project = await packages.addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  provider.before = ({ from }) => (from < 80_000 ? respond(TREES, from, { cutAt: from + 30_000 }) : null);
  await packages.fetchVersion(project, provider);
  expect(provider.opened.map(({ from }) => from)).toEqual([0, 30_000, 60_000, 90_000]);
  await packages.expectObjects(1);
});

test('a fetch that is stopped between two attempts ends with the reason', async () => {
  const project = await packages.addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  const leaving = new AbortController();
  provider.before = ({ from }, call) => {
    if (call === 3) leaving.abort(new Error('the project was stopped'));
    return respond(TREES, from, { cutAt: from });
  };
  await expect(packages.fetchVersion(project, provider, { signal: leaving.signal })).rejects.toThrow(
    'the project was stopped',
  );
  expect(provider.opened).toHaveLength(3);
});

test('what a process that was killed has fetched is not fetched again, also for the next version', async () => {
  const project = await packages.addProject();
  const large = packageBytes('large', 12 * MIB);
  const provider = createScriptedProvider({ 'trees.gpkg': large });
  const leaving = new AbortController();
  provider.before = ({ from, signal }, call) =>
    call === 1 ? respond(large, from, { cutAt: 10 * MIB, hangs: signal }) : null;
  const stale = packages.fetchVersion(project, provider, { signal: leaving.signal });
  stale.catch(() => undefined);
  await until('some bytes are saved', async () => {
    const { rows } = await packages.app.admin.query('SELECT saved_bytes FROM field_sync.downloads');
    return Number(rows[0]?.saved_bytes ?? 0) >= 2 * MIB;
  });
  // The process is only thought dead: it still writes when the next one has taken over.
  const { bytesFetched } = await packages.fetchVersion(project, provider, { version: 'v2' });
  expect(provider.opened).toHaveLength(2);
  expect(provider.opened[1]!.from).toBeGreaterThanOrEqual(2 * MIB);
  expect(bytesFetched).toBe(12 * MIB - provider.opened[1]!.from);
  leaving.abort(new Error('the process ends'));
  await expect(stale).rejects.toThrow();
  const { rows } = await packages.app.admin.query('SELECT sha256 FROM field_sync.objects');
  expect(rows).toEqual([{ sha256: hashOf('sha256', large) }]);
  await packages.expectObjects(1);
});

test('a file with a wrong hash is fetched once more from its first byte, then fails with both hashes', async () => {
  const project = await packages.addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  const other = packageBytes('other', TREES.length);
  provider.before = () => respond(other, 0);
  const error = await packages.fetchVersion(project, provider).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ outcome: 'damaged', code: 'field_sync.hash_mismatch' });
  expect((error as Error).message).toContain(`SHA-1 ${hashOf('sha1', TREES)}`);
  expect((error as Error).message).toContain(`SHA-1 ${hashOf('sha1', other)}`);
  expect(provider.opened.map(({ from }) => from)).toEqual([0, 0]);
  expect([await packages.count('snapshots'), await packages.count('objects')]).toEqual([0, 0]);

  provider.opened.splice(0);
  provider.before = (_request, call) => (call === 1 ? respond(other, 0) : null);
  await packages.fetchVersion(project, provider);
  await packages.expectObjects(1);
});

test('other bytes of a version that was replaced are not damage: the next run takes the newer one', async () => {
  const project = await packages.addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  provider.before = () => respond(packageBytes('rebuilt', 300), 0);
  const pinned = { version: 'v1', files: provider.listed() };
  provider.version = 'v2';
  await expect(packages.fetchVersion(project, provider, pinned)).rejects.toMatchObject({
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
    const project = await packages.addProject();
    const provider = createScriptedProvider({ 'trees.gpkg': TREES });
    provider.before = () => ({ ...respond(Buffer.alloc(0), 0), status, headers });
    await expect(packages.fetchVersion(project, provider)).rejects.toMatchObject(expected);
  },
);

test('a page instead of a package is refused, although the list has no hash for it', async () => {
  const project = await packages.addProject();
  const page = Buffer.from('<!doctype html><title>Maintenance</title>'.padEnd(200));
  const provider = createScriptedProvider({ 'trees.gpkg': page });
  await expect(
    packages.fetchVersion(project, provider, { files: provider.listed('none') }),
  ).rejects.toMatchObject({
    outcome: 'pause',
    code: 'field_sync.not_a_geopackage',
  });
  expect(await packages.count('snapshots')).toBe(0);
});

test('a package without the mark of a GeoPackage, and one with a write-ahead log next to it, come with warnings', async () => {
  const project = await packages.addProject();
  const unmarked = packageBytes('trees').fill(0, 68, 72);
  const provider = createScriptedProvider({ 'trees.gpkg': unmarked, 'trees.gpkg-wal': PHOTO });
  const { warnings } = await packages.fetchVersion(project, provider);
  expect(warnings).toEqual([
    expect.stringContaining('not marked as a GeoPackage'),
    expect.stringContaining('trees.gpkg-wal'),
  ]);
});

test('a version without the package is refused', async () => {
  const project = await packages.addProject();
  const provider = createScriptedProvider({ 'other.gpkg': TREES });
  await expect(packages.fetchVersion(project, provider)).rejects.toMatchObject({
    code: 'field_sync.package_missing',
  });
});

test('one of many files that fails ends the fetch, and the others are found by the next attempt', async () => {
  const project = await packages.addProject();
  const photos = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`DCIM/${at}.jpg`, Buffer.alloc(1_000, `photo ${at}`)]),
  );
  const provider = createScriptedProvider({ 'trees.gpkg': TREES, ...photos });
  provider.before = ({ file }) =>
    file.path === 'DCIM/10.jpg' ? { ...respond(Buffer.alloc(0), 0), status: 500 } : null;
  await expect(packages.fetchVersion(project, provider)).rejects.toMatchObject({ outcome: 'retry' });
  const before = provider.opened.length;
  expect(await packages.count('objects')).toBeGreaterThanOrEqual(8);
  provider.before = null;
  await packages.fetchVersion(project, provider);
  expect(provider.opened.length - before).toBeLessThanOrEqual(13);
  await packages.expectObjects(21);
});

test('an object whose file is gone is fetched again and takes its place in all snapshots', async () => {
  const project = await packages.addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES });
  await packages.fetchVersion(project, provider);
  const sha256 = hashOf('sha256', TREES);
  for (const key of await packages.objectKeys()) await packages.app.context.storage.delete(key);
  expect(await packages.service().findPackage(project.id, sha256)).toBeNull();
  const next = createScriptedProvider({ 'trees.gpkg': TREES, 'DCIM/1.jpg': PHOTO });
  await packages.fetchVersion(project, next, { version: 'v2' });
  expect(await packages.service().findPackage(project.id, sha256)).not.toBeNull();
  expect(await packages.count('snapshot_files')).toBe(3);
  await packages.expectObjects(2);
});
