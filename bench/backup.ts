import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresPrograms, stackAddress, startDbadminProcess } from './dbadmin-process.ts';
import type { DbadminProcess } from './dbadmin-process.ts';
import type { Measure, Measurement } from './measurement.ts';
import { inFolder, median } from './vault-process.ts';

const run = promisify(execFile);
const DATABASE = 'cairn_bench_backup';
/** About 1 GB: rows of numbers, times and texts that compress like real data. */
const ROWS = Number(process.env.CAIRN_BENCH_ROWS ?? 5_200_000);
/** An even number: each of the two runs first in half of the rounds. */
const ROUNDS = 6;
const GOAL = 1.05;
const JOBS = 2;

interface Round {
  backup: { ours: number; raw: number };
  /** Verifying the backup, which pg_dump does not do. */
  reading: number;
  restore: { ours: number; raw: number };
}

/**
 * Backup and restore of a database of 1 GB as jobs, alternating with pg_dump, createdb and pg_restore with the same options on the
 * same disk. The clock of a restore runs from the start to the end of the job, that of a backup to the end of the dump: verifying
 * it is measured separately.
 */
export async function benchBackup() {
  return inFolder(async (folder) => {
    const bytes = await makeDatabase();
    const dbadmin = await startDbadminProcess(join(folder, 'storage'), { withWorker: true });
    try {
      const connection = await dbadmin.connect();
      const path = `/api/connections/${connection}/databases`;
      const { body } = await dbadmin.ask(path, { method: 'POST', json: { name: DATABASE } });
      const rounds: Round[] = [];
      for (let i = 0; i < ROUNDS; i += 1) rounds.push(await round(dbadmin, body.id, { folder, turn: i }));
      return { bytes, rounds };
    } finally {
      await dbadmin.stop();
      await withServer('postgres', (client) => dropAll(client));
    }
  });
}

async function round(
  dbadmin: DbadminProcess,
  database: number,
  { folder, turn }: { folder: string; turn: number },
): Promise<Round> {
  const file = join(folder, `raw-${turn}.dump`);
  const rawDump = () => timed(() => tool('pg_dump', ['-Fc', '-Z1', '--file', file], DATABASE));
  const backUp = async () => {
    const asked = await dbadmin.ask(`/api/databases/${database}/backup`, { method: 'POST', json: {} });
    return (await dbadmin.succeeded(asked.body.job_id)).result;
  };
  const [first, second] = await inTurns(turn, rawDump, backUp);
  const raw = (turn % 2 === 0 ? first : second) as number;
  const backup = (turn % 2 === 0 ? second : first) as { artifact: string; seconds: Record<string, number> };
  const restore = async () => {
    const json = { artifact: backup.artifact, mode: 'new', new_database_name: `${DATABASE}_ours_${turn}` };
    const asked = await dbadmin.ask(`/api/databases/${database}/restore`, { method: 'POST', json });
    const { started_at, finished_at } = await dbadmin.succeeded(asked.body.job_id);
    return (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  };
  const rawRestore = () => {
    const name = `${DATABASE}_raw_${turn}`;
    return timed(async () => {
      await tool('createdb', ['--template=template0', name], 'postgres');
      await tool('pg_restore', ['--exit-on-error', `--jobs=${JOBS}`, '-d', name, file], name);
    });
  };
  const restored = await inTurns(turn, rawRestore, restore);
  const [rawTime, ourTime] = (turn % 2 === 0 ? restored : restored.toReversed()) as [number, number];
  await withServer('postgres', (client) => dropAll(client, { but: DATABASE }));
  return {
    backup: { ours: backup.seconds.dumping ?? NaN, raw },
    reading: backup.seconds.reading ?? NaN,
    restore: { ours: ourTime, raw: rawTime },
  };
}

/** The second one finds the pages in memory, so the order alternates. */
async function inTurns(turn: number, one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const [first, second] = turn % 2 === 0 ? [one, other] : [other, one];
  return [await settled(first), await settled(second)];
}

/** Writing what the previous task left in memory would slow this one down. */
async function settled<T>(work: () => Promise<T>): Promise<T> {
  await withServer('postgres', async (client) => {
    await dropAll(client, { but: DATABASE });
    await client.query('CHECKPOINT');
  });
  await run('sync');
  return work();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function tool(name: string, args: string[], database: string) {
  const address = stackAddress();
  return run(join(postgresPrograms(), name), args, {
    env: {
      PGHOST: address.hostname,
      PGPORT: address.port,
      PGUSER: decodeURIComponent(address.username),
      PGPASSWORD: decodeURIComponent(address.password),
      PGDATABASE: database,
    },
  });
}

/** Returns its size in bytes. */
async function makeDatabase(): Promise<number> {
  await withServer('postgres', async (client) => {
    await dropAll(client);
    await client.query(`CREATE DATABASE ${DATABASE} TEMPLATE template0`);
  });
  return withServer(DATABASE, async (client) => {
    for (const name of ['readings', 'visits']) {
      await client.query(`CREATE TABLE ${name} AS SELECT i AS id, md5(i::text) AS code, (random() * 1e6)::int AS value,
        now() - i * interval '1 second' AS at, 'station ' || (i % 997) || ' of region ' || (i % 13) AS place
        FROM generate_series(1, ${ROWS / 2}) i`);
      await client.query(`ALTER TABLE ${name} ADD PRIMARY KEY (id)`);
      await client.query(`CREATE INDEX ON ${name} (code)`);
    }
    const { rows } = await client.query<{ bytes: string }>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return Number(rows[0]?.bytes);
  });
}

async function dropAll(client: pg.Client, { but }: { but?: string } = {}): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE '${DATABASE}%'`,
  );
  for (const { datname } of rows) {
    if (datname !== but) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
  }
}

async function withServer<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const address = stackAddress();
  address.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const measure: Measure = async () => {
  const { bytes, rounds } = await benchBackup();
  const size = `${(bytes / 1e9).toFixed(2)} GB`;
  const reading = median(rounds.map((each) => each.reading));
  return [
    line(
      `dbadmin: backup of ${size} against pg_dump -Fc -Z1`,
      rounds.map(({ backup }) => backup),
      `, read through in ${reading.toFixed(1)} s more`,
    ),
    line(
      `dbadmin: restore of ${size} against createdb and pg_restore --jobs=${JOBS}`,
      rounds.map(({ restore }) => restore),
      '',
    ),
  ];
};

/** The median of the rounds' ratios: both parts of a round see the same machine. */
function line(what: string, rounds: { ours: number; raw: number }[], more: string): Measurement {
  const ratio = median(rounds.map(({ ours, raw }) => ours / raw));
  const seconds = (key: 'ours' | 'raw') => `${median(rounds.map((each) => each[key])).toFixed(1)} s`;
  return {
    what,
    measured: `${seconds('ours')} of ${seconds('raw')}${more}`,
    value: ratio.toFixed(2),
    goal: `at most ${GOAL}`,
    met: ratio <= GOAL,
  };
}

if (import.meta.main) console.table(await measure());
