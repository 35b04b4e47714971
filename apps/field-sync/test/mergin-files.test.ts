import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createGeopackage, openGeopackage } from '@cairn/testing';
import type { ProviderDiff } from '../src/features/providers/types.ts';
import { startMerginConnections } from './mergin-connections.ts';
import type { MerginConnections } from './mergin-connections.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-mergin-files-'));
const { signal } = new AbortController();

let survey: Buffer;
beforeAll(() => {
  const path = join(folder, 'survey.gpkg');
  const rows = Array.from({ length: 200 }, (_, index) => ({ label: `tree ${index}` }));
  createGeopackage(path, [{ name: 'trees', columns: { label: 'TEXT' }, rows }]);
  survey = readFileSync(path);
});
afterAll(() => rmSync(folder, { recursive: true }));

let mergin: MerginConnections;
beforeEach(async () => void (mergin = await startMerginConnections()));
afterEach(() => mergin.close());

for (const v2 of [true, false]) {
  describe(v2 ? 'with v2' : 'without v2', () => {
    beforeEach(() => {
      mergin.server.settings.v2 = v2;
    });

    test('names the files of a version and reads them from any byte', async () => {
      const project = mergin.server.createProject('oak', {
        files: { 'survey.gpkg': survey, 'DCIM/a b.jpg': 'photo' },
      });
      mergin.server.commitVersion(project, { files: { 'DCIM/a b.jpg': null, 'new.txt': 'x' } });
      const files = await mergin.provider.files(project.id, 'v1');
      const sha1 = createHash('sha1').update(survey).digest('hex');
      expect(files).toMatchObject([
        { path: 'DCIM/a b.jpg', size: 5, modifiedAt: expect.any(Date) },
        { path: 'survey.gpkg', size: survey.length, sha1 },
      ]);
      expect((await mergin.provider.files(project.id, 'v2')).map(({ path }) => path)).toEqual([
        'new.txt',
        'survey.gpkg',
      ]);
      const open = (file: (typeof files)[0], from: number) =>
        mergin.provider.open(project.id, { version: 'v1', file, from, signal });
      const photo = await open(files[0]!, 2);
      expect(photo).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 2-4/5' } });
      expect(await text(photo.body)).toBe('oto');
      expect((await buffer((await open(files[1]!, 0)).body)).equals(survey)).toBe(true);
      await expect(mergin.provider.files(project.id, 'v3')).rejects.toMatchObject({
        ...{ code: 'field_sync.version_gone', outcome: 'retry' },
      });
    });

    test('differences lead from one version to another', async () => {
      const project = mergin.server.createProject('oak', { files: { 'survey.gpkg': survey } });
      for (let version = 2; version <= 12; version += 1) {
        mergin.server.commitVersion(project, {
          edit: {
            'survey.gpkg': (db) =>
              void db.exec(`UPDATE trees SET label = 'v${version}' WHERE fid = ${version}`),
          },
        });
      }
      const range = { path: 'survey.gpkg', since: 'v2', to: 'v11', signal };
      const diffs = (await mergin.provider.diffs!(project.id, range))!;
      const version2 = await download(project.id, 'v2');
      const version11 = await download(project.id, 'v11');
      expect(labelsOf(await applied(version2, project.id, diffs))).toEqual(labelsOf(version11));
      if (!v2) expect(diffs.map(({ id }) => id)).toEqual(Array.from({ length: 9 }, (_, i) => `v${i + 3}`));
    });

    test('a package that was replaced, deleted or is new has no differences', async () => {
      const project = mergin.server.createProject('oak', { files: { 'survey.gpkg': survey } });
      const edit = (db: { exec(sql: string): void }) => db.exec('ALTER TABLE trees ADD COLUMN height REAL');
      mergin.server.commitVersion(project, { edit: { 'survey.gpkg': edit } });
      mergin.server.commitVersion(project, { files: { 'new.gpkg': survey } });
      for (const path of ['survey.gpkg', 'new.gpkg', 'none.gpkg']) {
        const range = { path, since: 'v1', to: 'v3', signal };
        expect(await mergin.provider.diffs!(project.id, range)).toBeNull();
      }
    });
  });
}

async function download(id: string, version: string): Promise<Buffer> {
  const file = (await mergin.provider.files(id, version)).find(({ path }) => path === 'survey.gpkg')!;
  return buffer((await mergin.provider.open(id, { version, file, from: 0, signal })).body);
}

/** A package after differences that the provider sent. */
async function applied(bytes: Buffer, id: string, diffs: ProviderDiff[]): Promise<Buffer> {
  const path = join(folder, `${randomUUID()}.gpkg`);
  writeFileSync(path, bytes);
  const db = openGeopackage(path);
  for (const diff of diffs) {
    const { body } = await mergin.provider.openDiff!(id, { path: 'survey.gpkg', diff, from: 0, signal });
    expect(db.applyChangeset(await buffer(body))).toBe(true);
  }
  db.close();
  return readFileSync(path);
}

function labelsOf(bytes: Buffer): unknown[] {
  const path = join(folder, `${randomUUID()}.gpkg`);
  writeFileSync(path, bytes);
  const db = openGeopackage(path);
  const labels = db.prepare('SELECT fid, label FROM trees ORDER BY fid').all();
  db.close();
  return labels;
}

test('a delta without items means that the whole file is taken', async () => {
  const project = mergin.server.createProject('oak', { files: { 'survey.gpkg': survey } });
  const edit = (db: { exec(sql: string): void }) => db.exec("UPDATE trees SET label = 'x' WHERE fid = 1");
  mergin.server.commitVersion(project, { edit: { 'survey.gpkg': edit } });
  mergin.server.fail({ path: /delta$/, quirk: 'empty-delta' });
  const range = { path: 'survey.gpkg', since: 'v1', to: 'v2', signal };
  expect(await mergin.provider.diffs!(project.id, range)).toBeNull();
  expect(await mergin.provider.diffs!(project.id, range)).toHaveLength(1);
});

test('a difference that the server cannot put together means the whole file', async () => {
  const project = mergin.server.createProject('oak', { files: { 'survey.gpkg': survey } });
  const edit = (db: { exec(sql: string): void }) => db.exec("UPDATE trees SET label = 'x' WHERE fid = 1");
  mergin.server.commitVersion(project, { edit: { 'survey.gpkg': edit } });
  const [diff] = (await mergin.provider.diffs!(project.id, {
    path: 'survey.gpkg',
    since: 'v1',
    to: 'v2',
    signal,
  }))!;
  mergin.server.fail({ quirk: 'broken-diff' });
  const request = { path: 'survey.gpkg', diff: diff!, from: 0, signal };
  await expect(mergin.provider.openDiff!(project.id, request)).rejects.toMatchObject({
    outcome: 'restart_file',
  });
});

test('a token that expires before a download is renewed once, and the words of the provider count then', async () => {
  const project = mergin.server.createProject('oak', { files: { 'a.txt': 'x' } });
  const [file] = await mergin.provider.files(project.id, 'v1');
  mergin.server.expireTokens();
  mergin.server.requests.length = 0;
  expect(
    (await mergin.provider.open(project.id, { version: 'v1', file: file!, from: 0, signal })).status,
  ).toBe(200);
  project.namespace = 'elsewhere';
  await expect(
    mergin.provider.open(project.id, { version: 'v1', file: file!, from: 0, signal }),
  ).rejects.toMatchObject({
    ...{ outcome: 'pause', message: expect.stringContaining('permissions') },
  });
  expect(mergin.signIns()).toBe(1);
});
