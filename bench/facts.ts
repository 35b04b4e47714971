import pg from 'pg';
import type { Measure, Measurement } from './measurement.ts';
import { stackAddress, startDbadminProcess } from './dbadmin-process.ts';
import type { DbadminProcess } from './dbadmin-process.ts';
import { inFolder, median } from './vault-process.ts';

const DATABASES = 100;
const TABLES = 500;
const COLD_MS = 300;
const WARM_MS = 20;
const NAMES = Array.from({ length: DATABASES }, (_, i) => `cairn_bench_${i}`);

/** Facts of a server with 100 registered databases, and of one database with 500 tables with geometry. */
export async function benchFacts() {
  return inFolder(async (folder) => {
    await withServer(makeDatabases);
    const dbadmin = await startDbadminProcess(folder);
    try {
      const connection = await dbadmin.connect();
      const ids: number[] = [];
      for (const name of NAMES) {
        const path = `/api/connections/${connection}/databases`;
        ids.push((await dbadmin.ask(path, { method: 'POST', json: { name } })).body.id);
      }
      const list = await coldAndWarm(dbadmin, `/api/databases?connection_id=${connection}`, DATABASES);
      const tables = await coldAndWarm(dbadmin, `/api/databases/${ids[0]}/tables`, TABLES);
      return { list, tables };
    } finally {
      await dbadmin.stop();
      await withServer(async (client) => {
        for (const name of NAMES) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
    }
  });
}

/** The first response, how many of its rows were complete and when all were, and the median of ten later responses. */
async function coldAndWarm(dbadmin: DbadminProcess, path: string, length: number) {
  const started = performance.now();
  const first = await dbadmin.ask<Line[]>(path);
  let { body } = first;
  const known = body.filter(({ pending }) => !pending).length;
  while (body.some(({ pending }) => pending)) body = (await dbadmin.ask<Line[]>(path)).body;
  const all = performance.now() - started;
  if (body.length !== length || body.some(({ error }) => error)) {
    throw new Error(`${path} is incomplete: ${JSON.stringify(body[0])}`);
  }
  const warm: number[] = [];
  for (let i = 0; i < 10; i += 1) warm.push((await dbadmin.ask(path)).took);
  return { cold: first.took, known, all, warm: median(warm) };
}

interface Line {
  pending?: boolean;
  error?: string;
}

async function makeDatabases(client: pg.Client): Promise<void> {
  const [first, ...others] = NAMES;
  for (const name of NAMES) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${first}`);
  const address = stackAddress();
  address.pathname = `/${first}`;
  const inside = new pg.Client({ connectionString: address.href });
  await inside.connect();
  await inside.query('CREATE EXTENSION postgis');
  await inside.query(`DO $$ BEGIN FOR i IN 1..${TABLES} LOOP
    EXECUTE format('CREATE TABLE layer_%s (id int PRIMARY KEY, name text, geom geometry(Point, 4326))', i);
    EXECUTE format('CREATE INDEX ON layer_%s USING gist (geom)', i);
  END LOOP; END $$`);
  await inside.end();
  // The others are smaller, or creating them would take most of the time.
  for (const name of others) await client.query(`CREATE DATABASE ${name}`);
}

async function withServer(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: stackAddress().href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export const measure: Measure = async () => {
  const { list, tables } = await benchFacts();
  return [
    ...lines(`facts of a server with ${DATABASES} databases`, list),
    ...lines(`tables of a database with ${TABLES} tables`, tables),
  ];
};

function lines(
  what: string,
  { cold, known, all, warm }: Awaited<ReturnType<typeof coldAndWarm>>,
): Measurement[] {
  return [
    {
      what: `dbadmin: ${what}, first request`,
      measured: `${known} rows complete, all of them after ${all.toFixed(0)} ms`,
      value: `${cold.toFixed(0)} ms`,
      goal: `below ${COLD_MS} ms`,
      met: cold < COLD_MS,
    },
    {
      what: `dbadmin: ${what}, later requests`,
      measured: 'median of ten',
      value: `${warm.toFixed(0)} ms`,
      goal: `below ${WARM_MS} ms`,
      met: warm < WARM_MS,
    },
  ];
}

if (import.meta.main) console.table(await measure());
