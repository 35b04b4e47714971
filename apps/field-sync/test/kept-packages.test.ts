import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { checkIntegrity } from '../src/features/packages/integrity.ts';
import { startPackageApp } from './package-app.ts';
import type { PackageApp } from './package-app.ts';
import { createScriptedProvider, hashOf, packageBytes, respond } from './scripted-provider.ts';
import type { ProjectRow } from './test-projects.ts';

const CHECK = fileURLToPath(new URL('../src/integrity-check.ts', import.meta.url));
const DAY_MS = 86_400_000;
const TREES = packageBytes('trees');
const PHOTO = Buffer.alloc(50_000, 'photo');

let packages: PackageApp;
beforeAll(async () => void (packages = await startPackageApp()));
afterEach(() => packages.clear());
afterAll(() => packages.close());

/** Returns the path of the package that it kept. */
async function keepPackage(): Promise<{ path: string; key: string }> {
  const project = await packages.addProject();
  await packages.fetchVersion(project, createScriptedProvider({ 'trees.gpkg': TREES }));
  const path = (await packages.service().findPackage(project.id, hashOf('sha256', TREES)))!;
  return { path, key: path.split('/').slice(-2).join('/') };
}

const check = () => checkIntegrity(packages.app.context, { checksums: true });

test('kept files that agree with their rows have no findings', async () => {
  await keepPackage();
  expect(await check()).toEqual({ objects: 1, underWay: 0, findings: [] });
});

test.each<['missing' | 'size' | 'checksum', (path: string) => Promise<unknown>]>([
  ['missing', (path) => rm(path)],
  ['size', (path) => writeFile(path, 'short')],
  ['checksum', (path) => writeFile(path, packageBytes('other'))],
])('a row whose object has another state is found: %s', async (kind, spoil) => {
  const { path, key } = await keepPackage();
  await spoil(path);
  expect((await check()).findings).toEqual([{ kind, objectKey: key, message: expect.stringContaining(key) }]);
});

test('an object without a row is found, and one that is just being kept is not', async () => {
  const { storage } = packages.app.context;
  const orphan = `aa/${'a'.repeat(64)}-00000000`;
  await mkdir(dirname(storage.path(orphan)), { recursive: true });
  await writeFile(storage.path(orphan), 'x');
  const source = join(packages.app.storageRoot, 'source');
  await writeFile(source, 'under way');
  const object = await storage.adopt({ path: source, sha256: hashOf('sha256', Buffer.from('under way')) });
  expect(await check()).toEqual({
    objects: 0,
    underWay: 1,
    findings: [{ kind: 'orphan', objectKey: orphan, message: expect.stringContaining(orphan) }],
  });
  await object.remove();
});

test('the command says what it found, and ends with 1 when it found something', async () => {
  const { path, key } = await keepPackage();
  await rm(path);
  const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: packages.app.database.url('field_sync'),
      STORAGE_ROOT: packages.app.storageRoot,
    };
    const { serviceSecret } = packages.app.config;
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', CHECK, '--json'],
      { env: { ...env, SERVICE_SECRET: serviceSecret, NODE_ENV: 'test' } },
      (error, out) => resolve({ code: error?.code ?? 0, stdout: out }),
    );
  });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ clean: false, objects: 1, findings: [{ object_key: key }] });
});

/** Fetches versions v1, v2, …, each with a package of its own. */
async function fetchVersions(project: ProjectRow, number: number) {
  const snapshots = [];
  for (let at = 1; at <= number; at += 1) {
    const provider = createScriptedProvider({ 'trees.gpkg': packageBytes(`v${at}`), 'DCIM/1.jpg': PHOTO });
    snapshots.push((await packages.fetchVersion(project, provider, { version: `v${at}` })).snapshot);
  }
  return snapshots;
}

const versionsOf = async (project: ProjectRow) =>
  (await packages.service().list(project.id)).map(({ version }) => version);

test('retention removes snapshots that are old and beyond the number, with objects that no other has', async () => {
  const project = await packages.addProject();
  await packages.app.admin.query(
    'UPDATE field_sync.projects SET retention = 30, retention_count = 2 WHERE id = $1',
    [project.id],
  );
  await fetchVersions(project, 4);
  await packages.service().retain(project.id);
  expect(await versionsOf(project)).toEqual(['v4', 'v3', 'v2', 'v1']);
  packages.clock.now += 31 * DAY_MS;
  // As two workers do at the same moment.
  await Promise.all([1, 2].map(() => packages.service().retain(project.id)));
  expect(await versionsOf(project)).toEqual(['v4', 'v3']);
  await packages.expectObjects(3);
});

test('retention never removes what the tables hold, what an open run works on, nor what a plan needs', async () => {
  const project = await packages.addProject();
  await packages.app.admin.query(
    'UPDATE field_sync.projects SET retention = 0, retention_count = 0 WHERE id = $1',
    [project.id],
  );
  const [applied, base, planned, pinned, oldest] = await fetchVersions(project, 5);
  const { db } = packages.app.context;
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
  packages.clock.now += DAY_MS;
  await packages.service().retain(project.id);
  expect(await versionsOf(project)).toEqual(['v4', 'v3', 'v2', 'v1']);
  expect(oldest!.version).toBe('v5');
});

test('the sweep removes downloads and objects that nobody comes back for, and nothing else', async () => {
  const project = await packages.addProject();
  const provider = createScriptedProvider({ 'trees.gpkg': TREES, 'DCIM/1.jpg': PHOTO });
  await packages.fetchVersion(project, provider);
  const other = packageBytes('left', 90_000);
  const left = createScriptedProvider({ 'trees.gpkg': other, 'DCIM/2.jpg': PHOTO.subarray(1) });
  left.before = ({ from, file }) =>
    file.path === 'trees.gpkg' ? respond(other, from, { cutAt: from }) : null;
  await expect(packages.fetchVersion(project, left)).rejects.toMatchObject({
    code: 'field_sync.connection_lost',
  });
  expect([
    await packages.count('downloads'),
    (await packages.partNames()).length,
    await packages.count('objects'),
  ]).toEqual([1, 1, 3]);
  expect(await packages.service().sweep()).toBe(0);
  packages.clock.now += 8 * DAY_MS;
  expect(await packages.service().sweep()).toBe(2);
  await packages.expectObjects(2);
});

test('a full list of kept packages has a name for each of them', async () => {
  const project = await packages.addProject({ geopackage: 'data/trees & more.gpkg' });
  const provider = createScriptedProvider({ 'data/trees & more.gpkg': TREES });
  await packages.fetchVersion(project, provider, { version: '2026-11-27T12:00:00.123Z' });
  const [kept] = await packages.service().list(project.id);
  expect(kept).toMatchObject({
    name: `trees_more-2026-11-27T12_00_00.123Z-${hashOf('sha256', TREES).slice(0, 8)}.gpkg`,
    size: TREES.length,
    isApplied: false,
  });
  await expect(packages.service().get(project.id, '../trees.gpkg')).rejects.toMatchObject({
    kind: 'not_found',
  });
});
