import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveTestApp } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportMgmt } from '../src/service.ts';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';
import { PIXEL, writeReport } from './write-report.ts';

const CONFIG = '/reports/get_report_config.php';
const FILE = '/reports/serve_report_definition.php';
const PICTURE = '/reports/report_thumbnail.php';

let app: TestReportMgmt;
let admin: Person;
let ada: Person;

const sales = {
  name: 'sales',
  title: 'Sales by city',
  report: 'sales.jrxml',
  datasource: 'shop',
  format: 'pdf',
  access_groups: 'Public',
  department: { code: 7 },
  params: [
    { name: 'city', type: 'select', label: 'City', required: true, options: ['Berlin', { value: 2 }] },
    { name: 'note', hidden: true },
  ],
};

beforeAll(async () => {
  app = await startTestReportMgmt();
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  ada = await app.signUp({ username: 'ada' });
  const root = app.reportsRoot;
  await writeReport(root, { key: 'sales', definition: sales, files: { 'thumbnail.png': PIXEL } });
  await writeReport(root, { key: 'Parks', definition: { title: 'Parks' } });
  await writeReport(root, { key: 'salaries', definition: { title: 'Salaries', datasource: 'hr' } });
  await writeReport(root, { key: 'broken', definition: '{ "title": ' });
  await writeReport(root, { key: 'outside', definition: { report: '../sales/sales.jrxml' } });
  await writeFile(join(root, 'trees.json'), JSON.stringify({ name: 'Trees' }));
  await writeFile(join(root, 'trees.png'), PIXEL);
  await app.context.scanner.scan();
  await restrict('salaries');
});
afterAll(() => app.close());

async function restrict(key: string): Promise<void> {
  await app.admin.query(
    `DELETE FROM portal.permissions p USING portal.resources r
      WHERE r.id = p.resource_id AND r.resource_type = 'report' AND r.resource_key = $1
        AND p.group_id = (SELECT id FROM portal.groups WHERE kind = 'public')`,
    [key],
  );
  await app.context.scanner.scan();
}

const get = (person: Person | null, path: string, report?: string) =>
  app.ask(person, { path: report === undefined ? path : `${path}?report=${encodeURIComponent(report)}` });

const whole = [
  { name: 'parks', title: 'Parks', datasource: '' },
  { name: 'sales', title: 'Sales by city', datasource: 'shop' },
  { name: 'trees', title: 'Trees', datasource: '' },
];

for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
  test(`${method} /api/reports lists what everybody may view, without sign-in`, async () => {
    const { status, body } = await app.ask(null, { path: '/api/reports', method });
    expect({ status, body }).toEqual({ status: 200, body: whole });
  });

  test(`${method} /api/datasources lists names without sign-in, also while no report server answers`, async () => {
    const { status, body } = await app.ask(null, { path: '/api/datasources', method });
    expect({ status, body }).toEqual({ status: 200, body: ['shop'] });
  });
}

test('GET /api/reports is the same for administrators and takes a body and a query without using them', async () => {
  expect((await get(admin, '/api/reports')).body).toEqual(whole);
  const posted = await app.ask(null, { path: '/api/reports?x=1', method: 'POST', json: { a: 1 } });
  expect(posted.body).toEqual(whole);
});

test('GET /reports/get_report_config.php returns the definition with its parameters', async () => {
  const { status, body } = await get(null, CONFIG, 'SALES');
  const { params: _params, ...fields } = sales;
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ...fields,
      parameters: [
        {
          ...{ name: 'city', type: 'select', label: 'City', required: true, hidden: false },
          options: [
            { label: 'Berlin', value: 'Berlin' },
            { label: '2', value: '2' },
          ],
        },
        { name: 'note', type: 'text', label: 'note', required: false, hidden: true, options: [] },
      ],
    },
  });
});

test('GET /reports/get_report_config.php fills in what a file leaves out', async () => {
  expect((await get(ada, CONFIG, 'parks')).body).toEqual({
    ...{ name: 'parks', title: 'Parks', report: 'parks', datasource: '', format: 'html' },
    ...{ parameters: [], access_groups: '' },
  });
});

