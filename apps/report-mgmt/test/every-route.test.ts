import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signServiceToken } from '@cairn/auth';
import { contractRoutes, named, SERVICE_SECRET, type ContractRoute, type Person } from '@cairn/testing';
import { startTestReportMgmt, type TestReportMgmt } from './test-app.ts';
import { PIXEL, writeReport } from './write-report.ts';

const UUID = '3f2b8a52-7a86-4a5e-9a0c-0d1f2a3b4c5d';
/** Values of the paths that the contract of their operations accepts. */
const VALUES: Record<string, string> = { key: 'kept', path: 'x' };

const routes = contractRoutes(
  'report-mgmt',
  (parameter, template) => VALUES[parameter] ?? (/executions|deliveries/.test(template) ? UUID : '1'),
);

let app: TestReportMgmt;
let admin: Person;
let editor: Person;
let viewer: Person;
let stranger: Person;
beforeAll(async () => {
  app = await startTestReportMgmt({ env: { REPORT_SERVER_URL: 'http://127.0.0.1:9' } });
  admin = await app.signUp({ username: 'root', isAdmin: true });
  editor = await app.signUp({ username: 'editor' });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
  stranger = await app.signUp({ username: 'stranger', service: null });
  await writeReport(app.reportsRoot, {
    key: 'kept',
    definition: { title: 'Kept', datasource: 'shop' },
    files: { 'thumbnail.png': PIXEL },
  });
  await app.context.scanner.scan();
});
afterAll(() => app.close());

const call = (
  { method, path }: Pick<ContractRoute, 'method' | 'path'>,
  person: Person | null,
  headers: Record<string, string> = {},
) => app.ask(person, { method, path, headers });

/** Without the body, which answers to HEAD lack. */
async function statusOf(
  method: string,
  path: string,
  person: Person,
  headers: Record<string, string> = {},
): Promise<number> {
  return (await fetch(app.url + path, { method, headers: { cookie: person.cookie, ...headers } })).status;
}

const CREDENTIALS: Record<string, string>[] = [
  {},
  { authorization: 'Bearer cairn_pat_wrong' },
  { cookie: 'platform_session=wrong' },
];
const OTHER_SITES: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
];

