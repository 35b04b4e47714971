import { execFile } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Measure, Measurement } from './measurement.ts';
import { growthOf, ROWS, TABLE, withReportTable } from './report-table.ts';
import type { ReportTable } from './report-table.ts';
import { median } from './vault-process.ts';

const ROUNDS = 3;
const MEMORY_GOAL = 100 * 1024 * 1024;
/** Bytes that the slow reader takes, at a mebibyte a second. */
const SLOW_BYTES = 20 * 1024 * 1024;
const SQL = 'SELECT id, name, kind, amount, price, seen, day, geom FROM public.bench';
const COLUMNS = 'id, name, kind, amount, price, seen, day';
const run = promisify(execFile);

function start({ server }: ReportTable, format: string): Promise<IncomingMessage> {
  const columns = format === 'csv' || format === 'excel' ? { columns: COLUMNS.split(', ') } : {};
  const body = JSON.stringify({ ...TABLE, ...columns });
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

async function byCairn(bench: ReportTable, format: string): Promise<number> {
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
async function byProgram({ sample, folder }: ReportTable, format: string): Promise<number> {
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

async function compare(
  bench: ReportTable,
  format: string,
  goal: number,
  against: string,
): Promise<Measurement> {
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
async function measureMemory(bench: ReportTable): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  const { pid } = bench.server;
  const note = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const growth = await growthOf(pid, work);
    measured.push({
      what: `report server: memory of the web process, ${what}`,
      measured: 'highest resident size less that at the beginning',
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

async function readSlowly(bench: ReportTable, format: string): Promise<void> {
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
  withReportTable(async (bench) => {
    // The first export of a process loads code, and asks GDAL for its drivers.
    for (const format of ['csv', 'excel', 'geojson', 'gpkg', 'shapefile']) await byCairn(bench, format);
    return [
      await compare(bench, 'csv', 1.2, 'psql \\copy'),
      await compare(bench, 'geojson', 1, 'ogr2ogr'),
      await compare(bench, 'gpkg', 1.2, 'ogr2ogr'),
      ...(await measureMemory(bench)),
    ];
  });

if (import.meta.main) console.table(await measure());
