import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { addMetrics } from '../src/features/metrics/metrics.ts';
import { closeApplied, closeFailed, closeWithout, endLostRuns } from '../src/features/runs/close-repo.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';

const COUNTS = { table: 'trees', inserted: 5, updated: 3, deleted: 2, conflicts: 1, held: 0, rows: 20 };

let app: TestFieldSync;
const registry = new Registry();
beforeAll(async () => {
  app = await startTestFieldSync();
  const { db, logger } = app.context;
  addMetrics({ db, logger, registry });
});
afterAll(() => app?.close());

/** The series of a metric, as `{labels} value`. */
async function series(name: string): Promise<string[]> {
  const lines = (await registry.metrics()).split('\n');
  return lines
    .filter((line) => /^[a-z_]+/.exec(line)?.[0] === name)
    .map((line) => line.slice(name.length).trim());
}
const close = <T>(work: (trx: TestFieldSync['context']['db']) => Promise<T>) =>
  app.context.db.transaction().execute(work);
async function addRun(projectId: number, bytes: number): Promise<number> {
  const { rows } = await app.admin.query(
    `INSERT INTO field_sync.runs (project_id, kind, status, bytes_fetched) VALUES ($1, 'sync', 'running', $2) RETURNING id`,
    [projectId, bytes],
  );
  return Number(rows[0].id);
}

test('the metrics are what the database says of projects, runs, servers and workers', async () => {
  const projects = testProjects(app);
  const linkId = await projects.addLink('Target');
  const good = await projects.addServer('Good');
  const bad = await projects.addServer('Bad', { failures: 5, sign_in_problem: 'The password is wrong.' });
  const add = (name: string, serverId: number, row: Record<string, unknown> = {}) =>
    projects.startProject({ name, serverId, linkId, row });
  const lakes = await add('Lakes', good, { applied_version: 'v1' });
  const forest = await add('For"est', good, { behind_since: new Date(Date.now() - 90_000).toISOString() });
  await add('Trails', bad);
  await add('Retried', good, { failures: 2 });
  await add('Old', good, { started: false });

  const failure = { code: 'field_sync.target_unavailable', message: 'Away.', retryInMs: 1 };
  const applied = { seq: 1, version: 'v1', tables: [COUNTS], warnings: [] };
  const first = await addRun(lakes, 1000);
  expect(await close((trx) => closeFailed(trx, first, { ...failure, status: 'failed' }))).toBe(true);
  // Its worker died behind the commit: counted as both, its bytes once.
  await close((trx) => closeApplied(trx, first, applied));
  await close((trx) => closeApplied(trx, first, applied));
  const second = await addRun(lakes, 500);
  await close((trx) => closeApplied(trx, second, { ...applied, seq: 2 }));
  const third = await addRun(lakes, 20);
  await close((trx) => closeWithout(trx, third, { status: 'compared' }));
  const plan = { code: 'field_sync.plan_needed', message: 'Decide.', retryInMs: null };
  const fourth = await addRun(forest, 3);
  await close((trx) => closeFailed(trx, fourth, { ...plan, status: 'paused' }));
  const lost = await addRun(lakes, 1);
  await app.admin.query('UPDATE field_sync.runs SET job_id = 999999 WHERE id = $1', [lost]);
  expect(await endLostRuns(app.context.db)).toBe(1);
  await app.context.beat();

  const [lag, ...inStep] = await series('field_sync_lag_seconds');
  expect(lag).toMatch(new RegExp(`^{project_id="${forest}",project="For\\\\"est"} 9\\d`));
  expect(inStep).toContain(`{project_id="${lakes}",project="Lakes"} 0`);
  expect(inStep).toHaveLength(3);
  expect(await series('field_sync_projects')).toEqual([
    ...['{state="failing"} 2', '{state="paused"} 2', '{state="stopped"} 1'],
  ]);
  expect(await series('field_sync_runs_total')).toEqual([
    ...['{outcome="applied"} 2', '{outcome="compared"} 1', '{outcome="failed"} 2', '{outcome="paused"} 1'],
  ]);
  expect(await series('field_sync_run_failures_total')).toEqual([
    '{code="field_sync.plan_needed"} 1',
    '{code="field_sync.run_lost"} 1',
    '{code="field_sync.target_unavailable"} 1',
  ]);
  const rows = ['{operation="inserted"} 10', '{operation="updated"} 6', '{operation="deleted"} 4'];
  expect(await series('field_sync_rows_total')).toEqual(rows);
  expect(await series('field_sync_conflicts_total')).toEqual(['2']);
  expect(await series('field_sync_fetched_bytes_total')).toEqual(['1524']);
  expect(await series('field_sync_server_breaker_open')).toEqual([
    `{server_id="${bad}",server="Bad"} 1`,
    `{server_id="${good}",server="Good"} 0`,
  ]);
  expect(await series('field_sync_server_sign_in_refused')).toContain(`{server_id="${bad}",server="Bad"} 1`);
  expect(await series('field_sync_workers')).toEqual(['1']);

  await app.admin.query('DELETE FROM field_sync.projects WHERE id = $1', [lakes]);
  expect(await series('field_sync_rows_total')).toEqual(rows);
});

test('the number of series is limited, and those that matter are kept', async () => {
  await app.admin.query(`
    INSERT INTO field_sync.projects (name, server_id, project_id, geopackage, pglink_id, schema, started, behind_since)
    SELECT 'P' || n, s.id, 'P' || n, 'x.gpkg', l.id, 'x', true, CASE WHEN n = 600 THEN now() - interval '1 hour' END
      FROM generate_series(1, 600) n, field_sync.database_links l, field_sync.servers s WHERE s.name = 'Good'`);
  await app.admin.query(`
    INSERT INTO field_sync.run_totals SELECT n, 'failed', 'code.' || n, 1000 - n, 0, 0, 0, 0, 0 FROM generate_series(1, 60) n`);
  const lags = await series('field_sync_lag_seconds');
  expect(lags).toHaveLength(500);
  expect(lags[0]).toMatch(/project="P600"} 36\d\d/);
  const codes = await series('field_sync_run_failures_total');
  expect(codes).toHaveLength(51);
  expect(codes).toContain('{code="code.1"} 999');
  expect(codes.find((line) => line.includes('"other"'))).toBeDefined();
});
