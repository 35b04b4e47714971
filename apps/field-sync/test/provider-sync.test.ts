import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createGeopackage, startTestMerginMaps, startTestQFieldCloud, until } from '@cairn/testing';
import type { TestMerginMaps, TestQFieldCloud } from '@cairn/testing';
import { dayOfWork, workedTables } from './survey.ts';
import { PACKAGE, startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-provider-sync-'));
let sync: SyncApp;
let mergin: TestMerginMaps;
let cloud: TestQFieldCloud;
let survey: Buffer;
let servers: { mergin: number; cloud: number };
beforeAll(async () => {
  [sync, mergin, cloud] = await Promise.all([startSyncApp(), startTestMerginMaps(), startTestQFieldCloud()]);
  createGeopackage(join(folder, PACKAGE), workedTables());
  survey = readFileSync(join(folder, PACKAGE));
  servers = {
    mergin: await sync.addServer('Server field', 'field', mergin),
    cloud: await sync.addServer('Server cloud', 'cloud', cloud),
  };
  await sync.app.work().ready;
});
beforeEach(() => {
  mergin.reset();
  cloud.reset();
});
afterAll(async () => {
  await sync.close();
  await Promise.all([mergin.close(), cloud.close()]);
  rmSync(folder, { recursive: true });
});

const addProject = (name: string, serverId: number, projectRef: string) =>
  sync.startProject({ name, serverId, projectRef });

test('a version of Mergin Maps that moves from v26 to v92 is one run with all rows and the authors of 66 versions', async () => {
  const project = mergin.createProject('oak', { files: { [PACKAGE]: survey } });
  const work = (day: number, author: string) =>
    mergin.commitVersion(project, { author, edit: { [PACKAGE]: (db) => dayOfWork(db, day) } });
  for (let day = 1; work(day, 'ada') < 26; day += 1);
  const id = await addProject('oak', servers.mergin, 'field/oak');
  await sync.pollServer(servers.mergin);
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', version: 'v26', error: null });

  for (let day = 26; work(day, 'grace') < 92; day += 1);
  await sync.pollServer(servers.mergin);
  const run = await sync.ended(id);
  expect(run).toMatchObject({ status: 'applied', version: 'v92', seq: '2' });
  expect(run.authors).toHaveLength(66);
  expect(new Set(run.authors.map(({ author }: { author: string }) => author))).toEqual(new Set(['grace']));
  const latest = project.versions.at(-1)!.files.get(PACKAGE)!;
  expect(await sync.differences(latest.location, 'oak', 'trees')).toBe(0);
  expect(await sync.projects.runs(id)).toHaveLength(2);
  expect(await sync.projects.project(id)).toMatchObject({ provider_id: project.id, applied_version: 'v92' });
});

test('an expired token pauses no project of Mergin Maps: one sign-in, and the next version is applied', async () => {
  const names = ['ash', 'beech', 'cedar'];
  const projects = names.map((name) => mergin.createProject(name, { files: { [PACKAGE]: survey } }));
  const ids = [];
  for (const name of names) ids.push(await addProject(name, servers.mergin, `field/${name}`));
  await sync.pollServer(servers.mergin);
  for (const id of ids) expect(await sync.ended(id)).toMatchObject({ status: 'applied' });

  mergin.expireTokens();
  mergin.reset();
  mergin.commitVersion(projects[0]!, { edit: { [PACKAGE]: (db) => dayOfWork(db, 3) } });
  await sync.pollServer(servers.mergin);
  expect(await sync.ended(ids[0]!)).toMatchObject({ status: 'applied', version: 'v2' });
  for (const id of ids)
    expect(await sync.projects.project(id)).toMatchObject({ paused_code: null, problem: null });
  expect(mergin.requests.filter(({ path }) => path === '/v1/auth/login')).toHaveLength(1);
});

test('a project of Mergin Maps that is deleted is paused with its tables as they are, and continues once it is back', async () => {
  const project = mergin.createProject('yew', { files: { [PACKAGE]: survey } });
  const id = await addProject('yew', servers.mergin, project.id);
  await sync.pollServer(servers.mergin);
  await sync.ended(id);
  project.removed = true;
  await sync.pollServer(servers.mergin);
  expect(await sync.projects.project(id)).toMatchObject({
    ...{ started: true, paused_code: 'field_sync.project_missing' },
    paused_reason: expect.stringContaining('no such project'),
  });
  expect(await sync.query('SELECT count(*)::integer AS n FROM yew.trees')).toEqual([{ n: 200 }]);
  project.removed = false;
  mergin.commitVersion(project, { edit: { [PACKAGE]: (db) => dayOfWork(db, 3) } });
  await sync.pollServer(servers.mergin);
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', version: 'v2' });
  expect(await sync.projects.project(id)).toMatchObject({ paused_code: null });
});

test('a delta without items loses no rows: the file lists tell', async () => {
  const project = mergin.createProject('fir', { files: { [PACKAGE]: survey } });
  const id = await addProject('fir', servers.mergin, 'field/fir');
  await sync.pollServer(servers.mergin);
  await sync.ended(id);
  mergin.commitVersion(project, { edit: { [PACKAGE]: (db) => dayOfWork(db, 5) } });
  mergin.fail({ path: /\/delta$/, quirk: 'empty-delta', times: 10 });
  await sync.pollServer(servers.mergin);
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', version: 'v2' });
  const latest = project.versions.at(-1)!.files.get(PACKAGE)!;
  expect(await sync.differences(latest.location, 'fir', 'trees')).toBe(0);
});

test('a delta of QFieldCloud that changes no file is a run with nothing to do; nobody ever signs out', async () => {
  const project = await cloud.addProject({
    name: 'elm',
    files: { [PACKAGE]: survey, 'project.qgz': Buffer.from('a QGIS project') },
    layers: { trees: { file: PACKAGE, table: 'trees' }, elsewhere: null },
  });
  const id = await addProject('elm', servers.cloud, `${cloud.username}/elm`);
  await sync.pollServer(servers.cloud);
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq: '1' });

  cloud.addDelta(project.id, { localLayerId: 'elsewhere' });
  await cloud.applyDeltas(project.id);
  await sync.pollServer(servers.cloud);
  expect(await sync.ended(id)).toMatchObject({
    ...{ status: 'applied', version: project.dataLastUpdatedAt },
    ...{ inserted: '0', updated: '0', deleted: '0', bytes_fetched: '0' },
  });

  cloud.addDelta(project.id, {
    ...{ localLayerId: 'trees', localPk: '7', sourcePk: '7' },
    new: { attributes: { species: 'elm' } },
  });
  await cloud.applyDeltas(project.id);
  await sync.pollServer(servers.cloud);
  expect(await sync.ended(id)).toMatchObject({
    status: 'applied',
    updated: '1',
    inserted: '0',
    deleted: '0',
  });
  expect(await sync.query('SELECT species FROM elm.trees WHERE fid = 7')).toEqual([{ species: 'elm' }]);
  expect(cloud.requests.filter(({ path }) => path.includes('logout'))).toEqual([]);
});