test('GET /reports/serve_report_definition.php returns the file as it is', async () => {
  const { status, body, headers } = await get(null, FILE, 'sales');
  expect({ status, body }).toEqual({ status: 200, body: sales });
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  const text = await (await fetch(`${app.url}${FILE}?report=sales`)).text();
  expect(text).toBe(JSON.stringify(sales, null, 2));
});

test('GET /reports/report_thumbnail.php returns the PNG of a report, also of a flat one', async () => {
  for (const report of ['sales', 'trees']) {
    const { status, body, headers } = await get(null, PICTURE, report);
    expect({ status, body }).toEqual({ status: 200, body: PIXEL });
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('cache-control')).toBe('private, max-age=3600');
  }
});

const invalid = ['', '..', '../sales', 'sales/definition', 'a b', 'ä', 'x'.repeat(101), 'sales\0'];

test('GET /reports/get_report_config.php returns 400 for what cannot be a key', async () => {
  for (const report of invalid) {
    expect(await get(admin, CONFIG, report)).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
  }
  expect(await get(null, CONFIG)).toMatchObject({ status: 400, body: { error: 'invalid report' } });
});

test('GET /reports/serve_report_definition.php returns 400 as text for what cannot be a key', async () => {
  const { status, body, headers } = await get(admin, FILE, '../sales');
  expect({ status, body }).toEqual({ status: 400, body: 'invalid report\n' });
  expect(headers.get('content-type')).toContain('text/plain');
});

test('GET /reports/report_thumbnail.php returns an empty 404 for an invalid key, a missing report and one without a picture', async () => {
  for (const report of ['../sales', 'nothing', 'parks', undefined]) {
    const response = await get(admin, PICTURE, report);
    expect(response.status).toBe(404);
    expect(response.body).toHaveLength(0);
  }
});

test('GET /reports/serve_report_definition.php returns an empty 404 for a missing report', async () => {
  const response = await get(admin, FILE, 'nothing');
  expect(response.status).toBe(404);
  expect(response.body).toHaveLength(0);
  expect(await get(admin, CONFIG, 'nothing')).toMatchObject({
    status: 404,
    body: { error: 'Report not found.' },
  });
});

for (const path of [CONFIG, FILE, PICTURE]) {
  test(`GET ${path} returns 403 for a hidden report, and tells visitors no more of a missing one`, async () => {
    const [hidden, missing] = [await get(null, path, 'salaries'), await get(null, path, 'nothing')];
    expect(hidden.status).toBe(403);
    expect([hidden.status, hidden.body]).toEqual([missing.status, missing.body]);
    expect(JSON.stringify(hidden.body)).toContain('Permission denied');
    expect((await get(ada, path, 'salaries')).status).toBe(403);
    expect((await get(ada, path, 'nothing')).status).toBe(404);
  });

  test(`GET ${path} returns 404 for a definition with problems`, async () => {
    for (const key of ['broken', 'outside']) expect((await get(admin, path, key)).status).toBe(404);
  });
}

test('GET /reports/get_report_config.php opens a restricted report to a person with view', async () => {
  await app.grant({ to: ada, on: 'salaries', resourceType: 'report', permission: 'view' });
  expect(await get(ada, CONFIG, 'salaries')).toMatchObject({ status: 200, body: { title: 'Salaries' } });
  expect((await get(null, '/api/reports')).body).toEqual(whole);
});

test('GET /reports/get_report_config.php reads a change at once', async () => {
  await writeReport(app.reportsRoot, { key: 'parks', definition: { title: 'Not used' } });
  await writeReport(app.reportsRoot, { key: 'Parks', definition: { title: 'Parks of the city' } });
  await writeReport(app.reportsRoot, { key: 'sales', definition: { ...sales, title: 'Sales 2' } });
  expect((await get(null, CONFIG, 'sales')).body.title).toBe('Sales 2');
  await writeReport(app.reportsRoot, { key: 'sales', definition: sales });
  expect((await get(null, CONFIG, 'sales')).body.title).toBe('Sales by city');
  // The folder whose name is the key itself comes first.
  expect((await get(null, CONFIG, 'parks')).body.title).toBe('Not used');
});

