import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { addRuns, addUser, keyOf, REPORTS, RUNS } from './history-rows.ts';
import type { Measure, Measurement } from './measurement.ts';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';
import { inFolder, median } from './vault-process.ts';

/** Of all requests: other programs of the machine then disturb one round, not one request. */
const ROUNDS = 20;
const MAX_MS = 100;

interface Reader {
  name: string;
  cookie: string;
}

interface Bench {
  service: ServiceProcess;
  db: pg.Pool;
}

/** Times of one request in all rounds. */
interface Timing {
  request: string;
  query: string;
  times: number[];
}

/** The page of the history and its rows, of 1,000,000 runs, for people who may view different reports. */
export const measure: Measure = () =>
  inFolder(async (folder) => {
    const reports = join(folder, 'reports');
    for (let report = 0; report < REPORTS; report += 1) await writeDefinition(reports, report);
    const service = await startServiceProcess({
      ...{ name: 'report-mgmt', folder: join(folder, 'storage'), variables: { REPORTS_ROOT: reports } },
    });
    const db = new pg.Pool({ connectionString: service.databaseUrl, max: 1 });
    const portalDb = new pg.Pool({ connectionString: service.portal.databaseUrl, max: 1 });
    try {
      await addRuns(db);
      await waitForRegistration(db);
      const readers = await addReaders(portalDb, service.cookie);
      const lines: Measurement[] = [];
      for (const reader of readers) lines.push(await measureReader({ service, db }, reader));
      return [...lines, await compareWithSql({ service, db })];
    } finally {
      await db.end();
      await portalDb.end();
      await service.stop();
    }
  });

async function writeDefinition(reports: string, report: number): Promise<void> {
  const folder = join(reports, keyOf(report));
  await mkdir(folder, { recursive: true });
  const definition = { title: `Report ${report} of a district`, datasource: 'districts' };
  await writeFile(join(folder, 'definition.json'), JSON.stringify(definition));
}

/** It goes on for about a minute, and would be in the times. */
async function waitForRegistration(db: pg.Pool): Promise<void> {
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await delay(500)) {
    const { rows } = await db.query(
      'SELECT count(*)::int AS done FROM report_mgmt.definitions WHERE registered_at IS NOT NULL',
    );
    if (rows[0].done === REPORTS) return;
  }
  throw new Error('The portal did not have all reports within five minutes.');
}

async function addReaders(portalDb: pg.Pool, administrator: string): Promise<Reader[]> {
  // All may view a new report.
  await portalDb.query(
    `DELETE FROM portal.permissions WHERE resource_id IN (SELECT id FROM portal.resources WHERE resource_type = 'report')`,
  );
  const users = {
    'all 2,000 reports as a user': 'report >= 0',
    '250 reports': 'report % 8 = 3',
    '250 reports without a run for 200 days': 'report % 8 = 5',
    '5 reports': 'report IN (3, 211, 803, 1203, 1803)',
  };
  const readers: Reader[] = [{ name: 'an administrator', cookie: administrator }];
  for (const [name, condition] of Object.entries(users))
    readers.push({ name, cookie: await addUser(portalDb, name, condition) });
  await portalDb.query('ANALYZE');
  return readers;
}

async function measureReader({ service, db }: Bench, { name, cookie }: Reader): Promise<Measurement> {
  const timings = Object.entries(await requestsOf(db)).map(([request, query]): Timing => {
    return { request, query, times: [] };
  });
  const first = await timeOf(service, { query: timings[0]!.query, cookie });
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { query, times } of timings) times.push(await timeOf(service, { query, cookie }));
  if (import.meta.main) printTimings(name, timings);
  const all = timings.flatMap(({ times }) => times);
  const slowest = timings.toSorted((a, b) => median(b.times) - median(a.times))[0]!;
  const p95 = quantile(slowest.times, 0.95);
  return {
    what: `/history.php and its rows, ${RUNS.toLocaleString('en')} runs: ${name}`,
    measured:
      `${timings.length} requests, median ${median(all).toFixed(0)}, p95 ${quantile(all, 0.95).toFixed(0)}, ` +
      `first ${first.toFixed(0)}, worst ${Math.max(...all).toFixed(0)} ms`,
    value: `slowest: median ${median(slowest.times).toFixed(0)}, p95 ${p95.toFixed(0)} ms (${slowest.request})`,
    goal: `under ${MAX_MS} ms`,
    met: p95 < MAX_MS,
  };
}

