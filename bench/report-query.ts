import pg from 'pg';
import type { Measure } from './measurement.ts';
import { readerOf, ROWS, send, TABLE, withReportTable } from './report-table.ts';
import type { ReportTable } from './report-table.ts';
import { median } from './vault-process.ts';

const COLUMNS = ['id', 'name', 'kind', 'amount', 'price', 'seen', 'day'];
const PAGE = 100;
const REQUESTS = 200;
const ROUNDS = 5;
/** One person has four sessions of a datasource at once. */
const AT_ONCE = 4;
const MAX_ADDED_MS = 5;
const MIN_SHARE = 0.5;

/** A page from the least amount on. */
type ReadPage = (least: string) => Promise<unknown>;

let pages = 0;
/** Another one each time, spread over all amounts: an answer is cached for a minute. */
const nextLeast = () => (((pages++ * 7919) % 90_000) / 100).toFixed(2);

function byCairn({ server }: ReportTable): ReadPage {
  return (least) =>
    send(server, '/api/v1/explorer/query', {
      ...{ ...TABLE, columns: COLUMNS, limit: PAGE },
      filter: {
        and: [
          { column: 'kind', op: 'eq', value: 'kind 7' },
          { column: 'amount', op: 'gte', value: least },
        ],
      },
    });
}

/** The statement of that page, with one row more, as the report server finds out whether there are more. */
function byPg(pool: pg.Pool): ReadPage {
  const text = `SELECT ${COLUMNS.join(', ')} FROM public.bench WHERE kind = $1 AND amount >= $2 ORDER BY id LIMIT ${PAGE + 1}`;
  return (least) => pool.query({ text, values: ['kind 7', least] });
}

/** Median time of a page in milliseconds, one after the other. */
async function timeOf(read: ReadPage): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < REQUESTS; i += 1) {
    const started = performance.now();
    await read(nextLeast());
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Pages a second, four at once. */
async function speedOf(read: ReadPage): Promise<number> {
  let left = REQUESTS * 2;
  const started = performance.now();
  const loop = async () => {
    while (left-- > 0) await read(nextLeast());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  return (REQUESTS * 2) / ((performance.now() - started) / 1000);
}

/** Both in turns; the first round warms up. */
async function measurePages(bench: ReportTable, pool: pg.Pool) {
  const [ours, theirs] = [byCairn(bench), byPg(pool)];
  await requireSameRows(ours, theirs);
  const rounds: { ours: number; theirs: number; oursASecond: number; theirsASecond: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    rounds.push({
      theirs: await timeOf(theirs),
      ours: await timeOf(ours),
      theirsASecond: await speedOf(theirs),
      oursASecond: await speedOf(ours),
    });
  }
  return rounds.slice(1);
}

async function requireSameRows(ours: ReadPage, theirs: ReadPage): Promise<void> {
  const { rows: got, truncated } = JSON.parse((await ours('500.00')) as string) as {
    rows: { id: number }[];
    truncated: boolean;
  };
  const { rows } = (await theirs('500.00')) as pg.QueryResult<{ id: number }>;
  const ids = (list: { id: number }[]) => list.map(({ id }) => id).join();
  if (!truncated || ids(got) !== ids(rows.slice(0, PAGE))) throw new Error('the pages differ');
}

export const measure: Measure = () =>
  withReportTable(async (bench) => {
    const pool = new pg.Pool({ ...readerOf(bench.sample), max: AT_ONCE });
    try {
      const rounds = await measurePages(bench, pool);
      const of = (key: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[key]));
      const added = median(rounds.map(({ ours, theirs }) => ours - theirs));
      const share = median(rounds.map(({ oursASecond, theirsASecond }) => oursASecond / theirsASecond));
      const what = `report server: a filtered page of ${PAGE} of ${ROWS.toLocaleString('en')} rows against the same statement through pg`;
      return [
        {
          what,
          measured: `${of('ours').toFixed(2)} against ${of('theirs').toFixed(2)} ms (p50)`,
          value: `+${added.toFixed(2)} ms`,
          goal: `at most +${MAX_ADDED_MS} ms`,
          met: added <= MAX_ADDED_MS,
        },
        {
          what: `${what}, ${AT_ONCE} at once`,
          measured: `${of('oursASecond').toFixed(0)} against ${of('theirsASecond').toFixed(0)} pages a second`,
          value: share.toFixed(2),
          goal: `at least ${MIN_SHARE}`,
          met: share >= MIN_SHARE,
        },
      ];
    } finally {
      await pool.end();
    }
  });

if (import.meta.main) console.table(await measure());
