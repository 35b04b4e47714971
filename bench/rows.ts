import type { Measure } from './measurement.ts';
import { POINTS } from './points.ts';
import { median, memoryOf, withPoints } from './vault-process.ts';
import type { VaultProcess } from './vault-process.ts';

const OFFSET = 900_000;
const goal = 50;

export interface RowsResult {
  /** Milliseconds: the first time in this order, the second time, and the median of other pages near it. */
  first: number;
  second: number;
  elsewhere: number;
  /** The page after a row was changed in the sorted column, and once more. */
  afterEdit: number;
  afterThat: number;
  unsorted: number;
  /** Bytes by which the web process grew. */
  growth: number;
}

/** Pages of 1,000,000 rows at offset 900,000, sorted by a text, over HTTP, with the vault in a separate process. */
export async function benchRows(): Promise<RowsResult> {
  return withPoints({}, async (vault) => {
    const rows = (query: string) => ask(vault, `rows?limit=50&${query}`);
    // The metadata of the file is read once, before the pages.
    const opened = await rows('offset=0');
    const before = memoryOf(vault.pid, 'VmRSS');
    const sorted = (offset: number) => rows(`sort=name&offset=${offset}`);
    const first = await sorted(OFFSET);
    const second = await sorted(OFFSET);
    if (first.body.total !== POINTS || first.text !== second.text) throw new Error('the pages differ');
    const elsewhere: number[] = [];
    for (let i = 0; i < 10; i += 1) elsewhere.push((await sorted(OFFSET + i * 5_000)).took);
    const unsorted: number[] = [];
    for (let i = 0; i < 10; i += 1) unsorted.push((await rows(`offset=${OFFSET + i * 5_000}`)).took);
    const key = (opened.body.rows[0] as { fid: number }).fid;
    const edit = JSON.stringify({ pk_column: 'fid', pk_value: key, updates: { name: 'zzz' } });
    await ask(vault, 'update', edit);
    const afterEdit = await sorted(OFFSET);
    const afterThat = await sorted(OFFSET);
    return {
      first: first.took,
      second: second.took,
      elsewhere: median(elsewhere),
      afterEdit: afterEdit.took,
      afterThat: afterThat.took,
      unsorted: median(unsorted),
      growth: memoryOf(vault.pid, 'VmHWM') - before,
    };
  });
}

async function ask(vault: VaultProcess, path: string, body?: string) {
  const started = performance.now();
  const answer = await fetch(`${vault.url}/datasets/points/versions/1/edit/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie: vault.cookie, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const took = performance.now() - started;
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text.slice(0, 200)}`);
  return { took, text, body: JSON.parse(text) as { total: number; rows: { fid: number }[] } };
}

export const measure: Measure = async () => {
  const result = await benchRows();
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return [
    {
      what: 'vault: rows at offset 900,000 of 1,000,000, sorted by a text, the second time',
      measured: `first ${ms(result.first)}, other pages ${ms(result.elsewhere)}, unsorted ${ms(result.unsorted)}`,
      value: ms(result.second),
      goal: `below ${goal} ms`,
      met: result.second < goal,
    },
    {
      what: 'vault: the same page after a row was changed in that column',
      measured: `once more ${ms(result.afterThat)}, memory +${(result.growth / 1024 / 1024).toFixed(0)} MiB`,
      value: ms(result.afterEdit),
      goal: `below ${goal} ms`,
      met: result.afterEdit < goal,
    },
  ];
};

if (import.meta.main) console.table(await measure());
