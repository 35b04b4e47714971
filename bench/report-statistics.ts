import pg from 'pg';
import type { Measure } from './measurement.ts';
import { asOwner, readerOf, ROWS, send, TABLE, withReportTable } from './report-table.ts';
import type { ReportTable } from './report-table.ts';
import { median } from './vault-process.ts';

const MAX_RATIO = 1.2;
const ROUNDS = 3;
const NUMBERS = ['id', 'amount', 'price', 'code'];
const OTHERS = ['name', 'kind', 'seen', 'day'];
const SHARES = 'ARRAY[0.05, 0.25, 0.5, 0.75, 0.95]::float8[]';

/** Count, distinct values, extremes and quantiles of eight columns, mean and deviation of the numbers. */
const STATEMENT = `SELECT count(*) AS rows, ${[...NUMBERS, ...OTHERS]
  .flatMap((column) => [
    `count(${column}), count(DISTINCT ${column}) AS distinct_${column}, min(${column}), max(${column})`,
    NUMBERS.includes(column)
      ? `avg(${column}), stddev_samp(${column}), percentile_cont(${SHARES}) WITHIN GROUP (ORDER BY ${column})`
      : `percentile_disc(${SHARES}) WITHIN GROUP (ORDER BY ${column})`,
  ])
  .join(', ')} FROM public.bench WHERE id >= $1`;

interface Described {
  rows: number;
  column: string;
  distinct: number;
}

/** `least` is another one each time: an answer is cached for a minute. */
async function byCairn({ server }: ReportTable, least: number): Promise<Described[]> {
  const text = await send(server, '/api/v1/explorer/statistics', {
    ...{ ...TABLE, sample: false, filter: { column: 'id', op: 'gte', value: least } },
    measures: [...NUMBERS, ...OTHERS].map((column) => ({ kind: 'describe', column })),
  });
  return (JSON.parse(text) as { measures: Described[] }).measures;
}

async function byPg(client: pg.Client, least: number): Promise<Record<string, string>> {
  return (await client.query<Record<string, string>>(STATEMENT, [least])).rows[0]!;
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}

export const measure: Measure = () =>
  withReportTable(async (bench) => {
    await asOwner(
      bench.sample,
      `ALTER TABLE public.bench ADD COLUMN code int4; UPDATE public.bench SET code = id % 1000;
        ALTER ROLE ${bench.sample.readerUser} SET jit = off`,
    );
    await asOwner(bench.sample, 'VACUUM FULL public.bench');
    await asOwner(bench.sample, 'ANALYZE public.bench');
    const client = new pg.Client(readerOf(bench.sample));
    await client.connect();
    const rounds: { ours: number; theirs: number }[] = [];
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const theirs = await timed(() => byPg(client, round));
        const ours = await timed(() => byCairn(bench, round));
        for (const { rows, column, distinct } of ours.result)
          if (rows !== ROWS + 1 - round || String(distinct) !== theirs.result[`distinct_${column}`])
            throw new Error(`the statistics of ${column} differ`);
        rounds.push({ ours: ours.ms, theirs: theirs.ms });
      }
    } finally {
      await client.end();
    }
    const of = (key: 'ours' | 'theirs') => (median(rounds.map((each) => each[key])) / 1000).toFixed(2);
    const ratio = median(rounds.map(({ ours, theirs }) => ours / theirs));
    return [
      {
        what: `report server: statistics of eight columns of ${ROWS.toLocaleString('en')} rows against one statement through pg`,
        measured: `${of('ours')} against ${of('theirs')} s, medians of ${ROUNDS}`,
        value: ratio.toFixed(2),
        goal: `at most ${MAX_RATIO}`,
        met: ratio <= MAX_RATIO,
      },
    ];
  });

if (import.meta.main) console.table(await measure());
