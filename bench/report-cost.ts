import pg from 'pg';
import type { Measure } from './measurement.ts';
import { readerOf, ROWS, withReportTable } from './report-table.ts';
import { median } from './vault-process.ts';

/** Default of QUERY_MAX_COST. */
const MAX_COST = 20_000_000;
const ROUNDS = 3;
const COLUMNS = 'id, name, kind, amount, price, seen, day';
/** What pages, charts, statistics and reports ask for. */
const STATEMENTS = [
  {
    title: 'a filtered page by its key',
    text: `SELECT ${COLUMNS} FROM public.bench WHERE kind = 'kind 7' AND amount >= 500 ORDER BY id LIMIT 101`,
  },
  {
    title: 'a page sorted by a text without an index',
    text: `SELECT ${COLUMNS} FROM public.bench ORDER BY name, id LIMIT 101`,
  },
  { title: 'groups with a sum', text: 'SELECT kind, count(*), sum(amount) FROM public.bench GROUP BY 1' },
  {
    title: 'distinct values and quantiles of two columns',
    text: `SELECT count(DISTINCT name), percentile_disc(0.5) WITHIN GROUP (ORDER BY name), count(DISTINCT amount),
      percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY amount) FROM public.bench`,
  },
  {
    title: 'a join of 30 rows with all rows, by a comparison',
    text: `SELECT count(*) FROM (SELECT price FROM public.bench ORDER BY id LIMIT 30) AS a
      JOIN public.bench AS b ON b.price < a.price`,
  },
];

interface Plan {
  Plan: { 'Total Cost': number };
}

async function costOf(client: pg.Client, text: string): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': Plan[] }>(`EXPLAIN (FORMAT JSON) ${text}`);
  return rows[0]!['QUERY PLAN'][0]!.Plan['Total Cost'];
}

async function secondsOf(client: pg.Client, text: string): Promise<number> {
  const started = performance.now();
  await client.query(text);
  return (performance.now() - started) / 1000;
}

/** What the database estimates of statements, and how long they take: there is no goal. */
export const measure: Measure = () =>
  withReportTable(async ({ sample }) => {
    const client = new pg.Client({ ...readerOf(sample), options: '-c jit=off' });
    await client.connect();
    try {
      const rows = [];
      for (const { title, text } of STATEMENTS) {
        const cost = await costOf(client, text);
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) times.push(await secondsOf(client, text));
        const seconds = median(times);
        rows.push({
          what: `report server: estimated cost of ${title}, ${ROWS.toLocaleString('en')} rows`,
          measured: `${Math.round(cost).toLocaleString('en')}; at this rate ${MAX_COST.toLocaleString('en')} are ${((seconds / cost) * MAX_COST).toFixed(0)} s`,
          value: `${seconds.toFixed(3)} s`,
          goal: 'none',
          met: true,
        });
      }
      return rows;
    } finally {
      await client.end();
    }
  });

if (import.meta.main) console.table(await measure());
