import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Measure, Measurement } from './measurement.ts';
import { ROWS, TABLE, withReportTable } from './report-table.ts';
import type { ReportTable } from './report-table.ts';
import type { ServiceProcess } from './service-process.ts';
import { median } from './vault-process.ts';

const ROUNDS = 3;
const SQL = 'SELECT id, name, kind, amount, price, seen, day, geom FROM public.bench';
export const COLUMNS = 'id, name, kind, amount, price, seen, day';
const run = promisify(execFile);

function exportRequest({ url }: ServiceProcess, format: string): { url: string; body: string } {
  const columns = format === 'csv' || format === 'excel' ? { columns: COLUMNS.split(', ') } : {};
  return {
    url: `${url}/api/v1/explorer/export?format=${format}`,
    body: JSON.stringify({ ...TABLE, ...columns }),
  };
}

export function startExport({ server }: ReportTable, format: string): Promise<IncomingMessage> {
  const { url, body } = exportRequest(server, format);
  const headers = { cookie: server.cookie, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`${format} was answered by ${answer.statusCode}`));
    });
    sent.on('error', reject).end(body);
  });
}

/** Exports to a file by curl, since a client in Node would take as much of the processors as the server; milliseconds. */
export async function exportByCairn({ server, folder }: ReportTable, format: string): Promise<number> {
  const [config, file, headers] = ['curl.txt', `ours.${format}`, 'headers.txt'].map((name) =>
    join(folder, name),
  );
  const { url, body } = exportRequest(server, format);
  const lines = {
    ...{ url, data: body, header: 'content-type: application/json', cookie: server.cookie },
    ...{ output: file!, 'dump-header': headers! },
  };
  writeFileSync(
    config!,
    Object.entries(lines)
      .map(([option, value]) => `${option} = ${JSON.stringify(value)}\n`)
      .join(''),
  );
  const started = performance.now();
  await run('curl', ['--silent', '--show-error', '--fail', '--config', config!]);
  const took = performance.now() - started;
  const rows = /^x-row-count: (\d+)/im.exec(readFileSync(headers!, 'utf8'))?.[1];
  if (rows !== String(ROWS)) throw new Error(`${format} has ${rows} rows of ${ROWS}`);
  await rm(file!);
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

interface Comparison {
  format: string;
  goal: number;
  against: string;
  /** How long the other program took, in milliseconds. */
  byProgram(): Promise<number>;
}

/** Both in turns. */
export async function compareExport(
  bench: ReportTable,
  { format, goal, against, byProgram: byOther }: Comparison,
): Promise<Measurement> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await byOther());
    ours.push(await exportByCairn(bench, format));
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

export const measure: Measure = () =>
  withReportTable(async (bench) => {
    const compare = async (format: string, goal: number, against: string) => {
      // The first export of a process loads code, and asks GDAL for its drivers.
      await exportByCairn(bench, format);
      return compareExport(bench, { format, goal, against, byProgram: () => byProgram(bench, format) });
    };
    return [
      await compare('csv', 1.2, 'psql \\copy'),
      await compare('geojson', 1, 'ogr2ogr'),
      await compare('gpkg', 1.2, 'ogr2ogr'),
    ];
  });

if (import.meta.main) console.table(await measure());
