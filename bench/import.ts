import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { stackAddress, startDbadminProcess } from './dbadmin-process.ts';
import type { DbadminProcess } from './dbadmin-process.ts';
import type { Measure } from './measurement.ts';
import { makePoints, POINTS } from './points.ts';
import { inFolder, median } from './vault-process.ts';

const run = promisify(execFile);
const DATABASE = 'cairn_bench_import';
const ROUNDS = 3;
const GOAL = 1.1;

/**
 * The same GeoPackage into the same database, alternately: by a job of database administration, from its start to its end, and by
 * ogr2ogr with COPY. Both create key and index, and the two tables must be equal.
 */
async function benchImport(): Promise<{ ours: number; theirs: number }[]> {
  return inFolder(async (folder) => {
    const source = join(folder, 'points.gpkg');
    await makePoints(folder, source);
    await inDatabase('postgres', async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${DATABASE} TEMPLATE template0`);
    });
    await inDatabase(DATABASE, (client) => client.query('CREATE EXTENSION postgis'));
    const dbadmin = await startDbadminProcess(join(folder, 'storage'), { withWorker: true });
    try {
      const connection = await dbadmin.connect();
      const json = { name: DATABASE };
      const { body } = await dbadmin.ask(`/api/connections/${connection}/databases`, {
        method: 'POST',
        json,
      });
      const path = await upload(dbadmin, body.id, source);
      const rounds: { ours: number; theirs: number }[] = [];
      for (let i = 0; i < ROUNDS; i += 1) {
        const theirs = await byOgr2ogr(source);
        const ours = await byJob(dbadmin, body.id, path);
        await inDatabase(DATABASE, compare);
        rounds.push({ ours, theirs });
      }
      return rounds;
    } finally {
      await dbadmin.stop();
      await inDatabase('postgres', (client) => client.query(`DROP DATABASE ${DATABASE} WITH (FORCE)`));
    }
  });
}

async function upload({ url, cookie }: DbadminProcess, id: number, file: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await readFile(file))]), 'points.gpkg');
  const response = await fetch(`${url}/api/databases/${id}/import/upload`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  const body = (await response.json()) as { source_path: string; error?: string };
  if (response.status !== 201) throw new Error(`the upload returned ${response.status}: ${body.error}`);
  return body.source_path;
}

/** Seconds. */
async function byJob(dbadmin: DbadminProcess, id: number, source_path: string): Promise<number> {
  const json = { source_path, table_name: 'ours' };
  const { body } = await dbadmin.ask(`/api/databases/${id}/import`, { method: 'POST', json });
  const { started_at, finished_at } = await dbadmin.succeeded(body.job_id);
  return (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
}

async function byOgr2ogr(source: string): Promise<number> {
  const { hostname, port, username, password } = stackAddress();
  const target = `PG:host=${hostname} port=${port} user=${decodeURIComponent(username)} dbname=${DATABASE}`;
  const started = performance.now();
  await run('ogr2ogr', ['-f', 'PostgreSQL', target, source, '-nln', 'theirs', '-overwrite'], {
    env: { ...process.env, PG_USE_COPY: 'YES', PGPASSWORD: decodeURIComponent(password) },
  });
  return (performance.now() - started) / 1000;
}

async function compare(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ differing: string; total: string }>(
    `SELECT count(*) FILTER (WHERE o.number IS DISTINCT FROM t.number OR o.name IS DISTINCT FROM t.name
              OR NOT ST_Equals(o.geom, t.geom)) AS differing, count(*) AS total
       FROM ours o FULL JOIN theirs t ON t.fid = o.fid`,
  );
  if (Number(rows[0]?.differing) !== 0 || Number(rows[0]?.total) !== POINTS)
    throw new Error(`the tables differ: ${JSON.stringify(rows[0])}`);
}

async function inDatabase(database: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const address = stackAddress();
  address.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  await work(client).finally(() => client.end());
}

export const measure: Measure = async () => {
  const rounds = await benchImport();
  const ratio = median(rounds.map(({ ours, theirs }) => ours / theirs));
  const seconds = (key: 'ours' | 'theirs') => `${median(rounds.map((each) => each[key])).toFixed(2)} s`;
  return [
    {
      what: 'dbadmin: import of 1,000,000 points from a GeoPackage, against ogr2ogr with COPY',
      measured: `${seconds('ours')} against ${seconds('theirs')}, medians of ${ROUNDS}`,
      value: ratio.toFixed(2),
      goal: `at most ${GOAL}`,
      met: ratio <= GOAL,
    },
  ];
};

if (import.meta.main) console.table(await measure());
