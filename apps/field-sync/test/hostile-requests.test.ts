import { request as sendRaw } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { testProjects } from './test-projects.ts';
import { addLocalPerson } from './local-people.ts';
import { listOperations, sendOperation } from './operations.ts';
import type { TestOperation } from './operations.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

/** One variant of each operation: what these requests have in common is refused before the variant counts. */
const operations = [...new Map(listOperations(1).operations.map((each) => [each.route.name, each])).values()];
const writes = operations.filter(({ route }) => route.method === 'POST');
const reads = operations.filter(({ route }) => route.method === 'GET');

let app: TestFieldSync;
let boss: Person;
let user: Person;
beforeAll(async () => {
  app = await startTestFieldSync({ env: { SYNC_AUTH_MODE: 'local' } });
  boss = await addLocalPerson(app, { name: 'boss', accesslevel: 'Admin', isSuperAdmin: true });
  user = await addLocalPerson(app, { name: 'uma' });
  await testProjects(app).addProject({ name: 'Trees' });
});
afterAll(() => app.close());

const send = (person: Person | null, operation: TestOperation, headers: Record<string, string> = {}) =>
  sendOperation(app.url, person, { ...operation, headers: { ...operation.headers, ...headers } });
const changes = async () =>
  (await app.admin.query('SELECT count(*)::integer AS n FROM field_sync.audit_events')).rows[0].n as number;

test.each<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('every POST of a signed-in administrator is 403 and changes nothing with %p', async (headers) => {
  const before = await changes();
  for (const operation of writes) {
    const { status, text } = await send(boss, operation, headers);
    expect([operation.name, status, text.includes('"success":true')]).toEqual([operation.name, 403, false]);
  }
  expect(await changes()).toBe(before);
});

test('no form action takes its fields as JSON or as text/plain', async () => {
  const before = await changes();
  for (const { route, name, fields } of writes) {
    if (!route.path.startsWith('/admin/action/')) continue;
    for (const type of ['text/plain', 'application/json']) {
      const body = JSON.stringify({ ...fields, id: '1', save: '1', delete: '1' });
      const init = {
        method: 'POST',
        redirect: 'manual',
        body,
        headers: { cookie: boss.cookie, 'content-type': type },
      };
      const answer = await fetch(app.url + route.path, init as RequestInit);
      expect([name, type, (await answer.text()).includes('"success":true')]).toEqual([name, type, false]);
    }
  }
  expect(await changes()).toBe(before);
});

test('headers that name a person make nobody one', async () => {
  const headers = {
    ...{ 'x-user-id': '1', 'x-forwarded-user': 'admin', 'x-remote-user': 'boss', 'remote-user': 'boss' },
    authorization: `Basic ${Buffer.from('boss:x').toString('base64')}`,
  };
  for (const operation of operations) {
    if (operation.audience === 'anyone') continue;
    const [plain, named] = [await send(null, operation), await send(null, operation, headers)];
    expect([operation.name, named.status, named.location]).toEqual([
      operation.name,
      plain.status,
      plain.location,
    ]);
  }
});

test('addresses that a request claims are in no answer: forwarded prefix, host and scheme', async () => {
  const headers = {
    ...{
      'x-forwarded-prefix': '//evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    },
    ...{ 'x-forwarded-proto': 'evil.example', 'x-original-url': '/evil.example' },
  };
  for (const person of [null, boss]) {
    for (const operation of reads) {
      const { location, text } = await send(person, operation, headers);
      expect([operation.name, `${location} ${text}`.includes('evil.example')]).toEqual([
        operation.name,
        false,
      ]);
    }
  }
  const leaving = await addLocalPerson(app, { name: 'leaving' });
  const { headers: answered } = await app.ask(leaving, { path: '/logout.php', headers });
  expect(answered.getSetCookie()).not.toEqual([]);
  expect(JSON.stringify([...answered])).not.toContain('evil.example');
});

/** As `fetch` does not: the path as it is. */
function statusOf(method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((done, fail) => {
    const asked = sendRaw(
      app.url,
      { method, path, headers: { cookie: user.cookie, ...headers } },
      (answer) => {
        answer.resume();
        done(answer.statusCode!);
      },
    );
    asked.on('error', fail).end();
  });
}

test('no other spelling of a path, HEAD or overridden method lets a user do what is for administrators', async () => {
  const routes = new Map(
    operations.filter(({ audience }) => audience === 'admin').map(({ route }) => [route.path, route]),
  );
  for (const { path, method } of routes.values()) {
    const spellings = [
      ...[`/${path}`, path.replace('/', '/./'), path.replace('/a', '/%61'), path.toUpperCase(), `${path}/`],
      ...[
        path.replace('.php', '.PHP'),
        `${path}%00`,
        `${path}/x.css`,
        `/x/..${path}`,
        path.replaceAll('/', '%2f'),
      ],
    ];
    const statuses = await Promise.all([
      ...spellings.map((spelling) => statusOf(method, spelling)),
      statusOf('HEAD', path),
      ...['x-http-method-override', 'x-method-override'].map((name) =>
        statusOf('POST', path, { [name]: 'GET' }),
      ),
      statusOf('POST', `${path}?_method=GET`),
    ]);
    // A form action says in its body that it refuses, with 200.
    const done = statuses.filter((status) => status < 300 && !path.startsWith('/admin/action/'));
    expect([path, done]).toEqual([path, []]);
  }
});

test.each(['__proto__=x', 'constructor=x', '__proto__[a]=x', 'a[]=x', 'id=1&id=2', 'id[]=1', 'save[a]=1'])(
  'a form or a query with %s never succeeds, and leaves the prototype alone',
  async (text) => {
    const before = await changes();
    for (const { route, name, audience } of operations) {
      if (audience === 'anyone' || !route.path.startsWith('/admin/')) continue;
      const isWrite = route.method === 'POST';
      const answer = await fetch(`${app.url}${route.path}${isWrite ? '' : `?${text}`}`, {
        ...{ method: route.method, redirect: 'manual', headers: { cookie: boss.cookie } },
        ...(isWrite ? { body: new URLSearchParams(text) } : {}),
      });
      expect([name, answer.status < 500, (await answer.text()).includes('"success":true')]).toEqual([
        name,
        true,
        false,
      ]);
    }
    expect(await changes()).toBe(before);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  },
);

test.each([
  '/debug/session.php',
  '/debug/',
  '/.git/config',
  '/.env',
  '/admin/action/__server.php',
  '/phpinfo.php',
])('GET %s does not exist', async (path) => {
  for (const person of [null, boss]) expect([404, 405]).toContain((await app.ask(person, { path })).status);
});

test('an answer to a fault has no stack, statement or path', async () => {
  const tables = 'servers database_links file_targets projects groups map_stores catalog_nodes'.split(' ');
  for (const table of tables)
    await app.admin.query(`ALTER TABLE field_sync.${table} RENAME TO ${table}_gone`);
  const failed: string[] = [];
  for (const operation of operations) {
    const { status, text } = await send(boss, operation);
    if (status === 500) failed.push(operation.name);
    expect([
      operation.name,
      /relation|SELECT |field_sync\.|node_modules|\n\s+at |\/(work|src|tmp)\//.exec(text)?.[0],
    ]).toEqual([...[operation.name, undefined]]);
  }
  for (const table of tables)
    await app.admin.query(`ALTER TABLE field_sync.${table}_gone RENAME TO ${table}`);
  expect(failed.length).toBeGreaterThan(20);
});
