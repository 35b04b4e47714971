import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';
import { PIXEL, writeReport } from './write-report.ts';

const SYNC = '/api/resource-sync';

let app: TestReportMgmt;
let admin: Person;
let ada: Person;

beforeAll(async () => {
  app = await startTestReportMgmt();
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  ada = await app.signUp({ username: 'ada' });
  const definition = { title: 'Parks', description: 'All parks' };
  await writeReport(app.reportsRoot, { key: 'parks', definition, files: { 'thumbnail.png': PIXEL } });
  await writeReport(app.reportsRoot, { key: 'broken', definition: '{' });
});
afterAll(() => app.close());

async function grantsOf(key: string): Promise<Record<string, string>> {
  const { rows } = await app.admin.query(
    `SELECT g.name, p.permission FROM portal.permissions p
       JOIN portal.groups g ON g.id = p.group_id JOIN portal.resources r ON r.id = p.resource_id
      WHERE r.resource_type = 'report' AND r.resource_key = $1`,
    [key],
  );
  return Object.fromEntries(rows.map(({ name, permission }) => [name, permission]));
}

for (const path of ['/api/discovery', '/api/discovery/index.php']) {
  test(`GET ${path} registers new reports and lists those that the caller may view`, async () => {
    const { status, body } = await app.ask(ada, { path });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ service: 'report-mgmt', resource_type: 'report' },
      items: [
        {
          ...{
            id: 'parks',
            resource_type: 'report',
            resource_key: 'parks',
            title: 'Parks',
            description: 'All parks',
          },
          ...{ category: 'Report', service: 'report-mgmt', updated_at: expect.any(String) },
          url: '/report-mgmt/reports/view.php?report=parks',
          thumbnail: expect.stringMatching(
            /^\/report-mgmt\/reports\/report_thumbnail\.php\?report=parks&v=\w{12}$/,
          ),
        },
      ],
    });
  });

  test(`GET ${path} needs a valid session, and view on the service`, async () => {
    const eve = await app.signUp({ username: `eve of ${path}`, service: null });
    expect(await app.ask(null, { path })).toMatchObject({ status: 401, body: { error: expect.any(String) } });
    const stranger = { path, headers: { cookie: 'platform_session=no' } };
    expect((await app.ask(null, stranger)).status).toBe(401);
    expect(await app.ask(eve, { path })).toMatchObject({ status: 403, body: { error: expect.any(String) } });
  });
}

test('GET /api/discovery gives a new report the permissions of those groups that exist', async () => {
  expect(await grantsOf('parks')).toEqual({ Administrators: 'admin', Public: 'view' });
  await app.admin.query(`INSERT INTO portal.groups (name) VALUES ('Editors')`);
  await writeReport(app.reportsRoot, { key: 'roads', definition: { title: 'Roads' } });
  await app.ask(ada, { path: '/api/discovery' });
  expect(await grantsOf('roads')).toEqual({ Administrators: 'admin', Editors: 'edit', Public: 'view' });
  const { rows } = await app.admin.query(
    `SELECT display_name, url FROM portal.resources WHERE resource_type = 'report' AND resource_key = 'roads'`,
  );
  expect(rows).toEqual([{ display_name: 'Roads', url: '/report-mgmt/reports/view.php?report=roads' }]);
});

test("GET /api/discovery leaves out a restricted report, also from the portal's list of others", async () => {
  await app.admin.query(`DELETE FROM portal.permissions USING portal.resources r
    WHERE r.id = resource_id AND r.resource_key = 'roads'`);
  const keys = async (person: Person) =>
    (await app.ask(person, { path: '/api/discovery' })).body.items.map(({ id }: { id: string }) => id);
  expect(await keys(ada)).toEqual(['parks']);
  expect(await keys(admin)).toEqual(['parks', 'roads']);
  expect(await grantsOf('roads')).toEqual({});
});

test('GET /api/discovery/index.php lists the same as GET /api/discovery', async () => {
  const [one, other] = await Promise.all(
    ['/api/discovery', '/api/discovery/index.php'].map((path) => app.ask(admin, { path })),
  );
  expect(one?.body.items).toHaveLength(2);
  expect(other?.body).toEqual(one?.body);
});

test('GET /api/discovery gives the portal the new title of a report', async () => {
  await writeReport(app.reportsRoot, { key: 'parks', definition: { title: 'Parks and gardens' } });
  await app.ask(ada, { path: '/api/discovery' });
  expect(app.registry.registered.at(-1)).toMatchObject({
    resourceKey: 'parks',
    displayName: 'Parks and gardens',
  });
});

test('GET /api/resource-sync says that reports can be registered', async () => {
  const { status, body } = await app.ask(admin, { path: SYNC });
  expect(status).toBe(200);
  expect(body).toEqual({ ok: true, service: 'report-mgmt', hint: expect.any(String) });
});

