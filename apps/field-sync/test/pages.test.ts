import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { testProjects } from './test-projects.ts';
import { readPage } from './read-page.ts';
import { sendAction } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let ada: Person;
let projectId: number;
beforeAll(async () => {
  app = await startTestFieldSync();
  ada = await app.signUp({ username: 'ada', isAdmin: true });
  ({ id: projectId } = await testProjects(app).addProject({ name: 'Trees & "paths"' }));
});
afterAll(() => app.close());

test('GET /admin/projects.php has a row with data attributes for each project', async () => {
  const page = await readPage(app, ada, '/admin/projects.php');
  expect(page.status).toBe(200);
  const [row] = page.withAttribute('data-project');
  expect(row?.attributes).toMatchObject({
    'data-id': String(projectId),
    'data-name': 'Trees & "paths"',
    'data-status': 'inactive',
    'data-enabled': '0',
    'data-version': '',
    'data-applied-at': '',
    'data-lag': '',
  });
  for (const name of [
    'server-id',
    'server-name',
    'server-type',
    'project-id',
    'geopackage',
    'pglink-id',
    'schema',
  ])
    expect(row?.attributes[`data-${name}`]).not.toBe('');
  expect(page.withAttribute('data-contract')[0]?.name).toBe('body');
});

test('GET /admin/project_settings.php tab=synchronize has the state of the service', async () => {
  const page = await readPage(app, ada, `/admin/project_settings.php?id=${projectId}&tab=synchronize`);
  const [service] = page.withAttribute('data-service');
  expect(service?.text).toContain('stopped');
  expect(service?.attributes).toMatchObject({
    'data-id': String(projectId),
    'data-status': 'inactive',
    'data-sub': 'dead',
    'data-enabled': '0',
    'data-pid': '0',
    'data-cpu': '0.0',
    'data-started-at': '',
    'data-next-at': '',
  });
});

test('GET /admin/project_settings.php tab=frequency has the parameters of the service', async () => {
  const page = await readPage(app, ada, `/admin/project_settings.php?id=${projectId}&tab=frequency`);
  const [form] = page.withAttribute('data-daemon');
  expect(form).toMatchObject({
    name: 'form',
    attributes: {
      'data-id': String(projectId),
      'data-sleep-time': '10',
      'data-skip-init': '0',
      'data-force-init': '0',
      'data-single-run': '0',
      'data-retention': '30',
      'data-retention-count': '10',
    },
  });
});

test('GET /admin/project_settings.php tab=runs says of each run whether it fetched changes or the whole package, and how many bytes', async () => {
  for (const [packageSource, bytes] of [
    ['file', 2_000_000],
    ['diffs', 3_000],
    ['kept', 0],
    [null, 0],
  ] as const)
    await app.context.db
      .insertInto('runs')
      .values({
        ...{ project_id: projectId, kind: 'sync', status: 'applied', package_source: packageSource },
        ...{ bytes_fetched: bytes, bytes_total: 2_000_000 },
      })
      .execute();
  const page = await readPage(app, ada, `/admin/project_settings.php?id=${projectId}&tab=runs`);
  const attributes = page.withAttribute('data-fetched').map((row) => row.attributes);
  expect(attributes.map((each) => [each['data-package'], each['data-fetched']])).toEqual([
    ['', '0'],
    ['kept', '0'],
    ['diffs', '3000'],
    ['file', '2000000'],
  ]);
  expect(page.html).toContain('2.9 KiB<small>only changes, of 1.9 MiB</small>');
  expect(page.html).toContain('1.9 MiB<small>whole package</small>');
});

test.each(['999999', 'x', '', '-1', '1e3'])(
  'GET /admin/project_settings.php is 404 for the project "%s"',
  async (id) => {
    expect((await readPage(app, ada, `/admin/project_settings.php?id=${id}`)).status).toBe(404);
    expect((await readPage(app, ada, '/admin/project_settings.php')).status).toBe(404);
  },
);

test('GET /admin/servers.php and GET /admin/databases.php list connections with their fields and no secret', async () => {
  const servers = await readPage(app, ada, '/admin/servers.php');
  expect(servers.withAttribute('data-server')[0]?.attributes).toMatchObject({ 'data-in-use': '1' });
  const links = await readPage(app, ada, '/admin/databases.php');
  expect(links.withAttribute('data-pglink')[0]?.attributes).toMatchObject({ 'data-in-use': '1' });
  for (const { html } of [servers, links]) expect(html).not.toMatch(/sealed|s1\.test\./);
});

test('GET /admin/svc_log.php shows the lines of the log, the newest first', async () => {
  for (const message of ['first <b>', 'second'])
    await app.context.db
      .insertInto('log_lines')
      .values({ project_id: projectId, level: 'warning', run_id: 7, message })
      .execute();
  const page = await readPage(app, ada, `/admin/svc_log.php?id=${projectId}`);
  expect(page.withAttribute('data-log')[0]?.attributes).toMatchObject({ 'data-id': String(projectId) });
  const lines = page.withAttribute('data-line');
  expect(lines.map(({ attributes }) => attributes['data-level'])).toEqual(['warning', 'warning']);
  expect(lines[0]?.attributes['data-run']).toBe('7');
  expect(page.html.indexOf('second')).toBeLessThan(page.html.indexOf('first &lt;b&gt;'));
  expect((await readPage(app, ada, '/admin/svc_log.php')).status).toBe(404);
});

