import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { startTestReportServer } from './test-app.ts';
import type { TestReportServer } from './test-app.ts';

const VIEWS = '/api/v1/explorer/views';
const source = { datasource: 'sample', schema: 'public', table: 'places' };
const places = { title: 'Große Städte, 2024', kind: 'table', source };

let app: TestReportServer;
let ada: Person;
let eve: Person;
beforeAll(async () => {
  app = await startTestReportServer();
  ada = await app.signUp({ username: 'ada', service: 'view' });
  eve = await app.signUp({ username: 'eve', service: 'view' });
});
afterAll(() => app.close());

const save = (person: Person, json: object) => app.ask(person, { path: VIEWS, method: 'POST', json });

test('POST /api/v1/explorer/views saves a view under the slug of its title, and again under the same key', async () => {
  const query = { columns: ['name'], filter: { column: 'pop', op: 'gt', value: 5 } };
  const created = await save(ada, { ...places, query, visual: { panes: ['map'] } });
  expect(created).toMatchObject({
    status: 200,
    body: {
      ...places,
      key: 'grosse-stadte-2024',
      query,
      visual: { panes: ['map'] },
      revision: 1,
      owner: 'ada',
    },
  });
  const replaced = await save(ada, { ...places, description: ' about ' });
  expect(replaced.body).toMatchObject({
    key: created.body.key,
    revision: 2,
    description: 'about',
    query: {},
  });
  expect((await app.ask(ada, { path: VIEWS })).body.views).toEqual([replaced.body]);
  expect((await app.ask(ada, { path: `${VIEWS}/grosse-stadte-2024` })).body).toEqual(replaced.body);
});

test('POST /api/v1/explorer/views returns 409 with the current view when the revision is not the current one', async () => {
  const { body: first } = await save(ada, { ...places, key: 'Stale' });
  expect(first.key).toBe('stale');
  const { body: second } = await save(ada, { ...places, key: 'stale', revision: 1, kind: 'map' });
  const stale = await save(ada, { ...places, key: 'stale', revision: 1 });
  expect(stale).toMatchObject({ status: 409, body: { code: 'report-server.view_stale', current: second } });
  await app.ask(ada, { path: `${VIEWS}/stale`, method: 'DELETE' });
  expect(await save(ada, { ...places, key: 'stale', revision: 2 })).toMatchObject({
    status: 409,
    body: { current: null },
  });
});

test('POST /api/v1/explorer/views with is_default keeps one default view a person, also for two at once', async () => {
  const saved = await Promise.all(
    ['d1', 'd2', 'd3'].map((key) => save(eve, { ...places, key, is_default: true })),
  );
  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { body } = await app.ask(eve, { path: VIEWS });
  expect(body.views.filter((view: { is_default: boolean }) => view.is_default)).toHaveLength(1);
  await save(ada, { ...places, key: 'mine', is_default: true });
  expect((await app.ask(eve, { path: VIEWS })).body).toEqual(body);
});

test.each([
  ['no title', { title: ' \t ' }, /title/],
  ['a line break in the title', { title: 'a\nb' }, /control characters/],
  ['another kind', { kind: 'globe' }, /kind/],
  ['half a table', { source: { datasource: 'sample', table: 'x' } }, /source of a view/],
  ['a table and a report', { source: { ...source, report: 'x' } }, /source of a view/],
  ['a key with a slash', { key: '../x' }, /key/],
  ['an unknown field', { owner: 'eve' }, /owner/],
])('POST /api/v1/explorer/views returns 400 for %s', async (_what, change, message) => {
  const { status, body } = await save(ada, { ...places, ...change });
  expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringMatching(message) });
});

test('GET /api/v1/explorer/views/{key} and DELETE /api/v1/explorer/views/{key} return 404 for a view of another owner, as for a missing one', async () => {
  await save(ada, { ...places, key: 'private' });
  for (const method of ['GET', 'DELETE']) {
    const [foreign, missing] = [
      await app.ask(eve, { path: `${VIEWS}/private`, method }),
      await app.ask(eve, { path: `${VIEWS}/nothing`, method }),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign.body.error.replace('private', 'nothing')).toBe(missing.body.error);
  }
  expect((await app.ask(ada, { path: `${VIEWS}/private`, method: 'DELETE' })).status).toBe(204);
  expect((await app.ask(ada, { path: `${VIEWS}/private` })).status).toBe(404);
});

test('GET /api/v1/explorer/views is 401 for visitors and 403 for people without the service', async () => {
  const mallory = await app.signUp({ username: 'mallory', service: null });
  expect((await app.ask(null, { path: VIEWS })).status).toBe(401);
  expect((await app.ask(mallory, { path: VIEWS })).status).toBe(403);
});
