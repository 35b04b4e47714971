import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createGeopackage, startTestMerginMaps } from '@cairn/testing';
import type { TestMerginMaps } from '@cairn/testing';
import { surveyTables } from '../apps/field-sync/test/survey.ts';
import { startFieldSync } from './field-sync-process.ts';
import type { FieldSyncProcess } from './field-sync-process.ts';
import type { Measure, Measurement } from './measurement.ts';
import { cpuOf } from './process-memory.ts';
import { inFolder, median } from './vault-process.ts';

const PACKAGE = 'survey.gpkg';
const SLEEP_SECONDS = 10;
const IDLE = { projects: 100, seconds: 60, calls: 2, percent: 2 };
const MANY = { servers: 20, projects: 50, changes: 40, everyMs: 2_000, lagMs: 15_000 };

/** Everything but the rows of servers and workers, with the transactions that wrote it. */
const ROWS = ['projects', 'runs', 'jobs', 'plans', 'snapshots', 'downloads', 'log_lines', 'audit_events']
  .map((table) => `SELECT '${table}' AS "table", xmin::text, ctid::text FROM ${table}`)
  .join(' UNION ALL ');

async function benchPolls() {
  return inFolder(async (folder) => {
    createGeopackage(join(folder, PACKAGE), surveyTables());
    const survey = readFileSync(join(folder, PACKAGE));
    const sync = await startFieldSync(folder);
    const servers: TestMerginMaps[] = [];
    try {
      servers.push(await startTestMerginMaps());
      const idle = await benchIdle(sync, servers[0]!, survey);
      await sync.db.query('UPDATE projects SET started = false');
      while (servers.length <= MANY.servers) servers.push(await startTestMerginMaps());
      return { idle, lags: await benchLag(sync, servers.slice(1), survey) };
    } finally {
      await sync.stop();
      for (const server of servers) await server.close();
    }
  });
}

/** Polls of projects that never change. */
async function benchIdle(sync: FieldSyncProcess, server: TestMerginMaps, survey: Buffer) {
  const { db, service } = sync;
  const id = await addServer(sync, server, 'idle');
  for (let n = 0; n < IDLE.projects; n += 1)
    await addProject(sync, { server, id, name: `idle-${n}`, survey });
  const polledAt = async () =>
    Number((await db.query('SELECT polled_at FROM servers WHERE id = $1', [id])).rows[0].polled_at);
  // The second poll finds the sign-in and the kind of the server.
  for (let polls = 0, last = await polledAt(); polls < 2; await delay(100)) {
    const at = await polledAt();
    if (at !== last) polls += 1;
    last = at;
  }
  const before = JSON.stringify((await db.query(ROWS)).rows);
  const cpu = cpuOf(service.workerPid ?? 0);
  const started = performance.now();
  server.requests.length = 0;
  const times = new Set([await polledAt()]);
  while (performance.now() - started < IDLE.seconds * 1000) {
    await delay(500);
    times.add(await polledAt());
  }
  const percent = ((cpuOf(service.workerPid ?? 0) - cpu) / (performance.now() - started)) * 100;
  const isSame = JSON.stringify((await db.query(ROWS)).rows) === before;
  return { polls: times.size - 1, calls: server.requests.length, percent, isSame };
}

/** From the commit of a version on one of the servers to the moment that a project has it, in milliseconds. */
async function benchLag(
  sync: FieldSyncProcess,
  servers: TestMerginMaps[],
  survey: Buffer,
): Promise<number[]> {
  const live = [];
  for (const [n, server] of servers.entries()) {
    const id = await addServer(sync, server, `server ${n}`);
    for (let i = 1; i < MANY.projects; i += 1)
      await addProject(sync, { server, id, name: `${n}-${i}`, survey });
    live.push({
      server,
      ...(await addProject(sync, { server, id, name: `live-${n}`, survey, isNew: true })),
    });
  }
  for (const { row } of live) await sync.nextRun(row);
  const lags: Promise<number>[] = [];
  for (let n = 0; n < MANY.changes; n += 1) {
    const { server, project, row } = live[n % live.length]!;
    const edit = {
      [PACKAGE]: (db: { exec(sql: string): void }) => db.exec(`UPDATE trees SET height = ${n} WHERE fid = 1`),
    };
    lags.push(waitForVersion(sync, row, server.commitVersion(project, { edit })));
    await delay(MANY.everyMs);
  }
  return Promise.all(lags);
}

/** Until the project has the version or a later one; a minute at most. */
async function waitForVersion({ db }: FieldSyncProcess, id: number, version: number): Promise<number> {
  const started = performance.now();
  const lag = () => performance.now() - started;
  while (lag() < 60_000) {
    const { rows } = await db.query('SELECT applied_version FROM projects WHERE id = $1', [id]);
    if (Number(rows[0].applied_version.slice(1)) >= version) break;
    await delay(100);
  }
  return lag();
}

async function addServer(
  { act }: FieldSyncProcess,
  { url, username, password }: TestMerginMaps,
  name: string,
): Promise<number> {
  const { id } = await act('server.php', {
    ...{ save: '1', id: '0', name, type: 'field', url, username, password },
  });
  return id;
}

/** A started project; unless it is new, its first version counts as applied. */
async function addProject(
  { db, linkId }: FieldSyncProcess,
  {
    server,
    id,
    name,
    survey,
    isNew = false,
  }: { server: TestMerginMaps; id: number; name: string; survey: Buffer; isNew?: boolean },
) {
  const project = server.createProject(name, { files: { [PACKAGE]: survey } });
  const version = isNew ? null : 'v1';
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO projects (name, server_id, pglink_id, project_id, provider_id, geopackage, schema, started, sleep_time,
                           applied_version, provider_version)
     VALUES ($1, $2, $3, $4, $4, '${PACKAGE}', $1, true, ${SLEEP_SECONDS}, $5, $5) RETURNING id`,
    [name, id, linkId, project.id, version],
  );
  return { project, row: rows[0]!.id };
}

export const measure: Measure = async () => {
  const { idle, lags } = await benchPolls();
  const calls = idle.calls / idle.polls;
  const p95 = lags.toSorted((a, b) => a - b)[Math.ceil(lags.length * 0.95) - 1] ?? NaN;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const what = `field-sync: ${IDLE.projects} idle projects on one server, ${SLEEP_SECONDS} s between polls`;
  const results: Measurement[] = [
    {
      what: `${what}: calls a poll`,
      measured: `${idle.calls} calls in ${idle.polls} polls; ${idle.isSame ? 'no row' : 'rows'} written`,
      value: calls.toFixed(1),
      goal: `at most ${IDLE.calls}, no row`,
      met: calls <= IDLE.calls && idle.isSame,
    },
    {
      what: `${what}: the worker`,
      measured: `${idle.percent.toFixed(2)} % of a core over ${IDLE.seconds} s`,
      value: idle.percent.toFixed(2),
      goal: `below ${IDLE.percent}`,
      met: idle.percent < IDLE.percent,
    },
    {
      what: `field-sync: ${MANY.servers * MANY.projects} projects on ${MANY.servers} servers: from a change to the table`,
      measured: `p95 ${seconds(p95)}, median ${seconds(median(lags))} of ${lags.length} changes, one every ${seconds(MANY.everyMs)}`,
      value: (p95 / 1000).toFixed(1),
      goal: `below ${MANY.lagMs / 1000}`,
      met: p95 < MANY.lagMs,
    },
  ];
  return results;
};

if (import.meta.main) console.table(await measure());
