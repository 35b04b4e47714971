/** @own-process because it counts the file handles of its process */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findProgram } from '@cairn/programs';
import { startService, startTestServer, testRedisUrl, until } from '@cairn/testing';
import type { Person, TestServer } from '@cairn/testing';
import { executeReportJob } from '../src/features/executions/execution-job.ts';
import { loginOf, startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';
import { startProxy } from './tcp-proxy.ts';

/** Longest run of this file, which begins before all tests and whose end the last one waits for. */
const RUN_MS = 25_000;
const REPORT_SESSION = 'cairn-report-server: report';

/** Reports of one statement each. */
const STATEMENTS = {
  sleep: `SELECT 1 AS a FROM pg_sleep(600)`,
  nap: `SELECT 1 AS a FROM pg_sleep(1)`,
  small: `SELECT 1 AS a`,
  large: `SELECT repeat('x', 1000) AS a FROM generate_series(1, 10000)`,
  huge: `SELECT repeat('x', 50000000) AS a`,
};
const NUMBERS = 'SELECT i AS a FROM generate_series(1, 100000) AS i';
const REMOTE_STATEMENTS = {
  'remote-sleep': STATEMENTS.sleep,
  'remote-planned': 'SELECT public.planned_sleep() AS a',
  'remote-small': STATEMENTS.small,
};

let app: ExplorerApp;
let redis: Awaited<ReturnType<typeof startProxy>>;
let server: TestServer;
let tooLong: Promise<Response>;
beforeAll(async () => {
  [redis, server] = await Promise.all([startProxy(new URL(testRedisUrl())), startTestServer()]);
  app = await startExplorer({ env: { REDIS_URL: redis.url }, overrides: { runMs: RUN_MS } });
  await app.source.query(
    `CREATE VIEW shop.slow_places AS SELECT p.* FROM shop.places AS p, pg_sleep(60);
     GRANT SELECT ON shop.slow_places TO ${app.sample.readerUser}`,
  );
  await server.query('postgres', `CREATE ROLE reader LOGIN PASSWORD 'reader'`);
  await server.query('postgres', 'CREATE DATABASE shop');
  // Sleeps while its statement is planned, before a row is read.
  await server.query(
    'shop',
    `CREATE FUNCTION public.planned_sleep() RETURNS int IMMUTABLE LANGUAGE plpgsql
     AS $$ BEGIN PERFORM pg_sleep(600); RETURN 1; END $$`,
  );
  const login = { host: '127.0.0.1', port: server.port, username: 'reader', password: 'reader' };
  await post('/api/v1/datasources', {
    ...loginOf(app.sample),
    ...{ key: 'remote', title: 'Remote', database: 'shop', statement_timeout_ms: 2000, ...login },
  });
  for (const [key, sql] of Object.entries(STATEMENTS)) await addReport({ key, sql, datasource: 'sample' });
  for (const [key, sql] of Object.entries(REMOTE_STATEMENTS))
    await addReport({ key, sql, datasource: 'remote' });
  await addReport({ key: 'heavy', sql: NUMBERS, datasource: 'sample', bands: WIDE_TABLE });
  tooLong = execute('sleep', { person: app.root });
  tooLong.catch(() => undefined);
});
afterAll(async () => {
  await app.close();
  await server.stop();
  await redis.close();
});

async function post(path: string, json: object): Promise<void> {
  const { status, body } = await app.ask(app.root, { path, method: 'POST', json });
  if (status !== 201) throw new Error(JSON.stringify(body));
}

const place = { x: 0, y: 0, width: 200, height: 14 };
const ONE_FIELD = {
  detail: [{ height: 14, elements: [{ ...place, id: 'a', kind: 'field', expression: '$F{a}' }] }],
};
/** A table is in memory until it is complete: this one has 60 cells a row. */
const WIDE_TABLE = {
  detail: [],
  summary: {
    height: 14,
    elements: [
      {
        ...{ ...place, id: 't', kind: 'table' },
        columns: Array.from({ length: 60 }, () => ({ header: 'a', width: 5, expression: '$F{a}' })),
      },
    ],
  },
};

interface Report {
  key: string;
  sql: string;
  datasource: string;
  bands?: object;
}

async function addReport({ key, sql, datasource, bands = ONE_FIELD }: Report) {
  const margins = { top: 36, right: 36, bottom: 36, left: 36 };
  const template = {
    ...{ version: 1, title: key, page: { size: 'A4', orientation: 'portrait', margins }, parameters: [] },
    ...{ datasets: [{ name: 'rows', sql }], groups: [], variables: [], styles: [] },
    bands,
  };
  await post('/api/v1/reports', { key, datasource, template });
}

interface Run {
  person?: Person;
  format?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  url?: string;
}

function execute(report: string, { person = app.root, format = 'csv', headers = {}, ...init }: Run = {}) {
  return fetch(`${init.url ?? app.url}/reports/execute?_repName=${report}&_repFormat=${format}`, {
    headers: { Cookie: person.cookie, ...headers },
    ...(init.signal ? { signal: init.signal } : {}),
  });
}

async function outcome(answer: Promise<Response>): Promise<{ status: number; text: string }> {
  const { status, text } = await answer.then(async (each) => ({
    status: each.status,
    text: await each.text(),
  }));
  // Failures on the server's side end with the id of the request.
  return { status, text: text.trim().replace(/ \(request \w+\)$/, '') };
}

/** Backends that run something for the report server, beside the run that begins before all tests. */
async function backends(like = '%pg_sleep(6%'): Promise<number[]> {
  const { rows } = await app.source.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = $1 AND usename = $2 AND state = 'active' AND query LIKE $3`,
    [app.sample.database, app.sample.readerUser, like],
  );
  return rows.map(({ pid }: { pid: number }) => pid);
}

const openFiles = () => readdirSync('/proc/self/fd').length;
const scratchFolders = () => readdirSync(`${app.storageRoot}/work`).length;

async function executionsOf(report: string): Promise<any[]> {
  const path = `/api/v1/executions?report=${report}`;
  return (await app.ask<any>(app.root, { path })).body.executions;
}

test('GET /reports/execute ends the statement and removes its files when its client leaves', async () => {
  await until('the first run is there', async () => (await backends()).length === 1);
  const before = { files: openFiles(), scratch: scratchFolders() };
  const client = new AbortController();
  const left = execute('sleep', { signal: client.signal });
  await until('its statement runs', async () => (await backends()).length === 2);
  client.abort();
  await expect(left).rejects.toThrow();
  const isBack = async () =>
    openFiles() <= before.files && scratchFolders() === before.scratch && (await backends()).length === 1;
  await until('backend, files and folder are gone', isBack, { limitMs: 5_000 });
  await until('it is on record', async () => (await executionsOf('sleep'))[0].status === 'cancelled');
});

test('POST /api/v1/explorer/spatial-analysis ends its statement when its client leaves', async () => {
  const analyse = (table: string, signal?: AbortSignal) =>
    fetch(`${app.url}/api/v1/explorer/spatial-analysis`, {
      method: 'POST',
      headers: { Cookie: app.ada.cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ analysis: 'measure', input: { datasource: 'sample', schema: 'shop', table } }),
      ...(signal ? { signal } : {}),
    });
  // Opens what stays open: sessions of the pools and connections of this client.
  expect((await outcome(analyse('places'))).status).toBe(200);
  const before = openFiles();
  const client = new AbortController();
  const left = analyse('slow_places', client.signal);
  // pg_stat_activity shows the first 1,023 bytes of a statement.
  const statements = () => backends('%"slow_pla%');
  await until('its statement runs', async () => (await statements()).length === 1);
  client.abort();
  await expect(left).rejects.toThrow();
  const isBack = async () => (await statements()).length === 0 && openFiles() <= before + 1;
  await until('backend and files are gone', isBack, { limitMs: 5_000 });
});

test('GET /reports/execute answers 422 with a sentence for a row that a thread has no memory for, and runs the next report', async () => {
  expect(await outcome(execute('huge'))).toEqual({
    status: 422,
    text: 'A row of the dataset "rows" has more than 8 MiB. Choose fewer columns, or shorten their values.',
  });
  expect((await outcome(execute('small'))).status).toBe(200);
});

test('GET /reports/execute answers 422 with a sentence for a report that needs more memory than a thread has, and runs the next one', async () => {
  expect(await outcome(execute('heavy', { format: 'html' }))).toEqual({
    status: 422,
    text: 'The report needs more memory than a run may use. Filter its data, or choose csv.',
  });
  expect((await executionsOf('heavy'))[0]).toMatchObject({ status: 'failed' });
  expect((await outcome(execute('small'))).status).toBe(200);
}, 30_000);

test('GET /reports/execute answers 503 when the database has no connection left, hangs, or is killed, and 200 when it is back', async () => {
  expect((await outcome(execute('remote-small'))).status).toBe(200);
  await server.query('postgres', 'ALTER ROLE reader CONNECTION LIMIT 0');
  expect(await outcome(execute('remote-small'))).toEqual({
    status: 503,
    text: expect.stringMatching(/no connection left/),
  });
  await server.query('postgres', 'ALTER ROLE reader CONNECTION LIMIT -1');

  const lost = { status: 503, text: expect.stringMatching(/ended the connection/) };
  const stopped: number[] = [];
  for (const report of ['remote-planned', 'remote-sleep']) {
    const hanging = outcome(execute(report));
    const pid = await remoteBackend(stopped);
    process.kill(pid, 'SIGSTOP');
    stopped.push(pid);
    expect(await hanging).toEqual(lost);
  }
  for (const pid of stopped) process.kill(pid, 'SIGCONT');

  const killed = outcome(execute('remote-sleep'));
  await remoteBackend(stopped);
  await server.kill();
  expect(await killed).toEqual(lost);
  await server.start();
  expect((await outcome(execute('remote-small'))).status).toBe(200);
});

/** The process in which the statement of a report sleeps on the separate server. */
async function remoteBackend(others: number[] = []): Promise<number> {
  let found = 0;
  await until('the statement sleeps', async () => {
    const [row] = await server.query(
      'postgres',
      `SELECT pid FROM pg_stat_activity
       WHERE application_name = $1 AND wait_event = 'PgSleep' AND pid <> ALL ($2::int[])`,
      [REPORT_SESSION, others],
    );
    found = row?.pid ?? 0;
    return found > 0;
  });
  return found;
}

test('GET /reports/execute with Prefer: respond-async keeps its run while Redis is away and while its worker stops', async () => {
  await redis.interrupt();
  expect((await outcome(execute('small'))).status).toBe(200);
  const queued = await execute('nap', { headers: { Prefer: 'respond-async' } });
  expect(queued.status).toBe(202);
  const { execution_id: id, job_id: job } = (await queued.json()) as { execution_id: string; job_id: string };
  const path = `/api/v1/executions/${id}`;
  const status = async () => (await app.ask<any>(app.root, { path })).body.status;
  await redis.resume();
  const work = () =>
    app.context.jobs.work({ processors: { 'report.execute': executeReportJob(app.context) }, graceMs: 1 });
  const stopping = work();
  await until('it runs', async () => (await status()) === 'running');
  await stopping.stop();
  expect(await status()).toBe('queued');
  const worker = work();
  await app.context.jobs.finished(Number(job));
  await worker.stop();
  expect(await status()).toBe('succeeded');
  expect(
    (await outcome(fetch(`${app.url}${path}/output`, { headers: { Cookie: app.root.cookie } }))).text,
  ).toBe('a\r\n1');
});

test('a full disk fails a run with 503, and SIGTERM lets a run finish', async () => {
  const service = await startService({
    script: resolve(import.meta.dirname, '../src/main.ts'),
    config: app.config,
    // A limit on the size of files meets a process as a full disk does: the write fails half way.
    through: [findProgram('prlimit')!, `--fsize=${4 * 1024 ** 2}:`],
  });
  const { url } = service;
  expect(await outcome(execute('large', { url }))).toEqual({
    status: 503,
    text: expect.stringMatching(/no space left/),
  });
  const finishing = outcome(execute('nap', { url }));
  await until('it runs', async () => (await executionsOf('nap'))[0].status === 'running');
  const exit = service.stop();
  expect((await finishing).status).toBe(200);
  expect(await exit).toBe(0);
});

test('GET /reports/execute answers 504 with a sentence for a run that takes too long', async () => {
  expect(await outcome(tooLong)).toEqual({
    status: 504,
    text: 'The report took longer than 1 minute and was stopped. Filter its data.',
  });
});

test('after all faults each object belongs to a row, each row has its file, and no run is left', async () => {
  const objects: string[] = [];
  for await (const object of app.context.storage.list()) objects.push(object);
  const { rows } = await app.admin.query(
    `SELECT output_object AS object FROM report_server.executions WHERE output_object IS NOT NULL
      UNION SELECT object FROM report_server.run_assets`,
  );
  expect(objects.sort()).toEqual(rows.map(({ object }) => object).sort());
  expect(scratchFolders()).toBe(0);
  const { body } = await app.ask<any>(app.root, { path: '/api/v1/executions?limit=100' });
  expect(body.executions.filter(({ status }: any) => ['queued', 'running'].includes(status))).toEqual([]);
});
