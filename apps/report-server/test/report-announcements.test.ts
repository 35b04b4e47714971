import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { verifyServiceToken } from '@cairn/auth';
import { listen, SERVICE_SECRET, until } from '@cairn/testing';
import { housekeeping } from '../src/housekeeping.ts';
import { asService } from './report-mgmt-app.ts';
import { PLACES, startReports } from './reports-app.ts';
import type { ReportsApp } from './reports-app.ts';

/** Stands in for report management: notes what it is sent, and answers with `status`. */
interface Announcement {
  method: string;
  path: string;
  body: any;
  caller: string | undefined;
}
const announcements: Announcement[] = [];
let status = 204;
let server: Server;
let app: ReportsApp;
let worker: ReturnType<ReportsApp['work']>;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      const caller = verifyServiceToken({ token, audience: 'report-mgmt', secret: SERVICE_SECRET });
      const text = Buffer.concat(chunks).toString();
      const body = text === '' ? null : JSON.parse(text);
      announcements.push({ method: request.method!, path: request.url!, body, caller: caller?.service });
      response.writeHead(status).end();
    });
  });
  app = await startReports({ env: { REPORT_MGMT_URL: await listen(server) } });
  worker = app.work();
  await until('the report of the set-up is announced', async () => announcements.length > 0);
});
beforeEach(async () => {
  // Those of the test before would be counted among those of this one.
  await until('nothing is being announced', async () => {
    const { rows } = await app.admin.query(
      `SELECT FROM report_server.jobs WHERE kind = 'report.announce' AND status IN ('queued', 'running')`,
    );
    return rows.length === 0;
  });
  announcements.length = 0;
  status = 204;
});
afterAll(async () => {
  await worker.stop();
  await app.close();
  server.close();
});

const ask = (method: string, path: string, json?: object) =>
  app.ask<any>(app.root, { path: `/api/v1/reports${path}`, method, ...(json ? { json } : {}) });
const next = (count = 1) => until('report management is informed', async () => announcements.length >= count);
const create = (key: string) =>
  ask('POST', '', { key, title: `Report ${key}`, datasource: 'sample', template: PLACES });
const jobsOf = async (key: string) =>
  (
    await app.admin.query(
      `SELECT status, attempts, run_after > now() AS waits FROM report_server.jobs
        WHERE kind = 'report.announce' AND payload->>'key' = $1 ORDER BY id DESC`,
      [key],
    )
  ).rows;

test('POST /api/v1/reports announces the report, PUT its change, DELETE that it is gone, and POST …/restore that it is back', async () => {
  expect((await create('roads')).status).toBe(201);
  await next();
  expect(announcements[0]).toMatchObject({
    ...{ method: 'PUT', path: '/internal/definitions/roads', caller: 'report-server' },
    body: {
      ...{ title: 'Report roads', description: '', datasource: 'sample', format: 'html' },
      author: app.root.id,
    },
  });
  expect(announcements[0]!.body.parameters).toEqual(PLACES.parameters);
  await ask('PUT', '/roads', { revision: 1, title: 'Streets' });
  await next(2);
  expect(announcements[1]).toMatchObject({ method: 'PUT', body: { title: 'Streets' } });
  await ask('DELETE', '/roads');
  await next(3);
  expect(announcements[2]).toMatchObject({
    method: 'DELETE',
    path: '/internal/definitions/roads',
    body: null,
  });
  await ask('POST', '/roads/restore');
  await next(4);
  expect(announcements[3]).toMatchObject({ method: 'PUT', body: { title: 'Streets' } });
});

test('POST /api/v1/reports gives the portal no address: report management has the page', async () => {
  await create('addressed');
  await ask('PUT', '/addressed', { revision: 1, title: 'Other' });
  const registered = app.registry.registered.filter(({ resourceKey }) => resourceKey === 'addressed');
  expect(registered.length).toBeGreaterThan(1);
  expect(registered.every((resource) => !('url' in resource))).toBe(true);
});

test('PUT /api/v1/reports/{key} that is refused is not announced', async () => {
  await create('calm');
  await next();
  expect((await ask('PUT', '/calm', { revision: 7, title: 'x' })).status).toBe(409);
  expect((await create('calm')).status).toBe(409);
  expect(await jobsOf('calm')).toHaveLength(1);
});

test.each([503, 404, 401])(
  'POST /api/v1/reports is announced later while report management answers %i',
  async (answer) => {
    status = answer;
    const key = `late${answer}`;
    expect((await create(key)).status).toBe(201);
    await until('the announcement waits', async () => (await jobsOf(key))[0]?.waits);
    // A later change is announced with it.
    status = 204;
    await app.admin.query(`UPDATE report_server.reports SET title = 'Newer' WHERE key = $1`, [key]);
    announcements.length = 0;
    await app.admin.query(
      `UPDATE report_server.jobs SET run_after = now() WHERE payload->>'key' = $1 AND status = 'queued'`,
      [key],
    );
    await app.context.jobs.dispatch();
    await next();
    expect(announcements[0]).toMatchObject({ method: 'PUT', body: { title: 'Newer' } });
    await until('the job has ended', async () => (await jobsOf(key))[0]?.status === 'succeeded');
  },
);

test('POST /api/v1/reports is announced once when report management refuses the definition, and the job says so', async () => {
  status = 400;
  await create('refused');
  await until('the job has ended', async () => (await jobsOf('refused'))[0]?.status === 'failed');
  expect(announcements).toHaveLength(1);
});

test('PUT /internal/reports/{key}/template, DELETE and restore by report management are not announced to it', async () => {
  const form = new FormData();
  form.append('title', 'Of a file');
  form.append('file', new Blob([JSON.stringify(PLACES)]), 'template.json');
  const path = '/internal/reports/filed';
  const headers = asService();
  const answer = await fetch(`${app.url}${path}/template`, { method: 'PUT', body: form, headers });
  expect(answer.status).toBe(200);
  await app.ask(null, { path, method: 'DELETE', headers });
  await app.ask(null, { path: `${path}/restore`, method: 'POST', headers });
  await housekeeping.run(app.context);
  expect(await jobsOf('filed')).toEqual([]);
});

test('reports that were there before report management are announced once, and jobs that announce are in no list', async () => {
  await create('older');
  await next();
  await until('it is known', async () => (await jobsOf('older'))[0]?.status === 'succeeded');
  await app.admin.query(`UPDATE report_server.reports SET announced_at = NULL WHERE key = 'older'`);
  await Promise.all([housekeeping.run(app.context), housekeeping.run(app.context)]);
  await next(2);
  expect(announcements[1]).toMatchObject({ path: '/internal/definitions/older', body: { author: null } });
  await until('it is known', async () => (await jobsOf('older'))[0]?.status === 'succeeded');
  const before = (await jobsOf('older')).length;
  await housekeeping.run(app.context);
  expect(await jobsOf('older')).toHaveLength(before);
  expect((await app.ask<any>(app.root, { path: '/api/jobs' })).body).toEqual([]);
});
