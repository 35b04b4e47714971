import { buffer, text } from 'node:stream/consumers';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSafeFetch } from '@cairn/service';
import type { SafeFetch } from '@cairn/service';
import { createGeopackage, openGeopackage, startTestMerginMaps } from '@cairn/testing';
import type { TestMerginMaps } from '@cairn/testing';
import type { IssuedToken, TokenStore } from '../sign-in.ts';
import type { Provider, ProviderDiff } from '../types.ts';
import { createMerginProvider } from './provider.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-mergin-provider-'));
const signal = AbortSignal.timeout(120_000);
let safeFetch: SafeFetch;
let server: TestMerginMaps;
let provider: Provider;
let survey: Buffer;
beforeAll(() => {
  safeFetch = createSafeFetch({ allowedNetworks: ['127.0.0.0/8'], userAgent: 'test' });
  const path = join(folder, 'survey.gpkg');
  const rows = Array.from({ length: 200 }, (_, index) => ({ label: `tree ${index}` }));
  createGeopackage(path, [{ name: 'trees', columns: { label: 'TEXT' }, rows }]);
  survey = readFileSync(path);
});
beforeEach(async () => {
  server = await startTestMerginMaps();
  provider = createProvider();
});
afterEach(() => server.close());
afterAll(async () => {
  await safeFetch.close();
  rmSync(folder, { recursive: true });
});

/** With a session of its own, kept in memory. */
function createProvider(login: { username: string; password: string } = server): Provider {
  let issued: IssuedToken | null = null;
  let problem: string | null = null;
  const tokens: TokenStore = {
    read: async () => ({ issued, problem }),
    save: async (token) => void (issued = token),
    stop: async (sentence) => void (problem = sentence),
  };
  const { username, password } = login;
  return createMerginProvider({
    ...{ fetch: safeFetch, url: `${server.url}/`, username, password: () => password, tokens },
  });
}

function requestsTo(path: string | RegExp): number {
  return server.requests.filter((each) =>
    typeof path === 'string' ? each.path === path : path.test(each.path),
  ).length;
}

const signIns = () => requestsTo('/v1/auth/login');

test('lists the projects of a workspace, finds by a part of the name, and stops at the limit', async () => {
  for (const name of ['alder', 'birch', 'oak']) server.createProject(name, { files: { 'a.txt': 'x' } });
  server.createProject('elsewhere', { namespace: 'elsewhere', isPublic: true });
  const ofField = await provider.list({ workspace: 'field' });
  expect(ofField).toMatchObject([
    { label: 'field/alder', version: 'v1', updatedAt: expect.any(Date), hasConflict: false },
    { label: 'field/birch' },
    { label: 'field/oak' },
  ]);
  expect(await provider.list({ q: 'IRC' })).toHaveLength(1);
  expect(await provider.list({ limit: 2 })).toHaveLength(2);
});

test('lists more projects than a page has, and what is private after the token has expired', async () => {
  for (let index = 0; index < 130; index += 1) server.createProject(`project ${index}`);
  expect(await provider.list({})).toHaveLength(130);
  server.expireTokens();
  server.requests.length = 0;
  expect(await provider.list({})).toHaveLength(130);
  expect(signIns()).toBe(1);
});

test('resolves an id and a name to the same project, and refuses anything else', async () => {
  const project = server.createProject('oak & elm', { files: { 'a.txt': 'x' } });
  const expected = { id: project.id, label: 'field/oak & elm', version: 'v1' };
  expect(await provider.resolve('field/oak & elm')).toMatchObject(expected);
  expect(await provider.resolve(` ${project.id} `)).toMatchObject(expected);
  for (const wrong of ['oak', 'a/b/c', '/oak', 'field/']) {
    await expect(provider.resolve(wrong)).rejects.toMatchObject({
      outcome: 'pause',
      code: 'field_sync.project_name',
    });
  }
  await expect(provider.resolve('field/none')).rejects.toMatchObject({ code: 'field_sync.provider_missing' });
});

