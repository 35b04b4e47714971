import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';
import { writeReport } from './write-report.ts';

let app: TestReportMgmt;
let ada: Person;
let pages: string;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'cairn-pages-'));
  await writeFile(join(pages, 'index.html'), '<!doctype html><head><base href="/"></head>');
  app = await startTestReportMgmt({ env: { PAGES_ROOT: pages } });
  const admin = await app.signUp({ username: 'admin', isAdmin: true });
  ada = await app.signUp({ username: 'ada' });
  for (const key of ['parks', 'roads'])
    await writeReport(app.reportsRoot, { key, definition: { title: key } });
  await app.ask(admin, { path: '/api/resource-sync', method: 'POST', json: {} });
  await app.admin.query(`INSERT INTO portal.permissions (resource_id, group_id, permission)
    SELECT r.id, g.id, 'view' FROM portal.resources r, portal.groups g
     WHERE r.resource_type = 'service' AND r.resource_key = 'report-mgmt' AND g.name = 'Public'`);
  await app.admin.query(`DELETE FROM portal.permissions USING portal.resources r
    WHERE r.id = resource_id AND r.resource_key = 'roads'`);
});
afterAll(async () => {
  await app.close();
  await rm(pages, { recursive: true });
});

async function open(path: string, person: Person | null = null): Promise<number> {
  const headers: Record<string, string> = person ? { cookie: person.cookie } : {};
  const response = await fetch(app.url + path, { headers, redirect: 'manual' });
  if (response.status === 303) expect(response.headers.get('location')).toMatch(/^\/login\?next=/);
  return response.status;
}

for (const operation of ['GET /reports/view.php', 'GET /reports/report_runner.php']) {
  const page = operation.replace('GET ', '');
  test(`${operation} opens a public report for visitors, with values of parameters in the address`, async () => {
    expect(await open(`${page}?report=Parks&city=Bonn&city=Essen`)).toBe(200);
  });

  test(`${operation} leads visitors of a restricted report to the sign-in page, and refuses others`, async () => {
    expect(await open(`${page}?report=roads`)).toBe(303);
    expect(await open(`${page}?report=nowhere`)).toBe(303);
    expect(await open(`${page}?report=roads`, ada)).toBe(403);
    await app.grant({ to: ada, on: 'roads', permission: 'view', resourceType: 'report' });
    expect(await open(`${page}?report=roads`, ada)).toBe(200);
    await app.admin.query(`DELETE FROM portal.permissions USING portal.resources r
      WHERE r.id = resource_id AND r.resource_key = 'roads'`);
  });
}

test('GET /reports/edit_report.php (page) needs the edit permission, GET /reports/delete_report.php (page) the admin one', async () => {
  const [edit, remove] = ['/reports/edit_report.php?report=parks', '/reports/delete_report.php?report=parks'];
  expect([await open(edit!), await open(remove!)]).toEqual([303, 303]);
  expect([await open(edit!, ada), await open(remove!, ada)]).toEqual([403, 403]);
  await app.grant({ to: ada, on: 'parks', permission: 'edit', resourceType: 'report' });
  expect([await open(edit!, ada), await open(remove!, ada)]).toEqual([200, 403]);
});
