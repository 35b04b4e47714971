import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { sendForm } from './send-form.ts';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';
import { PIXEL, writeReport } from './write-report.ts';

const DELETE = '/reports/delete_report.php';
const DAY = 86_400_000;

let app: TestReportMgmt;
let admin: Person;
let ada: Person;
let time = Date.now();

beforeAll(async () => {
  app = await startTestReportMgmt({ overrides: { now: () => new Date(time) } });
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  ada = await app.signUp({ username: 'ada' });
});
beforeEach(async () => {
  time = Date.now();
  await writeReport(app.reportsRoot, {
    key: 'parks',
    definition: { title: 'Parks' },
    files: { 'thumbnail.png': PIXEL, 'assets/logo.png': PIXEL },
  });
  await app.context.scanner.scan();
});
afterAll(() => app.close());

const send = (person: Person | null, report: string, headers: Record<string, string> = {}) =>
  sendForm(app, person, { path: DELETE, fields: { report }, headers });
const restore = (person: Person | null, key: string) =>
  app.ask(person, { path: `/api/v1/definitions/${key}/restore`, method: 'POST' });
const statusOf = async (key: string, person: Person | null = admin) =>
  (await app.ask(person, { path: `/reports/get_report_config.php?report=${key}` })).status;
const resources = async () =>
  (
    await app.admin.query(
      `SELECT resource_key FROM portal.resources WHERE resource_type = 'report' ORDER BY 1`,
    )
  ).rows.map((row) => row.resource_key);

test('GET /reports/delete_report.php is a page and changes nothing', async () => {
  const { status } = await app.ask(admin, { path: `${DELETE}?report=parks&id=parks&delete=1` });
  expect([200, 503]).toContain(status);
  expect(await statusOf('parks')).toBe(200);
});

