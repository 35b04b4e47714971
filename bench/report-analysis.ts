import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Actor } from '@cairn/service';
import { findTable } from '../apps/report-server/src/features/catalogue/find-table.ts';
import { readCatalogue } from '../apps/report-server/src/features/catalogue/server-queries.ts';
import { createRead } from '../apps/report-server/src/features/datasources/read.ts';
import type { Read, Statement } from '../apps/report-server/src/features/datasources/read.ts';
import type { OpenedSource, ReadRunner } from '../apps/report-server/src/features/query/run-read.ts';
import type { QueryService } from '../apps/report-server/src/features/query/service.ts';
import { tableSource } from '../apps/report-server/src/features/query/source.ts';
import { createAnalysisService } from '../apps/report-server/src/features/spatial-analysis/service.ts';
import type { AnalysisRequest } from '../apps/report-server/src/features/spatial-analysis/service.ts';
import type { Measure, Measurement } from './measurement.ts';
import { asOwner, readerOf, ROWS, send, withReportTable } from './report-table.ts';
import type { ReportTable } from './report-table.ts';
import { median } from './vault-process.ts';

const MAX_RATIO = 1.15;
const ROUNDS = 3;
const run = promisify(execFile);
/** As in sessions of the report server. */
const SETTINGS = '-c jit=off -c search_path=';

/** So that there are some thousand clusters. */
const DISTANCE_M = Math.round(250 * Math.sqrt(1_000_000 / ROWS));

const layer = (table: string) => ({ datasource: 'bench', schema: 'public', table });
const CASES: { title: string; request: AnalysisRequest }[] = [
  {
    title: `DBSCAN of ${ROWS.toLocaleString('en')} points`,
    request: {
      analysis: 'dbscan',
      input: layer('points'),
      parameters: { distance_m: DISTANCE_M, min_points: 8, result: 'clusters' },
    },
  },
  {
    title: `hexagon grid of ${ROWS.toLocaleString('en')} points`,
    request: { analysis: 'hexagon_grid', input: layer('points'), parameters: { size_m: 2_000 } },
  },
  {
    title: `Gi* of ${ROWS.toLocaleString('en')} points`,
    request: { analysis: 'hot_spots', input: layer('points'), parameters: { size_m: 1_500 } },
  },
  {
    title: `nearest of ${(ROWS / 10).toLocaleString('en')} stops for ${(ROWS / 50).toLocaleString('en')} places`,
    request: { analysis: 'nearest', input: layer('places'), overlay: layer('stops') },
  },
  {
    title: `dissolve of ${(ROWS / 40).toLocaleString('en')} squares`,
    request: { analysis: 'dissolve', input: layer('squares'), parameters: { group_by: ['kind'] } },
  },
];

/** Points by chance in four degrees by three, which is within a zone of UTM, and adjacent squares. */
async function fill({ sample }: ReportTable): Promise<void> {
  const points = (table: string, rows: number) => `
    CREATE TABLE public.${table} AS SELECT i AS id, ST_Point(7 + 4 * random(), 46 + 3 * random(), 4326)::geometry(Point, 4326) AS geom
      FROM generate_series(1, ${rows}) AS i;
    ALTER TABLE public.${table} ADD PRIMARY KEY (id);
    CREATE INDEX ON public.${table} USING gist (geom)`;
  const side = Math.floor(Math.sqrt(ROWS / 40));
  await asOwner(
    sample,
    `SELECT setseed(0.5);
    ${points('points', ROWS)}; ${points('stops', ROWS / 10)}; ${points('places', ROWS / 50)};
    CREATE TABLE public.squares AS SELECT x * ${side} + y AS id, (x + y) % 10 AS kind,
        ST_MakeEnvelope(7 + x * 0.01, 46 + y * 0.01, 7.01 + x * 0.01, 46.01 + y * 0.01, 4326)::geometry(Polygon, 4326) AS geom
      FROM generate_series(0, ${side - 1}) AS x, generate_series(0, ${side - 1}) AS y;
    ALTER TABLE public.squares ADD PRIMARY KEY (id);
    GRANT SELECT ON public.points, public.stops, public.places, public.squares TO ${sample.readerUser};
    ANALYZE public.points; ANALYZE public.stops; ANALYZE public.places; ANALYZE public.squares`,
  );
}