for (const v2 of [true, false]) {
  describe(v2 ? 'with v2' : 'without v2', () => {
    beforeEach(() => {
      server.settings.v2 = v2;
    });

    test('polls 250 projects at once', async () => {
      const projects = Array.from({ length: 250 }, (_, index) => server.createProject(`project ${index}`));
      if (!v2) await provider.list({});
      server.requests.length = 0;
      const results = await provider.poll(projects.map(({ id }) => id));
      expect(results.size).toBe(250);
      expect([...results.values()].every((result) => 'version' in result && result.version === 'v0')).toBe(
        true,
      );
      expect(requestsTo(/batch|by_names/)).toBe(v2 ? 3 : 6);
      expect(requestsTo(/by_uuid/)).toBe(0);
    });

    test('a version moves from v26 to v92 in one poll, and its authors are known', async () => {
      const project = server.createProject('oak', { files: { 'survey.gpkg': survey } });
      const commit = (author: string) =>
        server.commitVersion(project, { author, files: { 'a.txt': randomUUID() } });
      while (commit('ada') < 26);
      expect((await provider.poll([project.id])).get(project.id)).toMatchObject({ version: 'v26' });
      while (commit('grace') < 92);
      expect((await provider.poll([project.id])).get(project.id)).toMatchObject({ version: 'v92' });
      const authors = await provider.authors!(project.id, { since: 'v26', to: 'v92' });
      expect(authors).toHaveLength(66);
      expect(authors[0]).toEqual({ version: 'v92', author: 'grace', createdAt: expect.any(Date) });
      expect(authors.at(-1)).toMatchObject({ version: 'v27' });
      expect(await provider.authors!(project.id, { since: null, to: 'v26' })).toMatchObject([
        { author: 'ada' },
      ]);
    });

    test('an expired token makes every project missing: one sign-in, and none of them is', async () => {
      const projects = Array.from({ length: 120 }, (_, index) => server.createProject(`project ${index}`));
      const ids = projects.map(({ id }) => id);
      await provider.poll(ids);
      server.expireTokens();
      server.requests.length = 0;
      const results = await provider.poll(ids);
      expect([...results.values()].every((result) => 'version' in result)).toBe(true);
      expect(signIns()).toBe(1);
    });

    test('a project that is gone or closed is reported as such, without a sign-in at each poll', async () => {
      const gone = server.createProject('gone');
      const closed = server.createProject('closed');
      const there = server.createProject('there');
      const ids = [gone.id, closed.id, there.id];
      await provider.poll(ids);
      gone.removed = true;
      closed.namespace = 'elsewhere';
      server.requests.length = 0;
      for (let poll = 0; poll < 3; poll += 1) {
        const results = await provider.poll(ids);
        expect(results.get(gone.id)).toMatchObject({ problem: 'missing', sentence: expect.any(String) });
        expect(results.get(closed.id)).toMatchObject({ problem: 'denied' });
        expect(results.get(there.id)).toMatchObject({ version: 'v0' });
      }
      expect(signIns()).toBe(0);
      if (v2) expect(requestsTo('/v2/projects/batch')).toBe(4);
    });

    test('a rename stops no project, even where another takes its name', async () => {
      const project = server.createProject('oak', { files: { 'a.txt': 'of oak' } });
      await provider.poll([project.id]);
      await provider.list({});
      project.name = 'quercus';
      server.createProject('oak', { files: { 'a.txt': 'of another' } });
      expect((await provider.poll([project.id])).get(project.id)).toMatchObject({ version: 'v1' });
      const [file] = await provider.files(project.id, 'v1');
      const { body } = await provider.open(project.id, { version: 'v1', file: file!, from: 0, signal });
      expect(await text(body)).toBe('of oak');
    });

    test('names the files of a version and reads them from any byte', async () => {
      const project = server.createProject('oak', {
        files: { 'survey.gpkg': survey, 'DCIM/a b.jpg': 'photo' },
      });
      server.commitVersion(project, { files: { 'DCIM/a b.jpg': null, 'new.txt': 'x' } });
      const files = await provider.files(project.id, 'v1');
      const sha1 = createHash('sha1').update(survey).digest('hex');
      expect(files).toMatchObject([
        { path: 'DCIM/a b.jpg', size: 5, modifiedAt: expect.any(Date) },
        { path: 'survey.gpkg', size: survey.length, sha1 },
      ]);
      expect((await provider.files(project.id, 'v2')).map(({ path }) => path)).toEqual([
        'new.txt',
        'survey.gpkg',
      ]);
      const open = (file: (typeof files)[0], from: number) =>
        provider.open(project.id, { version: 'v1', file, from, signal });
      const photo = await open(files[0]!, 2);
      expect(photo).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 2-4/5' } });
      expect(await text(photo.body)).toBe('oto');
      expect((await buffer((await open(files[1]!, 0)).body)).equals(survey)).toBe(true);
      await expect(provider.files(project.id, 'v3')).rejects.toMatchObject({
        ...{ code: 'field_sync.version_gone', outcome: 'retry' },
      });
    });

    test('differences lead from one version to another', async () => {
      const project = server.createProject('oak', { files: { 'survey.gpkg': survey } });
      for (let version = 2; version <= 12; version += 1) {
        server.commitVersion(project, {
          edit: {
            'survey.gpkg': (db) =>
              void db.exec(`UPDATE trees SET label = 'v${version}' WHERE fid = ${version}`),
          },
        });
      }
      const range = { path: 'survey.gpkg', since: 'v2', to: 'v11', signal };
      const diffs = (await provider.diffs!(project.id, range))!;
      const version2 = await download(project.id, 'v2');
      const version11 = await download(project.id, 'v11');
      expect(labelsOf(await applied(version2, project.id, diffs))).toEqual(labelsOf(version11));
      if (!v2) expect(diffs.map(({ id }) => id)).toEqual(Array.from({ length: 9 }, (_, i) => `v${i + 3}`));
    });

    test('a package that was replaced, deleted or is new has no differences', async () => {
      const project = server.createProject('oak', { files: { 'survey.gpkg': survey } });
      const edit = (db: { exec(sql: string): void }) => db.exec('ALTER TABLE trees ADD COLUMN height REAL');
      server.commitVersion(project, { edit: { 'survey.gpkg': edit } });
      server.commitVersion(project, { files: { 'new.gpkg': survey } });
      for (const path of ['survey.gpkg', 'new.gpkg', 'none.gpkg']) {
        const range = { path, since: 'v1', to: 'v3', signal };
        expect(await provider.diffs!(project.id, range)).toBeNull();
      }
    });
  });
}