test('POST /reports/delete_report.php from another site is 403 and deletes nothing', async () => {
  expect((await send(admin, 'parks', { origin: 'https://evil.example' })).status).toBe(403);
  expect((await send(admin, 'parks', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(await statusOf('parks')).toBe(200);
});

test('POST /reports/delete_report.php needs admin on the report', async () => {
  await app.grant({ to: ada, on: 'parks', resourceType: 'report', permission: 'edit' });
  expect(await send(ada, 'parks')).toMatchObject({ status: 403, body: { success: false } });
  expect((await send(null, 'parks')).status).toBe(401);
  expect((await send(admin, 'nothing')).status).toBe(404);
  expect((await send(admin, '../parks')).status).toBe(400);
  expect(await statusOf('parks')).toBe(200);
});

test('POST /reports/delete_report.php deletes a report, and POST /api/v1/definitions/{key}/restore brings back all of it', async () => {
  const deleted = await send(admin, 'PARKS');
  expect(deleted).toEqual({
    status: 200,
    body: { success: true, report: 'parks', message: 'Deleted parks. It can be restored within a day.' },
  });
  expect(await statusOf('parks')).toBe(404);
  expect((await app.ask(null, { path: '/api/reports' })).body).toEqual([]);
  expect((await app.ask(admin, { path: '/api/v1/definitions' })).body.definitions).toEqual([]);
  expect((await send(admin, 'parks')).status).toBe(404);

  expect((await restore(ada, 'parks')).status).toBe(403);
  time += DAY - 60_000;
  expect((await restore(admin, 'parks')).status).toBe(204);
  expect(await statusOf('parks', null)).toBe(200);
  expect(await readFile(join(app.reportsRoot, 'parks', 'assets', 'logo.png'))).toEqual(PIXEL);
  expect((await restore(admin, 'parks')).status).toBe(404);
  const { rows } = await app.admin.query(
    `SELECT event, actor_name FROM report_mgmt.audit_events WHERE subject = 'parks' ORDER BY id`,
  );
  expect(rows).toEqual([
    { event: 'definition.deleted', actor_name: 'admin' },
    { event: 'definition.restored', actor_name: 'admin' },
  ]);
});

test('POST /api/v1/definitions/{key}/restore returns the permissions of a restricted report, not the default ones', async () => {
  await app.admin.query(`DELETE FROM portal.permissions USING portal.resources r
    WHERE r.id = resource_id AND r.resource_key = 'parks'`);
  await send(admin, 'parks');
  await restore(admin, 'parks');
  expect(await statusOf('parks', null)).toBe(403);
  await app.admin.query(`DELETE FROM portal.resources WHERE resource_key = 'parks'`);
  await app.ask(admin, { path: '/api/resource-sync', method: 'POST' });
});

test('POST /api/v1/definitions/{key}/restore is 409 when there is another report of that key', async () => {
  await send(admin, 'parks');
  await writeReport(app.reportsRoot, { key: 'parks', definition: { title: 'Other parks' } });
  expect((await restore(admin, 'parks')).status).toBe(409);
  expect((await app.ask(admin, { path: '/api/v1/definitions/parks' })).body.title).toBe('Other parks');
});

test('a report that was deleted more than a day ago is forgotten, at the portal too', async () => {
  await writeReport(app.reportsRoot, { key: 'old', definition: { title: 'Old' } });
  await app.context.scanner.scan();
  await send(admin, 'old');
  await app.context.deletedDefinitions.forget();
  expect(await resources()).toContain('old');
  time += DAY + 1;
  expect((await restore(admin, 'old')).status).toBe(404);
  await app.context.deletedDefinitions.forget();
  expect(await resources()).not.toContain('old');
  const { rows } = await app.admin.query(`SELECT key FROM report_mgmt.definitions WHERE key = 'old'`);
  expect(rows).toEqual([]);
});

test('who publishes a report under the key of a forgotten one gets neither its runs nor its schedules', async () => {
  const old = { title: 'Dismissals' };
  await writeReport(app.reportsRoot, { key: 'reused', definition: old });
  await app.context.scanner.scan();
  const { rows } = await app.admin.query(
    `INSERT INTO report_mgmt.executions (trigger, status, report_key, report_title, format, requested_by)
     VALUES ('viewer', 'succeeded', 'reused', 'Dismissals', 'pdf', $1) RETURNING id`,
    [admin.id],
  );
  await app.admin.query(
    `INSERT INTO report_mgmt.schedules (report_key, datasource, format, filename, mode, rule, time_zone, owner_id, owner, next_run_at, tz_version)
     VALUES ('reused', 'x', 'pdf', 'x', 'daily', '{}', 'UTC', $1, 'admin', now() + interval '1 day', '')`,
    [admin.id],
  );
  await send(admin, 'reused');
  time += DAY + 1;
  await app.context.deletedDefinitions.forget();
  await writeReport(app.reportsRoot, { key: 'reused', definition: { title: 'Flowers' } });
  await app.context.scanner.scan();

  const path = `/api/v1/executions/${rows[0].id}`;
  expect(await statusOf('reused', ada)).toBe(200);
  expect((await app.ask(ada, { path })).status).toBe(404);
  expect((await app.ask(ada, { path: '/api/v1/executions?report=reused' })).body.executions).toEqual([]);
  expect((await app.ask(admin, { path })).body).toMatchObject({
    report: `reused (deleted ${new Date(time).toISOString().slice(0, 10)})`,
    report_title: 'Dismissals',
  });
  const { rows: schedules } = await app.admin.query(
    `SELECT enabled, next_run_at FROM report_mgmt.schedules WHERE report_key = 'reused'`,
  );
  expect(schedules).toEqual([{ enabled: false, next_run_at: null }]);
});

test('a definition that an operator puts back stays when its deletion is forgotten', async () => {
  await writeReport(app.reportsRoot, { key: 'back', definition: { title: 'Back' } });
  await app.context.scanner.scan();
  await send(admin, 'back');
  await writeReport(app.reportsRoot, { key: 'back', definition: { title: 'Back again' } });
  await app.context.scanner.scan();
  time += DAY + 1;
  await app.context.deletedDefinitions.forget();
  expect(await resources()).toContain('back');
  expect(await statusOf('back')).toBe(200);
});

test('a folder that an operator removes is gone from lists, and keeps its permissions until it is back', async () => {
  await writeFile(join(app.reportsRoot, 'trees.json'), '{}');
  await app.context.scanner.scan();
  await rm(join(app.reportsRoot, 'trees.json'));
  await app.context.scanner.scan();
  expect(await statusOf('trees')).toBe(404);
  await app.context.deletedDefinitions.forget();
  expect(await resources()).toContain('trees');
});

test('what a process left that died while it published is removed after an hour', async () => {
  const left = join(app.reportsRoot, '.new-1');
  await writeFile(left, 'x');
  await app.context.deletedDefinitions.forget();
  expect(await readdir(app.reportsRoot)).toContain('.new-1');
  const old = new Date(Date.now() - 2 * 3_600_000);
  await utimes(left, old, old);
  await app.context.deletedDefinitions.forget();
  expect(await readdir(app.reportsRoot)).not.toContain('.new-1');
});
