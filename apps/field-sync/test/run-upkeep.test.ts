import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { endLostRuns } from '../src/features/runs/close-repo.ts';
import { trimLogs, writeLog } from '../src/features/runs/log-repo.ts';
import { deleteOldRuns } from '../src/features/runs/retention-repo.ts';
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
  // As workers that start at the same moment do.
  await Promise.all([1, 2, 3].map(() => app.context.runs.requestWeekly()));
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

test('runs that ended long ago are removed but for those that something still needs', async () => {
  const { rows: inserted } = await app.admin.query<{ id: string; kept: string | null }>(
    `INSERT INTO field_sync.runs (project_id, kind, status, error_code, updated, conflicts, finished_at)
     SELECT CASE WHEN of_other THEN $2 ELSE $1 END::integer, 'sync', status, error_code, updated, conflicts, now() - days * interval '1 day'
       FROM (VALUES (1, false, 500, 'failed', NULL, 0, 0), (2, false, 499, 'applied', 'history', 1, 0),
         (3, false, 498, 'applied', NULL, 0, 0), (4, false, 497, 'paused', 'plan', 0, 0), (5, false, 496, 'applied', 'conflicts', 0, 1),
         (6, false, 495, 'applied', 'last applied', 0, 0), (7, false, 494, 'compared', NULL, 0, 0), (8, false, 30, 'failed', 'young', 0, 0),
         (9, true, 500, 'applied', NULL, 1, 0), (10, true, 80, 'applied', 'last applied', 1, 0),
         (11, true, 79, 'cancelled', NULL, 0, 0), (12, true, 78, 'failed', 'last', 0, 0))
         AS v (n, of_other, days, status, error_code, updated, conflicts)
      ORDER BY n RETURNING id, error_code AS kept`,
    [id, other],
  );
  await app.admin.query('UPDATE field_sync.projects SET history_days = 90 WHERE id = $1', [other]);
  await app.admin.query(
    `INSERT INTO field_sync.plans (project_id, run_id, seq, package_sha256, snapshot_id, items, status)
     SELECT project_id, id, 0, '', 0, '[]', CASE error_code WHEN 'plan' THEN 'open' ELSE 'superseded' END FROM field_sync.runs
      WHERE error_code = 'plan' OR status = 'compared'`,
  );
  await request(id);
  const removed = await Promise.all([1, 2, 3].map(() => deleteOldRuns(app.context.db, 365, 2)));
  expect(removed.reduce((sum, count) => sum + count)).toBe(4);
  const left = [...(await projects.runs(id)), ...(await projects.runs(other))];
  const expected = inserted.filter((run) => run.kept !== null || Number(run.id) > Number(inserted[9]!.id));
  expect(left.filter(({ status }) => status !== 'queued').map((run) => run.id)).toEqual(
    expected.map((run) => run.id),
  );
  // Of the other project a changed history is kept for 90 days.
  expect(await deleteOldRuns(app.context.db, 60)).toBe(1);
  expect((await projects.runs(other)).map((run) => run.error_code)).toEqual(['last applied', 'last']);
  expect(await deleteOldRuns(app.context.db, 60)).toBe(0);
  const { rows: plans } = await app.admin.query('SELECT status FROM field_sync.plans');
  expect(plans).toEqual([{ status: 'open' }]);
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