/** The folder of definitions is away for some scans, and then back: the portal keeps who may do what with reports. */
async function withoutFolder(work: () => Promise<void>): Promise<void> {
  const grants = `SELECT resource_key, group_id, permission FROM portal.resources r JOIN portal.permissions p
    ON p.resource_id = r.id WHERE resource_type = 'report' ORDER BY 1, 2, 3`;
  const { rows: before } = await app.admin.query(grants);
  const { scanner } = app.context;
  await rename(app.reportsRoot, `${app.reportsRoot}-away`);
  try {
    await work();
    await scanner.register();
  } finally {
    await rename(`${app.reportsRoot}-away`, app.reportsRoot);
  }
  await scanner.scan();
  await scanner.register();
  expect((await app.admin.query(grants)).rows).toEqual(before);
  expect((await get(null, '/api/reports')).body).toHaveLength(3);
}

test('GET /api/reports keeps what was known while the folder of definitions is away', () =>
  withoutFolder(async () => {
    const before = await get(null, '/api/reports');
    await app.context.scanner.scan();
    expect((await get(null, '/api/reports')).body).toEqual(before.body);
    expect((await get(null, CONFIG, 'sales')).status).toBe(200);
    const gone = await app.admin.query('SELECT FROM report_mgmt.definitions WHERE gone_at IS NOT NULL');
    expect(gone.rows).toEqual([]);
    expect((await app.context.definitions.find('sales'))?.parameters).toHaveLength(2);
  }));

test('GET /api/reports is empty while the disk of the folder is not mounted, and whole when it is again', () =>
  withoutFolder(async () => {
    await mkdir(app.reportsRoot);
    await app.context.scanner.scan();
    expect((await get(null, '/api/reports')).body).toEqual([]);
  }));

test('a process that starts while the folder of definitions is away knows enough to run reports', async () => {
  const config = { ...app.config, reportsRoot: '/nonexistent/reports' };
  const context = reportMgmt.buildContext(config, app.context.logger);
  const { url, close } = await serveTestApp(reportMgmt, context);
  try {
    expect(await context.definitions.find('sales')).toMatchObject({
      title: 'Sales by city',
      datasource: 'shop',
    });
    expect(await (await fetch(`${url}/api/reports`)).json()).toHaveLength(3);
    for (const path of [CONFIG, FILE]) expect((await fetch(`${url}${path}?report=sales`)).status).toBe(503);
    await expect(context.definitions.find('nothing')).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(context.definitions.find('broken')).rejects.toMatchObject({ kind: 'unavailable' });
    const form = new FormData();
    form.set('name', 'new');
    const request = { method: 'POST', body: form, headers: { cookie: admin.cookie } };
    const published = await fetch(`${url}/reports/publish_report.php`, request);
    expect(published.status).toBe(503);
  } finally {
    await close();
    await context.close();
  }
});

/** As when the portal's tables cannot be read. */
async function withoutPortal(work: () => Promise<void>): Promise<void> {
  await app.admin.query('ALTER VIEW portal.auth_grants RENAME TO auth_grants_away');
  try {
    await work();
  } finally {
    await app.admin.query('ALTER VIEW portal.auth_grants_away RENAME TO auth_grants');
  }
}

test('GET /api/reports keeps the visibility that was last known while the portal is away, for new processes too', async () => {
  const { body: before } = await get(null, '/api/reports');
  await withoutPortal(async () => {
    // Longer than an answer of the portal counts.
    await new Promise((done) => setTimeout(done, 1_100));
    expect(await get(null, '/api/reports')).toMatchObject({ status: 200, body: before });
    const context = reportMgmt.buildContext(app.config, app.context.logger);
    const { url, close } = await serveTestApp(reportMgmt, context);
    expect(await (await fetch(`${url}/api/reports`)).json()).toEqual(before);
    await close();
    await context.close();
  });
});

for (const path of [CONFIG, FILE, PICTURE]) {
  test(`GET ${path} returns 503 while permissions cannot be checked, also for a public report`, () =>
    withoutPortal(async () => {
      for (const person of [null, ada]) expect((await get(person, path, 'sales')).status).toBe(503);
    }));
}

test('GET /api/reports lists nothing, with 200, where nothing can be read', async () => {
  const empty = await startTestReportMgmt({ config: { reportsRoot: '/nonexistent/reports' } });
  try {
    expect(await empty.ask(null, { path: '/api/reports' })).toMatchObject({ status: 200, body: [] });
    expect(await empty.ask(null, { path: '/api/datasources' })).toMatchObject({ status: 200, body: [] });
  } finally {
    await empty.close();
  }
});
