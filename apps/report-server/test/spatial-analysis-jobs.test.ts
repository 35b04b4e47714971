import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { startService, until } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { runAnalysisJob } from '../src/features/spatial-analysis/jobs/run-job.ts';
import { housekeeping } from '../src/housekeeping.ts';
import { startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

const PATH = '/api/v1/explorer/spatial-analysis';
const GATE = 7042;
/** The view `gated` gives 100 rows at once, and the others when nobody holds the lock. */
const LAYERS = `
  CREATE SCHEMA lab;
  CREATE TABLE lab.squares (id integer PRIMARY KEY, name text, geom public.geometry(Polygon, 4326));
  INSERT INTO lab.squares VALUES (1, 'equator', public.ST_MakeEnvelope(0, 0, 1, 1, 4326)),
    (2, 'north', public.ST_MakeEnvelope(0, 60, 1, 61, 4326)), (3, 'none', NULL);
  CREATE FUNCTION lab.pass(i integer) RETURNS integer LANGUAGE plpgsql STABLE AS $$
    BEGIN
      WHILE i > 100 AND NOT pg_try_advisory_lock_shared(${GATE}) LOOP PERFORM pg_sleep(0.05); END LOOP;
      RETURN i;
    END $$;
  CREATE TABLE lab.points AS SELECT i AS id, public.ST_Point(i / 100.0, 50, 4326)::public.geometry(Point, 4326) AS geom
    FROM generate_series(1, 300) AS i;
  CREATE VIEW lab.gated AS SELECT id, lab.pass(id) AS passed, geom FROM lab.points;`;

let app: ExplorerApp;
const clients: pg.PoolClient[] = [];
beforeAll(async () => {
  app = await startExplorer();
  const { source, sample } = app;
  await source.query(LAYERS);
  await source.query(`GRANT USAGE ON SCHEMA lab TO ${sample.readerUser}`);
  await source.query(`GRANT SELECT ON ALL TABLES IN SCHEMA lab TO ${sample.readerUser}`);
});
afterEach(async () => {
  openGate();
  const { jobs } = (await app.ask<any>(app.ada, { path: `${PATH}/jobs` })).body;
  for (const { id } of jobs) await app.ask(app.ada, { path: `${PATH}/jobs/${id}`, method: 'DELETE' });
});
afterAll(() => app.close());

const lab = (table: string, more: object = {}) => ({ datasource: 'sample', schema: 'lab', table, ...more });
const SQUARES = { analysis: 'measure', input: lab('squares', { columns: ['name'] }) };
const GATED = { analysis: 'measure', input: lab('gated', { columns: ['passed'] }) };

function queue(json: object, person: Person = app.ada) {
  return app.ask<any>(person, { path: PATH, method: 'POST', json, headers: { Prefer: 'respond-async' } });
}
async function queueId(json: object, person?: Person): Promise<string> {
  const { status, body } = await queue(json, person);
  if (status !== 202) throw new Error(JSON.stringify(body));
  return body.job_id;
}
const get = (path: string, person: Person = app.ada) => app.ask<any>(person, { path: `${PATH}/jobs${path}` });
const stateOf = async (id: string, person?: Person) => (await get(`/${id}`, person)).body;

/** Runs the jobs that wait, and ends the worker. */
async function runJob(id: string): Promise<void> {
  const worker = app.work('analysis.run');
  await app.context.jobs.finished(Number(id));
  await worker.stop();
}

async function closeGate(): Promise<void> {
  const client = await app.source.connect();
  await client.query('SELECT pg_advisory_lock($1)', [GATE]);
  clients.push(client);
}
function openGate(): void {
  for (const client of clients.splice(0)) client.release(true);
}
/** Statements of jobs in the database that is analysed. */
async function statements(): Promise<number> {
  const { rows } = await app.source.query(
    `SELECT FROM pg_stat_activity WHERE usename = $1 AND state = 'active' AND backend_type = 'client backend'`,
    [app.sample.readerUser],
  );
  return rows.length;
}
/** Names of the files of the storage: objects, and what is being written. */
async function files(): Promise<{ objects: string[]; incoming: string[] }> {
  const list = (folder: string) =>
    readdir(join(app.storageRoot, folder), { recursive: true, withFileTypes: true }).then(
      (entries) => entries.filter((entry) => entry.isFile()).map(({ name }) => name),
      () => [],
    );
  return { objects: await list('objects'), incoming: await list('incoming') };
}

describe('POST /api/v1/explorer/spatial-analysis with Prefer: respond-async', () => {
  test('returns 202 with the job, whose result has the members of the direct answer', async () => {
    const { status, body, headers } = await queue(SQUARES);
    const path = `${PATH}/jobs/${body.job_id}`;
    expect({ status, location: headers.get('location'), applied: headers.get('preference-applied') }).toEqual(
      {
        ...{ status: 202, location: `/report-server${path}`, applied: 'respond-async' },
      },
    );
    const id: string = body.job_id;
    expect(await stateOf(id)).toMatchObject({
      ...{ id, status: 'queued', stage: null, counts: null, elapsed_ms: null, result: null, error: null },
      ...{ analysis: 'measure', title: 'Measure', input: SQUARES.input, overlay: null, parameters: {} },
    });
    expect((await get(`/${id}/result`)).status).toBe(404);
    await runJob(id);
    const direct = await app.ask<any>(app.ada, { path: PATH, method: 'POST', json: SQUARES });
    const result = await get(`/${id}/result`);
    expect(result.body).toEqual({ ...direct.body, elapsed_ms: expect.any(Number) });
    expect(result.body.features.features).toHaveLength(2);
    const bytes = Number(result.headers.get('content-length'));
    expect(await stateOf(id)).toMatchObject({
      ...{ status: 'succeeded', bytes, result: `${path}/result`, elapsed_ms: expect.any(Number) },
      counts: { input: 2, dropped_null: 1, dropped_empty: 0, repaired: 0, output: 2 },
    });
    const file = await get(`/${id}/result?format=geojson`);
    expect(file.body).toEqual(direct.body.features);
    expect({ type: file.headers.get('content-type'), as: file.headers.get('content-disposition') }).toEqual({
      type: 'application/geo+json',
      as: 'attachment; filename="squares measure.geojson"',
    });
  });

  test('reports what is wrong with the request at once', async () => {
    const refused = [
      await queue({ analysis: 'buffer', input: lab('squares') }),
      await queue({ analysis: 'clip', input: lab('squares') }),
      await queue({ ...SQUARES, input: lab('nothing') }),
      await queue(SQUARES, app.eve),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 404, 404]);
    expect((await get('')).body.jobs.filter(({ status }: any) => status === 'queued')).toEqual([]);
  });

  test('returns 503 to a person with five analyses that wait or run, and 202 to others', async () => {
    for (let i = 0; i < 5; i += 1) await queueId(SQUARES);
    const { status, body, headers } = await queue(SQUARES);
    expect({ status, body, retry: headers.get('retry-after') }).toMatchObject({
      status: 503,
      body: { code: 'report-server.analysis_jobs_busy', error: expect.stringContaining('5 analyses') },
      retry: '30',
    });
    const other = await queueId(SQUARES, app.root);
    await app.ask(app.root, { path: `${PATH}/jobs/${other}`, method: 'DELETE' });
  });
});

