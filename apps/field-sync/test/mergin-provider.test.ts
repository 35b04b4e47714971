import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startMerginConnections } from './mergin-connections.ts';
import type { MerginConnections } from './mergin-connections.ts';

const { signal } = new AbortController();

let mergin: MerginConnections;
beforeEach(async () => void (mergin = await startMerginConnections()));
afterEach(() => mergin.close());

test('lists the projects of a workspace, finds by a part of the name, and stops at the limit', async () => {
  for (const name of ['alder', 'birch', 'oak'])
    mergin.server.createProject(name, { files: { 'a.txt': 'x' } });
  mergin.server.createProject('elsewhere', { namespace: 'elsewhere', isPublic: true });
  const ofField = await mergin.provider.list({ workspace: 'field' });
  expect(ofField).toMatchObject([
    { label: 'field/alder', version: 'v1', updatedAt: expect.any(Date), hasConflict: false },
    { label: 'field/birch' },
    { label: 'field/oak' },
  ]);
  expect(await mergin.provider.list({ q: 'IRC' })).toHaveLength(1);
  expect(await mergin.provider.list({ limit: 2 })).toHaveLength(2);
});

test('lists more projects than a page has, and what is private after the token has expired', async () => {
  for (let index = 0; index < 130; index += 1) mergin.server.createProject(`project ${index}`);
  expect(await mergin.provider.list({})).toHaveLength(130);
  mergin.server.expireTokens();
  mergin.server.requests.length = 0;
  expect(await mergin.provider.list({})).toHaveLength(130);
  expect(mergin.signIns()).toBe(1);
});

test('resolves an id and a name to the same project, and refuses anything else', async () => {
  const project = mergin.server.createProject('oak & elm', { files: { 'a.txt': 'x' } });
  const expected = { id: project.id, label: 'field/oak & elm', version: 'v1' };
  expect(await mergin.provider.resolve('field/oak & elm')).toMatchObject(expected);
  expect(await mergin.provider.resolve(` ${project.id} `)).toMatchObject(expected);
  for (const wrong of ['oak', 'a/b/c', '/oak', 'field/']) {
    await expect(mergin.provider.resolve(wrong)).rejects.toMatchObject({
      outcome: 'pause',
      code: 'field_sync.project_name',
    });
  }
  await expect(mergin.provider.resolve('field/none')).rejects.toMatchObject({
    code: 'field_sync.provider_missing',
  });
});

for (const v2 of [true, false]) {
  describe(v2 ? 'with v2' : 'without v2', () => {
    beforeEach(() => {
      mergin.server.settings.v2 = v2;
    });

    test('polls 250 projects at once', async () => {
      const projects = Array.from({ length: 250 }, (_, index) =>
        mergin.server.createProject(`project ${index}`),
      );
      if (!v2) await mergin.provider.list({});
      mergin.server.requests.length = 0;
      const results = await mergin.provider.poll(projects.map(({ id }) => id));
      expect(results.size).toBe(250);
      expect([...results.values()].every((result) => 'version' in result && result.version === 'v0')).toBe(
        true,
      );
      expect(mergin.requestsTo(/batch|by_names/)).toBe(v2 ? 3 : 6);
      expect(mergin.requestsTo(/by_uuid/)).toBe(0);
    });

    test('a version moves from v26 to v92 in one poll, and its authors are known', async () => {
      const project = mergin.server.createProject('oak', { files: { 'survey.gpkg': 'rows' } });
      const commit = (author: string) =>
        mergin.server.commitVersion(project, { author, files: { 'a.txt': randomUUID() } });
      while (commit('ada') < 26);
      expect((await mergin.provider.poll([project.id])).get(project.id)).toMatchObject({ version: 'v26' });
      while (commit('grace') < 92);
      expect((await mergin.provider.poll([project.id])).get(project.id)).toMatchObject({ version: 'v92' });
      const authors = await mergin.provider.authors!(project.id, { since: 'v26', to: 'v92' });
      expect(authors).toHaveLength(66);
      expect(authors[0]).toEqual({ version: 'v92', author: 'grace', createdAt: expect.any(Date) });
      expect(authors.at(-1)).toMatchObject({ version: 'v27' });
      expect(await mergin.provider.authors!(project.id, { since: null, to: 'v26' })).toMatchObject([
        { author: 'ada' },
      ]);
    });

    test('an expired token makes every project missing: one sign-in, and none of them is', async () => {
      const projects = Array.from({ length: 120 }, (_, index) =>
        mergin.server.createProject(`project ${index}`),
      );
      const ids = projects.map(({ id }) => id);
      await mergin.provider.poll(ids);
      mergin.server.expireTokens();
      mergin.server.requests.length = 0;
      const results = await mergin.provider.poll(ids);
      expect([...results.values()].every((result) => 'version' in result)).toBe(true);
      expect(mergin.signIns()).toBe(1);
    });

    test('a project that is gone or closed is reported as such, without a sign-in at each poll', async () => {
      const gone = mergin.server.createProject('gone');
      const closed = mergin.server.createProject('closed');
      const there = mergin.server.createProject('there');
      const ids = [gone.id, closed.id, there.id];
      await mergin.provider.poll(ids);
      gone.removed = true;
      closed.namespace = 'elsewhere';
      mergin.server.requests.length = 0;
      for (let poll = 0; poll < 3; poll += 1) {
        const results = await mergin.provider.poll(ids);
        expect(results.get(gone.id)).toMatchObject({ problem: 'missing', sentence: expect.any(String) });
        expect(results.get(closed.id)).toMatchObject({ problem: 'denied' });
        expect(results.get(there.id)).toMatchObject({ version: 'v0' });
      }
      expect(mergin.signIns()).toBe(0);
      if (v2) expect(mergin.requestsTo('/v2/projects/batch')).toBe(4);
    });

    test('a rename stops no project, even where another takes its name', async () => {
      const project = mergin.server.createProject('oak', { files: { 'a.txt': 'of oak' } });
      await mergin.provider.poll([project.id]);
      await mergin.provider.list({});
      project.name = 'quercus';
      mergin.server.createProject('oak', { files: { 'a.txt': 'of another' } });
      expect((await mergin.provider.poll([project.id])).get(project.id)).toMatchObject({ version: 'v1' });
      const [file] = await mergin.provider.files(project.id, 'v1');
      const { body } = await mergin.provider.open(project.id, {
        version: 'v1',
        file: file!,
        from: 0,
        signal,
      });
      expect(await text(body)).toBe('of oak');
    });
  });
}

