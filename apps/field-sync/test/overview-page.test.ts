import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { testProjects } from './test-projects.ts';
import { readPage } from './read-page.ts';
import type { PageElement } from './read-page.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let ada: Person;
beforeAll(async () => {
  app = await startTestFieldSync();
  ada = await app.signUp({ username: 'ada', isAdmin: true });
  await testProjects(app).addProject({ name: 'Lakes' });
});
afterAll(() => app.close());

test('GET /admin/index.php has first what needs attention: how far behind, since when, why, and the button that fixes it', async () => {
  const { id } = await testProjects(app).addProject({ name: 'Zones' });
  await app.admin.query(
    `UPDATE field_sync.projects SET started = true, started_at = now(), paused_code = 'field_sync.disk_full', paused_reason = 'The disk of the database is full.',
       applied_version = 'v7', provider_version = 'v9', behind_since = now() - interval '2 hours',
       retry_at = now() + interval '10 minutes' WHERE id = $1`,
    [id],
  );
  const page = await readPage(app, ada, '/admin/index.php');
  const [row, ...others] = page.withAttribute('data-project');
  const settings = await readPage(app, ada, `/admin/project_settings.php?id=${id}`);
  await app.admin.query('DELETE FROM field_sync.projects WHERE id = $1', [id]);
  expect(settings.html).toMatch(/this one\s+<time[^>]*>in (9|10) minutes/);
  expect(row?.attributes).toMatchObject({ 'data-name': 'Zones', 'data-status': 'failed' });
  for (const text of ['2 hours behind', 'The disk of the database is full.', 'The provider has v9.'])
    expect(row?.text).toContain(text);
  const buttonOf = (listed: PageElement | undefined) =>
    page.elements.find(({ name, parents }) => name === 'button' && parents.includes(listed!));
  expect(buttonOf(row)?.text).toBe('Try again now');
  expect(buttonOf(others[0])?.text).toBe('Start');
});

test('GET /admin/project_settings.php tab=synchronize shows the step, the percentage and the bytes of an open run', async () => {
  const { id } = await testProjects(app).addProject({ name: 'Paths' });
  await app.admin.query(
    `WITH job AS (INSERT INTO field_sync.jobs (kind, payload, status, progress, stage)
         VALUES ('run', '{}', 'running', 72, 'Applying trees: 3 inserted') RETURNING id)
     INSERT INTO field_sync.runs (project_id, job_id, kind, status, stage, bytes_total, bytes_fetched)
       SELECT $1, id, 'sync', 'running', 'applying', 2048, 1024 FROM job`,
    [id],
  );
  const page = await readPage(app, ada, `/admin/project_settings.php?id=${id}&tab=synchronize`);
  await app.admin.query('DELETE FROM field_sync.projects WHERE id = $1', [id]);
  const [bar] = page.elements.filter(({ name }) => name === 'progress');
  expect(bar?.attributes).toMatchObject({ max: '100', value: '72' });
  const [service] = page.withAttribute('data-service');
  for (const text of ['applying', '72 %', 'Applying trees: 3 inserted', '1.0 KiB of 2.0 KiB fetched'])
    expect(service?.text.replace(/\s+/g, ' ')).toContain(text);
});

