import { execFile } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { createSampleDatabase } from '@cairn/testing';
import type { SampleDatabase } from '@cairn/testing';
import type { Measure, Measurement } from './measurement.ts';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';
import { inFolder, median, memoryOf } from './vault-process.ts';

const ROWS = Number(process.env.CAIRN_BENCH_EXPORT_ROWS ?? 1_000_000);
const ROUNDS = 3;
const MEMORY_GOAL = 100 * 1024 * 1024;
/** Bytes that the slow reader takes, at a mebibyte a second. */
const SLOW_BYTES = 20 * 1024 * 1024;
const SQL = 'SELECT id, name, kind, amount, price, seen, day, geom FROM public.bench';
const COLUMNS = 'id, name, kind, amount, price, seen, day';
const run = promisify(execFile);

interface Bench {
  server: ServiceProcess;
  sample: SampleDatabase;
  folder: string;
}

/** Points with seven columns, of which two are texts. */
async function fill({ adminUrl, readerUser }: SampleDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`
      CREATE TABLE public.bench AS SELECT i AS id, 'Place number ' || i AS name, 'kind ' || i % 20 AS kind,
          (i % 100000 / 100.0)::numeric(12,2) AS amount, i / 7.0::float8 AS price,
          timestamptz '2024-01-01' + i * interval '1 second' AS seen, date '2000-01-01' + i % 9000 AS day,
          public.ST_Point(i % 36000 / 100.0 - 180, i % 17000 / 100.0 - 85, 4326)::public.geometry(Point, 4326) AS geom
        FROM generate_series(1, ${ROWS}) AS i;
      ALTER TABLE public.bench ADD PRIMARY KEY (id);
      GRANT SELECT ON public.bench TO ${readerUser};
      ANALYZE public.bench`);
  } finally {
    await client.end();
  }
}

async function register({ server, sample }: Bench): Promise<void> {
  const { host, port, database, readerUser: username, readerPassword: password } = sample;
  const body = { key: 'bench', title: 'Bench', host, port, database, username, password, sslmode: 'disable' };
  const headers = { cookie: server.cookie, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/v1/datasources`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (answer.status !== 201)
    throw new Error(`The datasource was answered by ${answer.status}: ${await answer.text()}`);
}

function start({ server }: Bench, format: string): Promise<IncomingMessage> {
  const columns = format === 'csv' || format === 'excel' ? { columns: COLUMNS.split(', ') } : {};
  const body = JSON.stringify({ datasource: 'bench', schema: 'public', table: 'bench', ...columns });
  const headers = { cookie: server.cookie, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const url = `${server.url}/api/v1/explorer/export?format=${format}`;
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`${format} was answered by ${answer.statusCode}`));
    });
    sent.on('error', reject).end(body);
  });
}

async function byCairn(bench: Bench, format: string): Promise<number> {
  const file = join(bench.folder, `ours.${format}`);
  const started = performance.now();
  const answer = await start(bench, format);
  await pipeline(answer, createWriteStream(file));
  const took = performance.now() - started;
  const rows = answer.trailers['x-row-count'];
  if (rows !== String(ROWS)) throw new Error(`${format} has ${rows} rows of ${ROWS}`);
  await rm(file);
  return took;
}

/** The program that people take for this format, with the same login. */
async function byProgram({ sample, folder }: Bench, format: string): Promise<number> {
  const { host, port, database, readerUser, readerPassword } = sample;
  const env = { ...process.env, PGPASSWORD: readerPassword };
  const file = join(folder, `theirs.${format}`);
  const started = performance.now();
  if (format === 'csv') {
    const script = join(folder, 'copy.sql');
    writeFileSync(
      script,
      `\\copy (SELECT ${COLUMNS} FROM public.bench) TO '${file}' WITH (FORMAT csv, HEADER)\n`,
    );
    const to = ['-h', host, '-p', String(port), '-U', readerUser, '-d', database];
    await run('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', ...to, '-f', script], { env });
  } else {
    const source = `PG:host=${host} port=${port} user=${readerUser} dbname=${database}`;
    const driver =
      format === 'gpkg' ? ['-f', 'GPKG', '-gt', '65536'] : ['-f', 'GeoJSON', '-lco', 'RFC7946=YES'];
    await run('ogr2ogr', [...driver, file, source, '-sql', SQL, '-nln', 'bench'], { env });
  }
  const took = performance.now() - started;
  await rm(file);
  return took;
}

async function compare(bench: Bench, format: string, goal: number, against: string): Promise<Measurement> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await byProgram(bench, format));
    ours.push(await byCairn(bench, format));
  }
  const ratio = median(ours.map((each, i) => each / theirs[i]!));
  const seconds = (values: number[]) => `${(median(values) / 1000).toFixed(2)} s`;
  return {
    what: `report server: ${format} export of ${ROWS.toLocaleString('en')} rows, against ${against}`,
    measured: `${seconds(ours)} against ${seconds(theirs)}, medians of ${ROUNDS}`,
    value: ratio.toFixed(2),
    goal: `at most ${goal}`,
    met: ratio <= goal,
  };
}

/** Growth of the web process over one export of each format, and over the beginning of one that is read slowly. */
async function measureMemory(bench: Bench): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  const { pid } = bench.server;
  const note = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    // Resets the high-water mark.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const before = memoryOf(pid, 'VmRSS');
    await work();
    const growth = memoryOf(pid, 'VmHWM') - before;
    measured.push({
      what: `report server: memory of the web process, ${what}`,
      measured: `from ${mib(before)}`,
      value: `+${mib(growth)}`,
      goal: `at most +${mib(MEMORY_GOAL)}`,
      met: growth <= MEMORY_GOAL,
    });
  };
  for (const format of ['csv', 'excel', 'geojson', 'gpkg', 'shapefile'])
    await note(`${format} export of ${ROWS.toLocaleString('en')} rows`, () => byCairn(bench, format));
  for (const format of ['csv', 'excel'])
    await note(`${format} export to a reader of 1 MiB/s`, () => readSlowly(bench, format));
  return measured;
}

async function readSlowly(bench: Bench, format: string): Promise<void> {
  const answer = await start(bench, format);
  const started = performance.now();
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    if (bytes >= SLOW_BYTES) break;
    await delay(Math.max(0, bytes / 1024 / 1.024 - (performance.now() - started)));
  }
  answer.destroy();
}

function mib(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}

export const measure: Measure = () =>
  inFolder(async (folder) => {
    const sample = await createSampleDatabase();
    const server = await startServiceProcess({ name: 'report-server', folder: join(folder, 'storage') });
    try {
      const bench = { server, sample, folder };
      await fill(sample);
      await register(bench);
      // The first export of a process loads code, and asks GDAL for its drivers.
      for (const format of ['csv', 'excel', 'geojson', 'gpkg', 'shapefile']) await byCairn(bench, format);
      return [
        await compare(bench, 'csv', 1.2, 'psql \\copy'),
        await compare(bench, 'geojson', 1, 'ogr2ogr'),
        await compare(bench, 'gpkg', 1.2, 'ogr2ogr'),
        ...(await measureMemory(bench)),
      ];
    } finally {
      await server.stop();
      await sample.drop();
    }
  });

if (import.meta.main) console.table(await measure());
