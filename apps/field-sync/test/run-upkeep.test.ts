import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { endLostRuns } from '../src/features/runs/close-repo.ts';
import { trimLogs, writeLog } from '../src/features/runs/log-repo.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';
import type { TestProjects } from './test-projects.ts';

let app: TestFieldSync;
let projects: TestProjects;
let id: number;
let other: number;
beforeAll(async () => {
  app = await startTestFieldSync();
  projects = testProjects(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.admin.query('TRUNCATE field_sync.servers, field_sync.database_links, field_sync.jobs CASCADE');
  const serverId = await projects.addServer('North');
  const linkId = await projects.addLink('target');
  id = await projects.startProject({ name: 'forest', serverId, linkId });
  other = await projects.startProject({ name: 'roads', serverId, linkId });
});

const request = (projectId: number) =>
  app.context.runs.request(projectId, { kind: 'sync', requestedBy: '7' });
const endJob = (projectId: number, status: string) =>
  app.admin.query(
    `UPDATE field_sync.jobs j SET status = $2, finished_at = now() - interval '1 minute' FROM field_sync.runs r
      WHERE r.job_id = j.id AND r.project_id = $1`,
    [projectId, status],
  );
const addApplied = (projectId: number, kind: string, days: number) =>
  app.admin.query(
    `INSERT INTO field_sync.runs (project_id, kind, status, created_at, finished_at)
     VALUES ($1, $2, 'applied', now() - $3 * interval '1 day', now() - $3 * interval '1 day')`,
    [projectId, kind, days],
  );

test('a run whose job has ended without it ends too, and its project is tried again after a minute', async () => {
  await request(id);
  await request(other);
  expect(await endLostRuns(app.context.db)).toBe(0);
  await endJob(id, 'failed');
  await endJob(other, 'cancelled');
  expect(await endLostRuns(app.context.db)).toBe(2);
  expect(await projects.runs(id)).toMatchObject([{ status: 'failed', error_code: 'field_sync.run_lost' }]);
  expect(await projects.runs(other)).toMatchObject([{ status: 'cancelled' }]);
  const lost = await projects.project(id);
  expect(lost).toMatchObject({ failures: 1, problem: expect.stringContaining('tried again') });
  expect(lost.retry_at.getTime()).toBeGreaterThan(Date.now());
  expect(await projects.project(other)).toMatchObject({ failures: 0, retry_at: null });
  await request(id);
});

test('a project is compared with all of its package once a week', async () => {
  await addApplied(id, 'sync', 30);
  await addApplied(id, 'reconcile', 8);
  await addApplied(id, 'sync', 1);
  await addApplied(other, 'sync', 3);
  await app.context.runs.requestWeekly();
  expect((await projects.runs(id)).at(-1)).toMatchObject({
    kind: 'reconcile',
    status: 'queued',
    version: null,
  });
  expect(await projects.runs(other)).toHaveLength(1);
  await app.context.runs.requestWeekly();
  expect(await projects.runs(id)).toHaveLength(4);
  // One that failed is tried again the next day, and one that was applied counts.
  await app.admin.query(
    `UPDATE field_sync.runs SET status = 'failed', finished_at = now() WHERE status = 'queued'`,
  );
  await app.context.runs.requestWeekly();
  expect(await projects.runs(id)).toHaveLength(4);
});

test('a project that is stopped or paused is not compared', async () => {
  await addApplied(id, 'sync', 30);
  await addApplied(other, 'sync', 30);
  await app.admin.query('UPDATE field_sync.projects SET started = false WHERE id = $1', [id]);
  await app.admin.query(`UPDATE field_sync.projects SET paused_code = 'x' WHERE id = $1`, [other]);
  await app.context.runs.requestWeekly();
  expect([...(await projects.runs(id)), ...(await projects.runs(other))]).toHaveLength(2);
});

test('the newest 50,000 lines of the log of each project are kept', async () => {
  await app.admin.query(
    `INSERT INTO field_sync.log_lines (project_id, level, message) SELECT $1, 'info', n::text FROM generate_series(1, 50003) n`,
    [id],
  );
  await writeLog(app.context.db, [{ projectId: other, level: 'warning', message: 'kept' }]);
  expect(await trimLogs(app.context.db)).toBe(3);
  const { rows } = await app.admin.query(
    'SELECT project_id, count(*)::integer AS count, min(CASE WHEN project_id = $1 THEN message::integer END) AS oldest FROM field_sync.log_lines GROUP BY 1 ORDER BY 1',
    [id],
  );
  expect(rows).toEqual([
    { project_id: id, count: 50_000, oldest: 4 },
    { project_id: other, count: 1, oldest: null },
  ]);
});