describe('an analysis as a job', () => {
  test('is 404 to everybody but its owner, administrators included', async () => {
    const id = await queueId(SQUARES);
    await runJob(id);
    const answers = [
      await get(`/${id}`, app.root),
      await get(`/${id}/result`, app.root),
      await app.ask(app.root, { path: `${PATH}/jobs/${id}`, method: 'DELETE' }),
      await get(`/${id}`, app.eve),
      await get('/999999'),
      await get('/x'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await get('', app.eve)).body).toEqual({ jobs: [] });
    expect((await get('?limit=1')).body.jobs).toMatchObject([{ id, status: 'succeeded' }]);
  });

  test('reads with the row policies and rights that hold when it runs', async () => {
    const limited = await queueId(SQUARES);
    const filter = { column: 'id', op: 'eq', value: 2 };
    const policy = { schema: 'lab', table: 'squares', group_id: null, filter };
    const path = '/api/v1/datasources/sample/row-policies';
    const made = await app.ask<any>(app.root, { path, method: 'POST', json: policy });
    expect(made.status).toBe(201);
    await runJob(limited);
    const { features } = (await get(`/${limited}/result`)).body;
    expect(features.features.map(({ properties }: any) => properties.name)).toEqual(['north']);
    await app.ask(app.root, { path: `${path}/${made.body.id}`, method: 'DELETE' });

    const bo = await app.signUp({ username: 'bo', service: 'view' });
    await app.grant({ to: bo, on: 'sample', permission: 'view', resourceType: 'datasource' });
    const refused = await queueId(SQUARES, bo);
    await app.admin.query(
      `DELETE FROM portal.permissions WHERE group_id IN (SELECT id FROM portal.groups WHERE name = 'only bo')`,
    );
    await runJob(refused);
    const { rows } = await app.admin.query(`SELECT status, errors FROM report_server.jobs WHERE id = $1`, [
      refused,
    ]);
    expect(rows).toMatchObject([{ status: 'failed', errors: [{ code: 'report-server.access_lost' }] }]);
  });

  test('says that it writes once it does; DELETE ends its statement in the database and leaves no file', async () => {
    await closeGate();
    const before = await files();
    const id = await queueId(GATED);
    const worker = app.work('analysis.run');
    await until('the job writes', async () => (await stateOf(id)).stage === 'writing');
    expect(await stateOf(id)).toMatchObject({
      ...{ status: 'running', result: null, elapsed_ms: expect.any(Number) },
      counts: { input: 300, dropped_null: 0, dropped_empty: 0, repaired: 0, output: null },
    });
    expect(await statements()).toBe(1);
    expect((await app.ask<any>(app.ada, { path: `/api/jobs/${id}` })).body).toMatchObject({
      summary: 'Analyse: Measure of gated',
    });
    expect((await app.ask(app.ada, { path: `${PATH}/jobs/${id}`, method: 'DELETE' })).status).toBe(204);
    await until('the statement has ended', async () => (await statements()) === 0);
    await app.context.jobs.finished(Number(id));
    await worker.stop();
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', stage: null, result: null, error: null });
    expect(await files()).toEqual(before);
  });

  test('fails with a sentence when it takes longer than its limit, and is not run again', async () => {
    await closeGate();
    const id = await queueId(GATED);
    const processor = runAnalysisJob({ ...app.context, timeoutMs: 500 });
    const worker = app.context.jobs.work({ processors: { 'analysis.run': processor } });
    await app.context.jobs.finished(Number(id));
    await worker.stop();
    expect(await stateOf(id)).toMatchObject({
      ...{ status: 'failed', error_code: 'report-server.analysis_too_slow' },
      error: expect.stringContaining('was stopped'),
    });
    const { rows } = await app.admin.query('SELECT attempts FROM report_server.jobs WHERE id = $1', [id]);
    expect(rows).toEqual([{ attempts: 1 }]);
  });

  test('whose worker is killed while it writes is run by the next one, and leaves one file', async () => {
    await closeGate();
    const before = await files();
    const id = await queueId(GATED);
    const { config } = app;
    const script = resolve(import.meta.dirname, '../src/worker.ts');
    const killed = await startService({ script, config });
    await until('the job writes', async () => (await stateOf(id)).stage === 'writing');
    await killed.kill();
    expect((await files()).incoming).toHaveLength(1);
    openGate();
    await app.expireLeases();
    await runJob(id);
    expect(await stateOf(id)).toMatchObject({ status: 'succeeded', counts: { input: 300, output: 300 } });
    expect((await get(`/${id}/result`)).body.features.features).toHaveLength(300);
    await housekeeping.run(app.context);
    const after = await files();
    expect(after.incoming).toEqual([]);
    expect(after.objects).toHaveLength(before.objects.length + 1);
  });

  test('loses its result to DELETE, and to housekeeping when it has expired', async () => {
    const [deleted, expired] = [await queueId(SQUARES), await queueId(SQUARES)];
    await runJob(deleted);
    await runJob(expired);
    const { objects } = await files();
    await app.ask(app.ada, { path: `${PATH}/jobs/${deleted}`, method: 'DELETE' });
    await app.admin.query(
      `UPDATE report_server.analysis_jobs SET expires_at = now() - interval '1 s' WHERE job_id = $1`,
      [expired],
    );
    await housekeeping.run(app.context);
    expect((await files()).objects).toHaveLength(objects.length - 2);
    for (const id of [deleted, expired]) {
      expect((await get(`/${id}/result`)).status).toBe(404);
      expect(await stateOf(id)).toMatchObject({ status: 'succeeded', result: null, bytes: null });
    }
  });
});
