import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { Measure } from './measurement.ts';
import { inFolder, median, startVaultProcess } from './vault-process.ts';
import type { VaultProcess } from './vault-process.ts';

const ROWS = 1_000_000;
const OFFSET = 900_000;
const ROUNDS = 15;
const GOAL = 1.2;
const LOGIN = { user: 'bench_mapper', password: 'of the bench alone' };

interface Ratios {
  /** Medians in milliseconds. */
  ours: number;
  theirs: number;
}

/** Pages at offset 900,000 of a registered table, over HTTP, alternately with the same rows by bare SQL. */
async function benchTableRows(): Promise<{ page: Ratios; withTotal: Ratios }> {
  return inFolder(async (folder) => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    const vault = await startVaultProcess(folder);
    try {
      await createTable(client, database.name);
      await registerTable(vault, database.adminUrl);
      const sql = (offset: number) =>
        client.query(`SELECT * FROM points ORDER BY id LIMIT 50 OFFSET ${offset}`);
      const rows = (offset: number, query: string) =>
        ask(vault, `/datasets/points/versions/1/edit/rows?limit=50&offset=${offset}${query}`);
      const compare = async (
        ours: (offset: number) => Promise<unknown>,
        theirs: (offset: number) => Promise<unknown>,
      ) => {
        const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
        for (let round = 0; round < ROUNDS; round += 1) {
          const offset = OFFSET + round * 1_000;
          times.theirs.push(await timed(() => theirs(offset)));
          times.ours.push(await timed(() => ours(offset)));
        }
        return { ours: median(times.ours), theirs: median(times.theirs) };
      };
      const [sent, stored] = [await rows(OFFSET, ''), await sql(OFFSET)];
      const ids = (all: { id: number }[]) => JSON.stringify(all.map(({ id }) => id));
      if (ids(sent.rows) !== ids(stored.rows) || sent.total !== ROWS) throw new Error('the pages differ');
      return {
        page: await compare((offset) => rows(offset, '&count=false'), sql),
        withTotal: await compare(
          (offset) => rows(offset, ''),
          async (offset) => {
            await sql(offset);
            await client.query('SELECT count(*) FROM points');
          },
        ),
      };
    } finally {
      await vault.stop();
      await client.query(`DROP OWNED BY ${LOGIN.user}; DROP ROLE ${LOGIN.user}`).catch(() => undefined);
      await client.end();
      await database.drop();
    }
  });
}

async function createTable(client: pg.Client, database: string): Promise<void> {
  await client.query(`CREATE TABLE points (id serial PRIMARY KEY, name text, number double precision, geom geometry(Point, 4326));
    INSERT INTO points (name, number, geom) SELECT md5(n::text), n / 7.0, ST_SetSRID(ST_Point(n % 360 - 180, n % 170 - 85), 4326)
      FROM generate_series(1, ${ROWS}) n;
    CREATE ROLE ${LOGIN.user} LOGIN PASSWORD '${LOGIN.password}'; GRANT SELECT ON points TO ${LOGIN.user};
    GRANT CONNECT ON DATABASE ${database} TO ${LOGIN.user}`);
  // As autovacuum does within minutes of a load, when the commit has been flushed (the stack commits asynchronously).
  await client.query('CHECKPOINT');
  await client.query('VACUUM ANALYZE points');
}

async function registerTable(vault: VaultProcess, address: string): Promise<void> {
  const { hostname: host, port, pathname } = new URL(address);
  const { id } = await ask(vault, '/api/connections', {
    name: 'bench',
    host,
    port: Number(port),
    database_name: pathname.slice(1),
    username: LOGIN.user,
    password: LOGIN.password,
    sslmode: 'disable',
  });
  await ask(vault, '/api/datasets/register', { name: 'points', connection_id: id, table_name: 'points' });
}

async function ask(vault: VaultProcess, path: string, body?: object): Promise<any> {
  const answer = await fetch(vault.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { cookie: vault.cookie, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export const measure: Measure = async () => {
  const { page, withTotal } = await benchTableRows();
  const line = (what: string, { ours, theirs }: Ratios) => ({
    what: `vault: rows at offset 900,000 of a registered table of 1,000,000, ${what}`,
    measured: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms, medians of ${ROUNDS}`,
    value: (ours / theirs).toFixed(2),
    goal: `at most ${GOAL}`,
    met: ours / theirs <= GOAL,
  });
  return [
    line('against the bare SQL', page),
    line('with the total, against the bare SQL and count(*)', withTotal),
  ];
};

if (import.meta.main) console.table(await measure());