/** The statement of an analysis: the last that the service runs, with its values written into it. */
async function statementOf(client: pg.PoolClient, request: AnalysisRequest): Promise<string> {
  const read = createRead(client, 60_000);
  const { tables, postgisSchema } = await readCatalogue(read, ['public']);
  const statements: Statement[] = [];
  const recording: Read = {
    ...read,
    texts(statement) {
      statements.push(statement);
      return Promise.resolve([]);
    },
  };
  const openTable: QueryService['openTable'] = (actor, { schema, table }) =>
    Promise.resolve({
      ...{ actor, datasource: {} as OpenedSource['datasource'] },
      source: tableSource(findTable({ tables, postgisSchema }, { schema, table }), {
        postgisSchema,
        restrictions: [],
      }),
    });
  const runRead: ReadRunner['runRead'] = (_opened, _statements, { work }) => work(recording);
  const analyses = createAnalysisService({
    queries: { openTable } as QueryService,
    runner: { runRead } as ReadRunner,
  });
  await analyses.run({} as Actor, request, { signal: new AbortController().signal });
  const { text, values = [] } = statements.at(-1)!;
  return text.replaceAll(/\$(\d+)/g, (_place, n: string) => pg.escapeLiteral(values[Number(n) - 1] ?? ''));
}

/** Milliseconds and lines of psql, which writes to a file. */
async function byPsql({ sample, folder }: ReportTable, statement: string) {
  const { host, port, database, user, password } = readerOf(sample);
  const [script, output] = [join(folder, 'analysis.sql'), join(folder, 'analysis.txt')];
  writeFileSync(script, `${statement};\n`);
  const to = ['-h', host, '-p', String(port), '-U', user, '-d', database];
  const options = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-o', output, '-f', script];
  const started = performance.now();
  await run('psql', [...to, ...options], {
    env: { ...process.env, PGPASSWORD: password, PGOPTIONS: SETTINGS },
  });
  const ms = performance.now() - started;
  return { ms, count: readFileSync(output, 'utf8').split('\n').length - 1 };
}

async function byCairn({ server }: ReportTable, request: AnalysisRequest) {
  const started = performance.now();
  const text = await send(server, '/api/v1/explorer/spatial-analysis', request);
  const ms = performance.now() - started;
  return { ms, count: (JSON.parse(text) as { counts: { output: number } }).counts.output };
}

async function compare(
  bench: ReportTable,
  client: pg.PoolClient,
  { title, request }: (typeof CASES)[number],
): Promise<Measurement> {
  const statement = await statementOf(client, request);
  const [ours, theirs]: number[][] = [[], []];
  let results = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const psql = await byPsql(bench, statement);
    const cairn = await byCairn(bench, request);
    if (psql.count !== cairn.count)
      throw new Error(`${title}: ${cairn.count} results, and ${psql.count} of psql`);
    results = cairn.count;
    ours!.push(cairn.ms);
    theirs!.push(psql.ms);
  }
  const ratio = median(ours!.map((each, i) => each / theirs![i]!));
  const seconds = (values: number[]) => `${(median(values) / 1000).toFixed(2)} s`;
  return {
    what: `report server: ${title} against the same statement in psql`,
    measured: `${seconds(ours!)} against ${seconds(theirs!)}, ${results.toLocaleString('en')} results, medians of ${ROUNDS}`,
    value: ratio.toFixed(2),
    goal: `at most ${MAX_RATIO}`,
    met: ratio <= MAX_RATIO,
  };
}

export const measure: Measure = () =>
  withReportTable(async (bench) => {
    await fill(bench);
    const pool = new pg.Pool({ ...readerOf(bench.sample), max: 1 });
    const client = await pool.connect();
    const rows: Measurement[] = [];
    try {
      for (const each of CASES) rows.push(await compare(bench, client, each));
    } finally {
      client.release();
      await pool.end();
    }
    return rows;
  });

if (import.meta.main) console.table(await measure());