test('GET /admin/project_settings.php says first why a newer package failed, then that a change waits, whose counts are planned', async () => {
  const { id } = await testProjects(app).addProject({ name: 'Ditches' });
  await app.admin.query(
    `WITH started AS (UPDATE field_sync.projects SET started = true, paused_code = 'field_sync.package_unfit',
         paused_reason = 'The file is not a GeoPackage.' WHERE id = $1),
       snapshot AS (INSERT INTO field_sync.snapshots (project_id, version, package_sha256) VALUES ($1, 'v2', 'b') RETURNING id),
       run AS (INSERT INTO field_sync.runs (project_id, kind, status, deleted, finished_at) VALUES ($1, 'sync', 'paused', 90, now()) RETURNING id)
     INSERT INTO field_sync.plans (project_id, run_id, seq, base_sha256, package_sha256, snapshot_id, items)
       SELECT $1, run.id, 1, 'a', 'b', snapshot.id, '[]' FROM run, snapshot`,
    [id],
  );
  const open = (page: string) => readPage(app, ada, `/admin/${page}`);
  const [overview, service, plans] = [
    await open('index.php'),
    await open(`project_settings.php?id=${id}&tab=synchronize`),
    await open(`project_settings.php?id=${id}&tab=plans`),
  ];
  await app.admin.query('DELETE FROM field_sync.projects WHERE id = $1', [id]);
  const textOf = (page: typeof overview, mark: string) =>
    page.withAttribute(mark)[0]?.text.replace(/\s+/g, ' ');
  expect(textOf(overview, 'data-project')).toContain('Try again now');
  expect(textOf(service, 'data-service')).toMatch(
    /The file is not a GeoPackage\..* still waits for approval\. See the change/,
  );
  expect(textOf(service, 'data-run')).toContain('90 planned');
  expect(plans.html).toContain('A newer problem: The file is not a GeoPackage.');
});

test('GET /admin/index.php leads to the server that has refused its login', async () => {
  const { id } = await testProjects(app).addProject({ name: 'Wells' });
  const { rows } = await app.admin.query(
    `WITH started AS (UPDATE field_sync.projects SET started = true WHERE id = $1 RETURNING server_id)
     UPDATE field_sync.servers SET sign_in_problem = 'The password is wrong.' FROM started WHERE id = server_id RETURNING id`,
    [id],
  );
  const page = await readPage(app, ada, '/admin/index.php');
  await app.admin.query('DELETE FROM field_sync.projects WHERE id = $1', [id]);
  const [row] = page.withAttribute('data-project');
  expect(row?.text).toContain('The password is wrong.');
  const links = page.elements.filter(({ name, parents }) => name === 'a' && parents.includes(row!));
  expect(links.map(({ attributes }) => attributes.href)).toContain(`admin/servers.php?id=${rows[0].id}`);
});

test('GET /admin/index.php says in step only while somebody asks the provider and gets answers', async () => {
  const projects = testProjects(app);
  const serverId = await projects.addServer('Silent crews');
  await app.context.beat();
  const states = {
    asked: [true, null],
    unanswered: [true, 'The server stopped answering.'],
    stopped: [false, null],
  } as const;
  const texts: Record<string, string> = {};
  const { id } = await projects.addProject({
    ...{ name: 'Springs', serverId, row: { applied_version: 'v1', provider_version: 'v1' } },
  });
  const lease = { poller: app.context.worker.id, poll_lease_until: new Date(Date.now() + 3_600_000) };
  async function show(): Promise<string> {
    const page = await readPage(app, ada, '/admin/index.php');
    const rows = page.withAttribute('data-project');
    return rows.find(({ attributes }) => attributes['data-id'] === String(id))!.text.replace(/\s+/g, ' ');
  }
  await app.admin.query('UPDATE field_sync.projects SET started = true WHERE id = $1', [id]);
  texts.waiting = await show();
  const service = await readPage(app, ada, `/admin/project_settings.php?id=${id}&tab=synchronize`);
  for (const [state, [started, problem]] of Object.entries(states)) {
    await app.admin.query('UPDATE field_sync.projects SET started = $2 WHERE id = $1', [id, started]);
    await app.admin.query(
      'UPDATE field_sync.servers SET poller = $2, poll_lease_until = $3, problem = $4 WHERE id = $1',
      [serverId, lease.poller, lease.poll_lease_until, problem],
    );
    texts[state] = await show();
  }
  await app.admin.query('DELETE FROM field_sync.projects WHERE id = $1', [id]);
  expect(Object.entries(texts).flatMap(([state, text]) => (text.includes('in step') ? state : []))).toEqual([
    'asked',
  ]);
  expect(texts.unanswered).toContain('The server stopped answering.');
  for (const text of [texts.waiting, service.withAttribute('data-service')[0]?.text])
    expect(text?.replace(/\s+/g, ' ')).toContain('Waiting for a worker.');
});