test('versions of QFieldCloud have no order: a clock that is set back hides no change', async () => {
  const project = await cloud.addProject({ name: 'larch', files: { [PACKAGE]: survey } });
  const id = await addProject('larch', servers.cloud, project.id);
  await sync.pollServer(servers.cloud);
  await sync.ended(id);
  project.dataLastUpdatedAt = '2020-01-01T00:00:00.000001Z';
  await sync.pollServer(servers.cloud);
  expect(await sync.ended(id)).toMatchObject({
    status: 'applied',
    version: project.dataLastUpdatedAt,
    updated: '0',
  });
});

test('one server that fails delays no other', async () => {
  const pine = mergin.createProject('pine', { files: { [PACKAGE]: survey } });
  const id = await addProject('pine', servers.mergin, pine.id);
  cloud.fail({ path: /./, status: 502, times: 1000 });
  await sync.projects.passTime(servers.cloud);
  await sync.pollServer(servers.mergin);
  expect(await sync.ended(id)).toMatchObject({ status: 'applied' });
  expect(await sync.projects.server(servers.cloud)).toMatchObject({
    failures: 1,
    problem: expect.any(String),
  });
  expect(await sync.projects.server(servers.mergin)).toMatchObject({ failures: 0, problem: null });
});

test('a folder that changes before its run begins is applied in its new state', async () => {
  const other = await startSyncApp();
  const id = await other.addProject('heath', workedTables());
  await other.poll();
  await other.change('heath', (db) => dayOfWork(db, 3));
  await other.app.work().ready;
  expect(await other.ended(id)).toMatchObject({ status: 'failed', error_code: 'field_sync.version_gone' });
  await other.poll();
  await until('the new state is applied', async () => (await other.ended(id)).status === 'applied');
  expect(await other.differences(other.pathOf('heath'), 'heath', 'trees')).toBe(0);
  await other.close();
});