test('an answer as nobody under a good token is asked for once more', async () => {
  const project = mergin.server.createProject('oak', { files: { 'a.txt': 'x' } });
  await mergin.provider.poll([project.id]);
  mergin.server.requests.length = 0;
  mergin.server.fail({ path: '/v2/projects/batch', quirk: 'nobody' });
  expect((await mergin.provider.poll([project.id])).get(project.id)).toMatchObject({ version: 'v1' });
  mergin.server.fail({ path: /\/raw\//, quirk: 'nobody' });
  const [file] = await mergin.provider.files(project.id, 'v1');
  expect(
    (await mergin.provider.open(project.id, { version: 'v1', file: file!, from: 0, signal })).status,
  ).toBe(200);
  expect(mergin.signIns()).toBe(0);
});

test('polls in maintenance, when every other POST is refused', async () => {
  const projects = ['oak', 'elm'].map((name) => mergin.server.createProject(name));
  mergin.server.settings.maintenance = true;
  const results = await mergin.provider.poll(projects.map(({ id }) => id));
  expect([...results.values()]).toMatchObject([{ version: 'v0' }, { version: 'v0' }]);
  mergin.server.settings.maintenance = false;
  mergin.server.requests.length = 0;
  await mergin.provider.poll(projects.map(({ id }) => id));
  expect(mergin.requestsTo('/v2/projects/batch')).toBe(1);
});

test('polls projects by the names that were entered as well', async () => {
  const project = mergin.server.createProject('oak');
  const results = await mergin.provider.poll(['field/oak', 'field/none', project.id.toUpperCase()]);
  expect(results.get('field/oak')).toMatchObject({ version: 'v0' });
  expect(results.get('field/none')).toMatchObject({ problem: 'missing' });
  expect(results.get(project.id.toUpperCase())).toMatchObject({ version: 'v0' });
});

test('edits that nobody merged are files of their own', async () => {
  const project = mergin.server.createProject('oak', {
    files: {
      'survey.gpkg': 'rows',
      'survey (conflicted copy, ada v3).gpkg': 'rows',
      'survey (edit conflict, grace hopper v4).json': '{}',
      'conflict zone.txt': 'no conflict',
    },
  });
  expect(await mergin.provider.waiting!(project.id)).toMatchObject({
    count: 2,
    byStatus: { conflicted_copy: 1, edit_conflict: 1 },
    newest: expect.arrayContaining([
      expect.objectContaining({ author: 'grace hopper', status: 'edit_conflict', at: expect.any(Date) }),
      expect.objectContaining({ author: 'ada', label: 'survey (conflicted copy, ada v3).gpkg' }),
    ]),
    conflictFiles: expect.arrayContaining(['survey (conflicted copy, ada v3).gpkg']),
  });
  expect((await mergin.provider.list({}))[0]).toMatchObject({ hasConflict: true });
});

test('a wrong password stops all sign-ins', async () => {
  const project = mergin.server.createProject('oak');
  const provider = mergin.connect('wrong');
  for (let poll = 0; poll < 3; poll += 1) {
    await expect(provider.poll([project.id])).rejects.toMatchObject({ outcome: 'sign_in' });
  }
  expect(mergin.signIns()).toBe(1);
});

test('a page, half an answer or a broken connection is a failure of the provider', async () => {
  const project = mergin.server.createProject('oak');
  await mergin.provider.poll([project.id]);
  for (const [fault, outcome] of [
    [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, 'damaged'],
    [{ status: 200, body: '{"projects": [' }, 'damaged'],
    [{ status: 200, body: {} }, 'damaged'],
    [{ status: 502, body: 'bad gateway' }, 'retry'],
    [{ drop: true }, 'retry'],
    [{ cutAt: 10 }, 'retry'],
  ] as const) {
    const active = mergin.server.fail({ path: '/v2/projects/batch', ...fault });
    await expect(mergin.provider.poll([project.id])).rejects.toMatchObject({ outcome });
    active.remove();
  }
});

test('no request has a cookie, and the token is sent in one header', async () => {
  const project = mergin.server.createProject('oak', { files: { 'a.txt': 'x' } });
  await mergin.provider.poll([project.id]);
  await mergin.provider.list({});
  await mergin.provider.info(project.id);
  expect(mergin.server.requests.length).toBeGreaterThan(4);
  for (const { headers, path, authorization } of mergin.server.requests) {
    expect(headers.cookie).toBeUndefined();
    expect(authorization).toBe(path === '/v1/auth/login' ? 'none' : 'bearer');
  }
});

test('describes a project with the words of the provider', async () => {
  const project = mergin.server.createProject('oak', { files: { 'a.txt': 'x' } });
  expect(await mergin.provider.info('field/oak')).toMatchObject({
    project: { id: project.id, label: 'field/oak', version: 'v1' },
    files: [{ path: 'a.txt', size: 1 }],
    raw: { namespace: 'field', disk_usage: 1 },
  });
});