async function download(id: string, version: string): Promise<Buffer> {
  const file = (await provider.files(id, version)).find(({ path }) => path === 'survey.gpkg')!;
  return buffer((await provider.open(id, { version, file, from: 0, signal })).body);
}

/** A package after differences that the provider sent. */
async function applied(bytes: Buffer, id: string, diffs: ProviderDiff[]): Promise<Buffer> {
  const path = join(folder, `${randomUUID()}.gpkg`);
  writeFileSync(path, bytes);
  const db = openGeopackage(path);
  for (const diff of diffs) {
    const { body } = await provider.openDiff!(id, { path: 'survey.gpkg', diff, from: 0, signal });
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
  const project = server.createProject('oak', { files: { 'survey.gpkg': survey } });
  const edit = (db: { exec(sql: string): void }) => db.exec("UPDATE trees SET label = 'x' WHERE fid = 1");
  server.commitVersion(project, { edit: { 'survey.gpkg': edit } });
  server.fail({ path: /delta$/, quirk: 'empty-delta' });
  const range = { path: 'survey.gpkg', since: 'v1', to: 'v2', signal };
  expect(await provider.diffs!(project.id, range)).toBeNull();
  expect(await provider.diffs!(project.id, range)).toHaveLength(1);
});

test('a difference that the server cannot put together means the whole file', async () => {
  const project = server.createProject('oak', { files: { 'survey.gpkg': survey } });
  const edit = (db: { exec(sql: string): void }) => db.exec("UPDATE trees SET label = 'x' WHERE fid = 1");
  server.commitVersion(project, { edit: { 'survey.gpkg': edit } });
  const [diff] = (await provider.diffs!(project.id, { path: 'survey.gpkg', since: 'v1', to: 'v2', signal }))!;
  server.fail({ quirk: 'broken-diff' });
  const request = { path: 'survey.gpkg', diff: diff!, from: 0, signal };
  await expect(provider.openDiff!(project.id, request)).rejects.toMatchObject({ outcome: 'restart_file' });
});

