import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';

const PROBE = '/debug/session.php';
const ECHO = '/debug/param_pipeline_php.php';

let off: TestReportMgmt;
let development: TestReportMgmt;
let production: TestReportMgmt;
beforeAll(async () => {
  const start = (env: Record<string, string>) => startTestReportMgmt({ env });
  [off, development, production] = await Promise.all([
    start({}),
    start({ DEBUG_ROUTES: '1' }),
    start({ DEBUG_ROUTES: '1', NODE_ENV: 'production' }),
  ]);
});
afterAll(() => Promise.all([off, development, production].map((app) => app.close())));

const statusesOf = async (app: TestReportMgmt, path: string, people: (Person | null)[]) =>
  Promise.all(people.map(async (person) => (await app.ask(person, { path })).status));

test('GET /debug/session.php is 404 unless DEBUG_ROUTES is 1, for administrators too', async () => {
  const root = await off.signUp({ username: 'root', isAdmin: true });
  expect(await statusesOf(off, PROBE, [root, null])).toEqual([404, 404]);
});

test('GET /debug/session.php shows what is known of a session, and no secret', async () => {
  const ada = await development.signUp({ username: 'ada' });
  const { body } = await development.ask(ada, { path: PROBE });
  const [, secret = ''] = ada.cookie.split('=');
  expect(body).toEqual({
    ...{ service: 'report-mgmt', auth_enabled: true, cookie_name: 'platform_session', cookie_present: true },
    ...{ token_len: secret.length, central_db: development.database.name, search_path: 'portal' },
    ...{ session_lookup_ok: true, authenticated: true, groups: expect.arrayContaining(['only ada']) },
    user: { id: ada.id, username: 'ada', email: null, is_admin: false },
  });
  expect(JSON.stringify(body)).not.toContain(secret);
});

test('GET /debug/session.php shows a visitor, and a cookie that is not a session', async () => {
  const { body } = await development.ask(null, { path: PROBE });
  expect(body).toMatchObject({
    cookie_present: false,
    token_len: 0,
    authenticated: false,
    user: null,
    groups: [],
  });
  const headers = { cookie: 'platform_session=forged' };
  const { body: forged } = await development.ask(null, { path: PROBE, headers });
  expect(forged).toMatchObject({ cookie_present: true, token_len: 6, authenticated: false, user: null });
});

test('GET /debug/session.php is for administrators alone in production', async () => {
  const root = await production.signUp({ username: 'root', isAdmin: true });
  const ada = await production.signUp({ username: 'ada' });
  expect(await statusesOf(production, PROBE, [root, ada, null])).toEqual([200, 403, 403]);
});

test('GET /debug/param_pipeline_php.php shows how a query is read', async () => {
  const raw = '_repName=a&city=K%C3%B6ln&city=Ulm&empty=';
  const { status, body } = await development.ask(null, { path: `${ECHO}?${raw}` });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      raw_query_string: raw,
      query: { _repName: ['a'], city: ['Köln', 'Ulm'], empty: [''] },
      report_parameters: { city: ['Köln', 'Ulm'], empty: [''] },
    },
  });
});

test('GET /debug/param_pipeline_php.php is 404 in production and unless DEBUG_ROUTES is 1', async () => {
  const root = await production.signUp({ username: 'second root', isAdmin: true });
  expect(await statusesOf(production, ECHO, [root, null])).toEqual([404, 404]);
  expect(await statusesOf(off, ECHO, [null])).toEqual([404]);
});