test.each([
  'GET /admin/index.php is a page',
  'GET /admin/_index.php is a page',
  'GET /index.php is a page',
  'GET /admin/services.php is a page',
  'GET /admin/daemons.php is a page',
  'GET /admin/files.php is a page',
  'GET /admin/select_db.php is a page',
  'GET /admin/rsyncs.php is a page',
  'GET /admin/users.php is a page',
  'GET /admin/groups.php is a page',
  'GET /admin/group_table.php is a page',
  'GET /admin/quick-start.php is a page',
  'GET /admin/registration.php is a page',
])('%s that is complete without scripts', async (title) => {
  const page = await readPage(app, ada, title.split(' ')[1] ?? '');
  expect(page.status).toBe(200);
  expect(page.html).toMatch(/<h1>[A-Z]/);
});

test('GET /admin/index.php counts projects by the state of their service', async () => {
  const page = await readPage(app, ada, '/admin/index.php');
  expect(page.withAttribute('data-summary')[0]?.attributes).toMatchObject({
    'data-projects': '1',
    'data-inactive': '1',
    'data-active': '0',
  });
  expect(page.withAttribute('data-project')).toHaveLength(1);
});

test('GET /admin/edit_excludes.php is 404 without such a target', async () => {
  expect((await readPage(app, ada, '/admin/edit_excludes.php?id=5')).status).toBe(404);
});

test('POST /admin/action/daemon.php with back leads to the page, which says once what came of it', async () => {
  const back = encodeURIComponent(`project_settings.php?id=${projectId}&tab=frequency`);
  const answer = await fetch(`${app.url}/admin/action/daemon.php?back=${back}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: ada.cookie },
    body: new URLSearchParams({ save: '1', id: String(projectId), sleep_time: '0' }),
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toMatch(
    new RegExp(`/admin/project_settings\\.php\\?id=${projectId}&tab=frequency$`),
  );
  const said = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await readPage(app, ada, `/admin/project_settings.php?id=${projectId}`, {
    Cookie: `${ada.cookie}; ${said}`,
  });
  expect(page.html).toMatch(/role="alert"[^>]*>[^<]*sleep_time/);
});

test('POST /admin/action/server.php with a back that leaves the pages is refused', async () => {
  const path = 'server.php?back=//evil.example/';
  const answer = await sendAction(app, ada, { path, fields: { list_servers: 1 } });
  expect(answer.body).toMatchObject({ success: false });
});

test('GET /admin/project_settings.php tab=files has links to the packages that are kept', async () => {
  const { db } = app.context;
  const sha256 = 'c'.repeat(64);
  const key = `cc/${sha256}-00000000`;
  await db
    .insertInto('objects')
    .values({ key, sha256, sha1: 'd'.repeat(40), size: 2_048 })
    .execute();
  const snapshot = await db
    .insertInto('snapshots')
    .values({ project_id: projectId, version: 'v7', package_sha256: sha256 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('snapshot_files')
    .values({ snapshot_id: snapshot.id, path: 'trees.gpkg', object_key: key })
    .execute();
  const page = await readPage(app, ada, `/admin/project_settings.php?id=${projectId}&tab=files`);
  const [link] = page.withAttribute('data-package');
  expect(link).toMatchObject({
    name: 'a',
    attributes: { 'data-size': '2048', 'data-sha256': sha256, 'data-version': 'v7', 'data-applied': '' },
  });
  expect(link?.attributes.href).toContain(encodeURIComponent(link?.attributes['data-name'] ?? 'none'));
  expect(page.html).toContain('clean=true');
});

test('GET /admin/gstores.php page has a row with data attributes for each map store', async () => {
  await app.admin.query(
    `INSERT INTO field_sync.map_stores (name, project_id, url, username, sealed_password, workspace)
     VALUES ('Maps', $1, 'https://maps.example/geoserver', 'crew', 's1.test.x', 'crews')`,
    [projectId],
  );
  const page = await readPage(app, ada, '/admin/gstores.php?id=1');
  expect(page.withAttribute('data-gstore')[0]?.attributes).toMatchObject({
    ...{ 'data-name': 'Maps', 'data-project-id': String(projectId), 'data-username': 'crew' },
    ...{ 'data-url': 'https://maps.example/geoserver', 'data-workspace': 'crews', 'data-in-use': '0' },
  });
  expect(page.html).not.toContain('s1.test');
  expect((await readPage(app, ada, '/admin/gstores.php?id=0')).html).toContain('New map store');
});

test('GET /admin/geonodes.php page has a row with data attributes for each catalog node', async () => {
  await app.admin.query(
    `INSERT INTO field_sync.catalog_nodes (name, host, port, username, sealed_password, folder)
     VALUES ('Catalog', 'catalog.example', 443, 'crew', 's1.test.x', 'gis')`,
  );
  const page = await readPage(app, ada, '/admin/geonodes.php?id=1');
  expect(page.withAttribute('data-node')[0]?.attributes).toMatchObject({
    ...{ 'data-name': 'Catalog', 'data-host': 'catalog.example', 'data-port': '443' },
    ...{ 'data-username': 'crew', 'data-folder': 'gis', 'data-in-use': '0' },
  });
  expect(page.html).not.toContain('s1.test');
});