/** What pages ask for, and searches that find nothing. */
async function requestsOf(db: pg.Pool): Promise<Record<string, string>> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
  return {
    'first page': 'limit=50',
    'first 200': 'limit=200',
    'last 60 (executions.php)': 'limit=60',
    'running (executions.php)': 'status=running&limit=200',
    'queued (executions.php)': 'status=queued&limit=200',
    failed: 'status=failed&limit=50',
    'failed 200': 'status=failed&limit=200',
    'missed 200': 'status=missed&limit=200',
    'run by hand 200': 'trigger=run_now&limit=200',
    'failed by viewers 200': 'status=failed&trigger=viewer&limit=200',
    'missed by viewers (none)': 'status=missed&trigger=viewer&limit=200',
    'frequent report 200': `report=${keyOf(3)}&limit=200`,
    'rare report 200': `report=${keyOf(1803)}&limit=200`,
    'report without a run for 200 days': `report=${keyOf(1797)}&limit=200`,
    'failed of a report 200': `report=${keyOf(3)}&status=failed&limit=200`,
    'queued of a rare report (none)': `report=${keyOf(1803)}&status=queued&limit=200`,
    'schedule 200': 'schedule=4&limit=200',
    'failed of a schedule 200': 'schedule=4&status=failed&limit=200',
    'unknown schedule (none)': 'schedule=9999&limit=200',
    'a day of last month 200': `from=${day(31)}&to=${day(30)}&limit=200`,
    'a day of last year 200': `from=${day(330)}&to=${day(329)}&limit=200`,
    'failed of that day 200': `from=${day(330)}&to=${day(329)}&status=failed&limit=200`,
    'before the first (none)': `to=${day(500)}&limit=200`,
    'report and day 200': `report=${keyOf(3)}&from=${day(331)}&to=${day(330)}&limit=200`,
    'search for 1,111 reports 200': 'q=Report 1&limit=200',
    'search for 1,111 reports, missed 200': 'q=Report 1&status=missed&limit=200',
    'search for nothing': 'q=nowhere&limit=200',
    'page from the middle 200': `cursor=${await cursorAt(db, 200)}&limit=200`,
    'page near the end 200': `cursor=${await cursorAt(db, 390)}&limit=200`,
    'failed, near the end 200': `status=failed&cursor=${await cursorAt(db, 390)}&limit=200`,
  };
}

/** What `next_cursor` of a page would be that ends some days ago. */
async function cursorAt(db: pg.Pool, days: number): Promise<string> {
  const { rows } = await db.query(
    `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || id AS place
     FROM report_mgmt.executions WHERE created_at < now() - interval '1 day' * $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
    [days],
  );
  return Buffer.from(rows[0].place as string).toString('base64url');
}

/** The page, and then its rows, as a browser needs them, until the last byte. */
async function timeOf(
  { url }: ServiceProcess,
  { query, cookie }: { query: string; cookie: string },
): Promise<number> {
  const started = performance.now();
  for (const address of [`${url}/history.php`, `${url}/api/v1/executions?${query}`]) {
    const answer = await fetch(address, { headers: { cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${address} returned ${answer.status}.`);
  }
  return performance.now() - started;
}

/** The first page of an administrator, against the rows by SQL, in turns. */
async function compareWithSql({ service, db }: Bench): Promise<Measurement> {
  const times = { page: [] as number[], sql: [] as number[] };
  for (let round = 0; round < 10 * ROUNDS; round += 1) {
    times.page.push(await timeOf(service, { query: 'limit=200', cookie: service.cookie }));
    const started = performance.now();
    await db.query('SELECT * FROM report_mgmt.executions ORDER BY created_at DESC, id DESC LIMIT 200');
    times.sql.push(performance.now() - started);
  }
  const [page, bare] = [median(times.page), median(times.sql)];
  return {
    what: 'the same, 200 rows for an administrator, against SELECT through pg',
    measured: `${page.toFixed(1)} against ${bare.toFixed(1)} ms`,
    value: `+${(page - bare).toFixed(1)} ms`,
    goal: `under ${MAX_MS} ms`,
    met: page < MAX_MS,
  };
}

function printTimings(name: string, timings: Timing[]): void {
  console.log(name);
  console.table(
    timings.map(({ request, times }) => ({
      request,
      p50: Math.round(median(times)),
      p95: Math.round(quantile(times, 0.95)),
      worst: Math.round(Math.max(...times)),
    })),
  );
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;
}

if (import.meta.main) console.table(await measure());