test('an answer as nobody under a good token is asked for once more', async () => {
  const project = server.createProject('oak', { files: { 'a.txt': 'x' } });
  await provider.poll([project.id]);
  server.requests.length = 0;
  server.fail({ path: '/v2/projects/batch', quirk: 'nobody' });
  expect((await provider.poll([project.id])).get(project.id)).toMatchObject({ version: 'v1' });
  server.fail({ path: /\/raw\//, quirk: 'nobody' });
  const [file] = await provider.files(project.id, 'v1');
  expect((await provider.open(project.id, { version: 'v1', file: file!, from: 0, signal })).status).toBe(200);
  expect(signIns()).toBe(0);
});

test('a token that expires before a download is renewed once, and the words of the provider count then', async () => {
  const project = server.createProject('oak', { files: { 'a.txt': 'x' } });
  const [file] = await provider.files(project.id, 'v1');
  server.expireTokens();
  server.requests.length = 0;
  expect((await provider.open(project.id, { version: 'v1', file: file!, from: 0, signal })).status).toBe(200);
  project.namespace = 'elsewhere';
  await expect(
    provider.open(project.id, { version: 'v1', file: file!, from: 0, signal }),
  ).rejects.toMatchObject({
    ...{ outcome: 'pause', message: expect.stringContaining('permissions') },
  });
  expect(signIns()).toBe(1);
});

test('polls in maintenance, when every other POST is refused', async () => {
  const projects = ['oak', 'elm'].map((name) => server.createProject(name));
  server.settings.maintenance = true;
  const results = await provider.poll(projects.map(({ id }) => id));
  expect([...results.values()]).toMatchObject([{ version: 'v0' }, { version: 'v0' }]);
  server.settings.maintenance = false;
  server.requests.length = 0;
  await provider.poll(projects.map(({ id }) => id));
  expect(requestsTo('/v2/projects/batch')).toBe(1);
});

test('polls projects by the names that were entered as well', async () => {
  const project = server.createProject('oak');
  const results = await provider.poll(['field/oak', 'field/none', project.id.toUpperCase()]);
  expect(results.get('field/oak')).toMatchObject({ version: 'v0' });
  expect(results.get('field/none')).toMatchObject({ problem: 'missing' });
  expect(results.get(project.id.toUpperCase())).toMatchObject({ version: 'v0' });
});

test('edits that nobody merged are files of their own', async () => {
  const project = server.createProject('oak', {
    files: {
      'survey.gpkg': survey,
      'survey (conflicted copy, ada v3).gpkg': survey,
      'survey (edit conflict, grace hopper v4).json': '{}',
      'conflict zone.txt': 'no conflict',
    },
  });
  expect(await provider.waiting!(project.id)).toMatchObject({
    count: 2,
    byStatus: { conflicted_copy: 1, edit_conflict: 1 },
    newest: expect.arrayContaining([
      expect.objectContaining({ author: 'grace hopper', status: 'edit_conflict', at: expect.any(Date) }),
      expect.objectContaining({ author: 'ada', label: 'survey (conflicted copy, ada v3).gpkg' }),
    ]),
    conflictFiles: expect.arrayContaining(['survey (conflicted copy, ada v3).gpkg']),
  });
  expect((await provider.list({}))[0]).toMatchObject({ hasConflict: true });
});

test('a wrong password stops all sign-ins', async () => {
  const project = server.createProject('oak');
  provider = createProvider({ username: server.username, password: 'wrong' });
  for (let poll = 0; poll < 3; poll += 1) {
    await expect(provider.poll([project.id])).rejects.toMatchObject({ outcome: 'sign_in' });
  }
  expect(signIns()).toBe(1);
});

test('a page, half an answer or a broken connection is a failure of the provider', async () => {
  const project = server.createProject('oak');
  await provider.poll([project.id]);
  for (const [fault, outcome] of [
    [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, 'damaged'],
    [{ status: 200, body: '{"projects": [' }, 'damaged'],
    [{ status: 200, body: {} }, 'damaged'],
    [{ status: 502, body: 'bad gateway' }, 'retry'],
    [{ drop: true }, 'retry'],
    [{ cutAt: 10 }, 'retry'],
  ] as const) {
    const active = server.fail({ path: '/v2/projects/batch', ...fault });
    await expect(provider.poll([project.id])).rejects.toMatchObject({ outcome });
    active.remove();
  }
});

test('no request has a cookie, and the token is sent in one header', async () => {
  const project = server.createProject('oak', { files: { 'a.txt': 'x' } });
  await provider.poll([project.id]);
  await provider.list({});
  await provider.info(project.id);
  expect(server.requests.length).toBeGreaterThan(4);
  for (const { headers, path, authorization } of server.requests) {
    expect(headers.cookie).toBeUndefined();
    expect(authorization).toBe(path === '/v1/auth/login' ? 'none' : 'bearer');
  }
});

test('describes a project with the words of the provider', async () => {
  const project = server.createProject('oak', { files: { 'a.txt': 'x' } });
  expect(await provider.info('field/oak')).toMatchObject({
    project: { id: project.id, label: 'field/oak', version: 'v1' },
    files: [{ path: 'a.txt', size: 1 }],
    raw: { namespace: 'field', disk_usage: 1 },
  });
});