/** What no answer says. */
const INSIDE = /node_modules|\.[jt]s:\d|\bat \w+ \(|\/work\/|\/tmp\/|SELECT |INSERT |report_mgmt\.|kysely/;

/** An error in the form that the contract names, with the status that it maps. */
function expectError(
  { operation }: ContractRoute,
  answer: { status: number; body: unknown },
  status: number,
): void {
  const map = operation['x-status-map'] as { unauthorized?: number } | undefined;
  const expected = status === 401 ? (map?.unauthorized ?? 401) : status;
  expect(answer.status).toBe(expected);
  const text = Buffer.isBuffer(answer.body) ? answer.body.toString() : JSON.stringify(answer.body);
  expect(text).not.toMatch(INSIDE);
  expect(text).not.toMatch(/"success":true|"ok":true/);
}

describe('access to operations by the contract', () => {
  const signedIn = routes.filter((route) => route.needs.user === 'required' && !route.isPage);
  const unsafe = routes.filter((route) => route.method !== 'GET' && route.needs.user === 'required');
  const ofServices = routes.filter((route) => route.needs.serviceToken);

  test('operations on schedules, recipients, mail templates, audit and registration are for administrators', () => {
    const pattern =
      /^\/(action\/|api\/(v1\/(schedules|recipients|email-templates|deliveries)|audit|resource-sync))/;
    const mine = routes.filter(({ path, operation }) => pattern.test(path) && operation.responses['200']);
    expect(mine.length).toBeGreaterThan(15);
    expect(mine.filter((route) => !route.needs.admin).map(({ name }) => name)).toEqual([]);
    expect(ofServices.map(({ path }) => path)).toEqual(Array(2).fill('/internal/definitions/kept'));
  });

  test.each(named(signedIn))('%s returns no data to visitors', async (_name, route) => {
    for (const headers of CREDENTIALS) expectError(route, await call(route, null, headers), 401);
  });

  test.each(named(signedIn.filter((route) => route.needs.service || route.needs.admin)))(
    '%s returns 403 to people without the service',
    async (_name, route) => expectError(route, await call(route, stranger), 403),
  );

  test.each(named(signedIn.filter((route) => route.needs.service === 'edit')))(
    '%s returns 403 to people who may only view the service',
    async (_name, route) => expectError(route, await call(route, viewer), 403),
  );

  test.each(named(signedIn.filter((route) => route.needs.admin)))(
    '%s returns 403 to viewers and editors, whatever headers say of them',
    async (_name, route) => {
      const headers = {
        ...{ 'x-user-id': String(admin.id), 'x-forwarded-user': 'root', 'x-on-behalf-of': String(admin.id) },
        ...{ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' },
      };
      for (const person of [viewer, editor]) expectError(route, await call(route, person, headers), 403);
    },
  );

  test.each(named(unsafe))('%s returns 403 to pages of another site', async (_name, route) => {
    for (const headers of OTHER_SITES) expectError(route, await call(route, admin, headers), 403);
  });

  test.each(named(ofServices))('%s is refused to everybody but services', async (_name, route) => {
    const otherAudience = signServiceToken({
      ...{ service: 'report-server', audience: 'vault', secret: SERVICE_SECRET },
    });
    const otherSecret = signServiceToken({
      ...{ service: 'report-server', audience: 'report-mgmt', secret: 'x'.repeat(32) },
    });
    for (const person of [null, stranger, viewer, editor, admin])
      expect((await call(route, person)).status).toBeGreaterThanOrEqual(401);
    for (const token of [otherAudience, otherSecret])
      expect((await call(route, null, { authorization: `Bearer ${token}` })).status).toBe(401);
    expect(await fileNames()).toContain('kept/definition.json');
  });

  test.each(named(signedIn))('%s is not answered to a service without a person', async (_name, route) => {
    const token = signServiceToken({
      ...{ service: 'vault', audience: 'report-mgmt', secret: SERVICE_SECRET },
    });
    const headers = { authorization: `Bearer ${token}`, 'x-on-behalf-of': String(admin.id) };
    expect([401, 403]).toContain((await call(route, null, headers)).status);
  });
});

describe('other spellings of addresses and methods', () => {
  test.each([
    '//api/v1/schedules',
    '/./api/v1/schedules',
    '/%61pi/v1/schedules',
    '/api/%761/schedules',
    '/API/V1/schedules',
    '/api/v1/schedules/',
    '/api/v1/definitions/../schedules',
    '/api/v1/recipients%2f1',
    '/internal/../api/v1/recipients',
  ])('GET %s is not answered to editors', async (path) => {
    expect([301, 308, 400, 403, 404]).toContain((await app.ask(editor, { path })).status);
  });

  test.each([
    '//action/schedule.php',
    '/%61ction/schedule.php',
    '/Action/schedule.php',
    '/action/schedule.php/',
  ])('POST %s changes nothing for editors', async (path) => {
    const { status } = await app.ask(editor, { path, method: 'POST', json: { create: '1' } });
    expect([301, 308, 400, 403, 404, 405]).toContain(status);
  });

  test('HEAD of addresses for administrators is refused to editors as GET is', async () => {
    for (const path of ['/api/v1/schedules', '/api/v1/recipients', '/api/audit'])
      expect(await statusOf('HEAD', path, editor)).toBe(403);
  });
});

describe('what GET changes', () => {
  const gets = routes.filter(
    // Runs of viewers are put on record.
    ({ method, path }) => method === 'GET' && path !== '/reports/execute_report.php',
  );
  const QUERY = `report=kept&_repName=kept&name=kept&id=1&token=x&delete=1&create=1&update=1&run_now=1&confirm=1&_method=POST`;

  test('GET and HEAD of every operation change no row and no file, with a body, another method in a header, or fields of forms', async () => {
    const before = await state();
    const overriding = { 'x-http-method-override': 'POST', 'x-method-override': 'DELETE' };
    for (const route of gets)
      for (const person of [null, viewer, editor, admin]) {
        const { status } = await call({ ...route, path: `${route.path}?${QUERY}` }, person, overriding);
        expect([route.name, status < 500 || status === 503]).toEqual([route.name, true]);
      }
    for (const path of [
      '/reports/delete_report.php?report=kept',
      '/output.php?token=x',
      '/action/schedule.php',
    ])
      for (const method of ['GET', 'HEAD']) await statusOf(method, path, admin, overriding);
    expect(await state()).toEqual(before);
  });
});

describe('hostile bodies and queries', () => {
  const withBody = routes.filter(({ operation, method }) => operation.requestBody && method !== 'GET');
  const BODIES = [
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
    '{"title":"a","title":"b","delete":"1","delete":"0"}',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `{"parameters":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    '{"title":"\\u0000","id":"1\\u0000"}',
    'null',
    '{',
  ];

  test.each(named(withBody))('%s refuses hostile JSON with a sentence', async (_name, route) => {
    const token = signServiceToken({
      ...{ service: 'report-server', audience: 'report-mgmt', secret: SERVICE_SECRET },
    });
    const headers = {
      'content-type': 'application/json',
      ...(route.needs.serviceToken ? { authorization: `Bearer ${token}` } : { cookie: admin.cookie }),
    };
    for (const body of BODIES) {
      const response = await fetch(app.url + route.path, { method: route.method, body, headers });
      const text = await response.text();
      expect([body.slice(0, 40), response.status < 500 || response.status === 503]).toEqual([
        body.slice(0, 40),
        true,
      ]);
      expect(text).not.toMatch(INSIDE);
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test.each(named(routes.filter(({ method }) => method === 'GET')))(
    '%s answers hostile queries without an error of its own',
    async (_name, route) => {
      for (const query of [
        '__proto__=1&constructor=1&toString=1',
        '__proto__[isAdmin]=1&a[]=1&a[b][c]=1',
        'report=kept&report=other',
        'report=%00',
        'report=..%2f..%2fetc',
        'report=%2e%2e',
        `report=${'a'.repeat(101)}`,
        `id='%20OR%201=1--&limit=-1&cursor=x&q=%25`,
        `_repName=kept&_outFilename=a%0d%0aSet-Cookie:x=1`,
        'token=a%0d%0aSet-Cookie:x=1',
      ]) {
        const { status, body, headers } = await call({ ...route, path: `${route.path}?${query}` }, admin);
        expect([query, status < 500 || [502, 503].includes(status)]).toEqual([query, true]);
        expect(Buffer.isBuffer(body) ? '' : JSON.stringify(body)).not.toMatch(INSIDE);
        expect(headers.get('set-cookie') ?? '').not.toContain('x=1');
      }
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    },
  );
});

/** All rows of the service, and all files below its folder with what is in them. */
async function state() {
  const { rows: tables } = await app.admin.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'report_mgmt' ORDER BY 1`,
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows: found } = await app.admin.query(
      `SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS text FROM report_mgmt.${name} t`,
    );
    rows[name] = found[0].text;
  }
  const files: Record<string, string> = {};
  for (const name of await fileNames()) {
    const bytes = await readFile(join(app.reportsRoot, name));
    files[name] = createHash('sha256').update(bytes).digest('hex');
  }
  return { rows, files };
}

async function fileNames(): Promise<string[]> {
  const names = await readdir(app.reportsRoot, { recursive: true });
  const found: string[] = [];
  for (const name of names) if ((await stat(join(app.reportsRoot, name))).isFile()) found.push(name);
  return found.toSorted();
}