test('POST /api/resource-sync registers all reports, and a second time finds them', async () => {
  await app.admin.query(
    `DELETE FROM portal.resources WHERE resource_type = 'report' AND resource_key = 'parks'`,
  );
  const first = await app.ask(admin, { path: SYNC, method: 'POST' });
  expect(first).toMatchObject({
    status: 200,
    body: { service: 'report-mgmt', ok: true, registered: 1, already_exists: 1, errors: [], skipped: 1 },
  });
  expect((await grantsOf('parks'))['Public']).toBe('view');
  expect(await grantsOf('roads')).toEqual({});
  const second = await app.ask(admin, { path: SYNC, method: 'POST' });
  expect(second.body).toMatchObject({ ok: true, registered: 0, already_exists: 2 });
  const { rows } = await app.admin.query(
    `SELECT actor_name, details FROM report_mgmt.audit_events WHERE event = 'resources.synced' ORDER BY id LIMIT 1`,
  );
  expect(rows).toEqual([
    { actor_name: 'admin', details: { registered: 1, existing: 1, skipped: 1, failed: 0 } },
  ]);
});

test('GET and POST /api/resource-sync are for administrators', async () => {
  for (const method of ['GET', 'POST']) {
    expect(await app.ask(ada, { path: SYNC, method })).toMatchObject({ status: 403, body: { ok: false } });
    expect(await app.ask(null, { path: SYNC, method })).toMatchObject({ status: 401, body: { ok: false } });
  }
});

test('DELETE /api/resource-sync, and any other method: 405 with the methods that there are', async () => {
  for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS']) {
    const { status, body, headers } = await app.ask(null, { path: SYNC, method });
    expect({ status, body }).toEqual({ status: 405, body: { error: expect.any(String) } });
    expect(headers.get('allow')).toBe('GET, POST');
  }
});

test('GET and POST /api/resource-sync return 503 with ok false when there is no portal or no database', async () => {
  const [noPortal, noDatabase] = [
    await startTestReportMgmt({ overrides: { registry: null as never } }),
    await startTestReportMgmt({ env: { DATABASE_URL: '', CENTRAL_DATABASE_URL: '' } }),
  ];
  try {
    const operator = await noPortal.signUp({ username: 'operator', isAdmin: true });
    for (const method of ['GET', 'POST']) {
      const failure = { ok: false, service: 'report-mgmt', error: expect.any(String) };
      for (const one of [noPortal, noDatabase]) {
        expect(await one.ask(operator, { path: SYNC, method })).toMatchObject({ status: 503, body: failure });
      }
    }
    expect((await noDatabase.ask(operator, { path: '/api/discovery' })).status).toBe(503);
  } finally {
    await noPortal.close();
    await noDatabase.close();
  }
});

test('GET of lists, definitions and pages sends what people write as JSON data, whatever it looks like', async () => {
  const text = `</script><script>alert(1)</script><!--"'\r\nX: 1\u2028\u202e{{x}}`;
  const parameters = ['__proto__', 'constructor', text].map((name) => ({
    name,
    label: text,
    options: [text],
  }));
  const definition = { title: text, description: text, datasource: text, category: text, parameters };
  await writeReport(app.reportsRoot, { key: 'hostile', definition });
  await app.ask(admin, { path: SYNC, method: 'POST' });
  // The answer of the portal counts for a second.
  await until('everybody may view the report', async () =>
    (await app.ask(admin, { path: '/api/reports' })).body.some(({ title }: any) => title === text),
  );
  for (const [path, named] of [
    ['/api/reports', true],
    ['/api/discovery', true],
    ['/api/v1/definitions', true],
    ['/api/v1/definitions/hostile', true],
    ['/reports/get_report_config.php?report=hostile', true],
    ['/reports/serve_report_definition.php?report=hostile', true],
    ['/reports/view.php?report=hostile', false],
    ['/reports/report_runner.php?report=hostile', false],
  ] as const) {
    const response = await fetch(app.url + path, { headers: { cookie: admin.cookie } });
    const { headers } = response;
    const type = headers.get('content-type')!;
    const body = await response.text();
    expect([path, headers.get('x-content-type-options'), type.includes('json')]).toEqual([
      path,
      'nosniff',
      named,
    ]);
    if (!named) expect(body).not.toContain('alert(1)');
    else
      expect([path, JSON.stringify(JSON.parse(body)).includes(JSON.stringify(text))]).toEqual([path, true]);
  }
  const { body } = await app.ask(admin, { path: '/reports/get_report_config.php?report=hostile' });
  expect(body.parameters.map(({ name, options }: any) => [name, options[0].value])).toEqual([
    ['__proto__', text],
    ['constructor', text],
    [text, text],
  ]);
  const { rows } = await app.admin.query(
    `SELECT display_name, url FROM portal.resources WHERE resource_key = 'hostile'`,
  );
  expect(rows).toEqual([{ display_name: text, url: '/report-mgmt/reports/view.php?report=hostile' }]);
});
