import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Row } from '@cairn/report-engine';
import { createSampleDatabase, until } from '@cairn/testing';
import type { SampleDatabase } from '@cairn/testing';
import pg from 'pg';
import { openDatasets } from '../src/features/executions/render/dataset-rows.ts';
import type { DatasetStatement } from '../src/features/executions/render/dataset-rows.ts';

let sample: SampleDatabase;
let admin: pg.Client;
beforeAll(async () => {
  sample = await createSampleDatabase();
  admin = new pg.Client({ connectionString: sample.adminUrl });
  await admin.connect();
  await admin.query(`CREATE TABLE kept (n int); GRANT INSERT ON kept TO PUBLIC`);
});
afterAll(async () => {
  await admin.end();
  await sample.drop();
});

function open(more: { statementTimeoutMs?: number; maxBatchBytes?: number } = {}) {
  return openDatasets({
    address: {
      ...{ host: sample.host, port: sample.port, database: sample.database, sslmode: 'prefer' },
      ...{ user: sample.readerUser, password: sample.readerPassword },
    },
    ...{ statementTimeoutMs: 5_000, schemas: ['public'], postgisSchema: 'public' },
    ...{ timeZone: 'Europe/Berlin', userId: '7', groups: '1,2' },
    ...more,
  });
}

async function read(text: string, more: Partial<DatasetStatement> = {}): Promise<Row[]> {
  const session = await open();
  try {
    const { rows } = await session.read({ subject: 'dataset "places"', text, values: [], ...more });
    return await collect(rows());
  } finally {
    await session.close();
  }
}

async function collect(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

test('rows come as exact values, geometries as GeoJSON, in the order and up to the limit of the dataset', async () => {
  const text = 'SELECT name, 0.1::numeric AS tenth, geom FROM populated_places WHERE name = ANY ($1)';
  const rows = await read(text, {
    values: [['Paris', 'Tokyo', 'Cairo']],
    order: [{ column: 'name', dir: 'desc' }],
    limit: 2,
  });
  expect(rows.map(({ name }) => name)).toEqual(['Tokyo', 'Paris']);
  expect(rows[0]).toMatchObject({
    tenth: { type: 'decimal', digits: 1n, scale: 1 },
    geom: {
      type: 'geometry',
      geojson: { type: 'Point', coordinates: [expect.closeTo(139.75, 1), expect.closeTo(35.69, 1)] },
    },
  });
});

test('the session has the time zone of the run, and who reads', async () => {
  const text = `SELECT current_setting('TimeZone') AS zone, current_setting('cairn.user_id') AS reader`;
  expect(await read(text)).toEqual([{ zone: 'Europe/Berlin', reader: '7' }]);
});

test.each([
  ['two statements', 'SELECT 1) AS r; DELETE FROM kept; SELECT * FROM (SELECT 1', /refuses the query/],
  ['two statements, plain', 'SELECT 1; SELECT 2', /refuses the query/],
  [
    'a write in a query',
    'WITH w AS (INSERT INTO kept VALUES (1) RETURNING n) SELECT * FROM w',
    /refuses the query|may not use/,
  ],
  ['an end of the transaction', 'COMMIT', /refuses the query/],
  ['another mode', 'SET TRANSACTION READ WRITE', /refuses the query/],
  ['a file of the server', `SELECT pg_read_file('/etc/passwd')`, /may not use/],
  ['a large object of a file', `SELECT lo_import('/etc/passwd')`, /may not use/],
  ['the end of the transaction and a write', 'COMMIT; INSERT INTO kept VALUES (1)', /refuses the query/],
  [
    'another mode and a write',
    'SET TRANSACTION READ WRITE; INSERT INTO kept VALUES (1)',
    /refuses the query/,
  ],
  [
    'a file in the SQL of a function',
    `SELECT query_to_xml($a$SELECT pg_read_file('/etc/passwd')$a$, true, true, '')`,
    /may not use/,
  ],
  ['a folder of the server', `SELECT pg_ls_dir('/etc')`, /may not use/],
  [
    'another limit of a superuser',
    `SELECT set_config('session_preload_libraries', 'x', true)`,
    /may not use/,
  ],
  ['a program', `COPY (SELECT 1) TO PROGRAM 'id'`, /refuses the query/],
  ['a character that no text has', 'SELECT chr(0)', /refuses the query.*null character/],
  ['a broken geometry', `SELECT public.ST_GeomFromText('POLYGON((0 0))')`, /refuses the query.*geometry/],
  [
    'a table that is not there',
    'SELECT * FROM nothing',
    /refuses the query of the dataset "places": relation "nothing" does not exist/,
  ],
])('%s is refused, and nothing changes', async (_name, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
  expect((await admin.query('SELECT FROM kept')).rowCount).toBe(0);
});

test('a query that never ends is stopped, and its backend is gone', async () => {
  const session = await open({ statementTimeoutMs: 300 });
  const { rows } = await session.read({
    subject: 'dataset "endless"',
    text: 'SELECT count(*) FROM generate_series(1, 1e12::bigint)',
    values: [],
  });
  await expect(collect(rows())).rejects.toMatchObject({ kind: 'unavailable' });
  await session.close();
  await until('no session of the reader is left', async () => {
    const { rowCount } = await admin.query('SELECT FROM pg_stat_activity WHERE usename = $1', [
      sample.readerUser,
    ]);
    return rowCount === 0;
  });
});

test('a batch of rows with more bytes than it may have is cut off, whatever its values', async () => {
  const session = await open({ maxBatchBytes: 1024 * 1024 });
  const small = await session.read({
    subject: 'dataset "small"',
    text: `SELECT repeat('x', 900000) AS a`,
    values: [],
  });
  expect(await collect(small.rows())).toHaveLength(1);
  const text = `SELECT repeat('x', 3000000) AS a`;
  const { rows } = await session.read({ subject: 'dataset "huge"', text, values: [] });
  await expect(collect(rows())).rejects.toMatchObject({
    kind: 'unprocessable',
    message: expect.stringContaining('the dataset "huge" have more than 1 MiB'),
  });
  await session.close();
});

test('a run whose connection is ended fails at once', async () => {
  const session = await open();
  const text = `SELECT i, pg_sleep(CASE WHEN i > 1000 THEN 20 ELSE 0 END) FROM generate_series(1, 1001) AS i`;
  const { rows } = await session.read({ subject: 'dataset "cut"', text, values: [] });
  const reading = rows()[Symbol.asyncIterator]();
  await reading.next();
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
    sample.readerUser,
  ]);
  await expect(collect({ [Symbol.asyncIterator]: () => reading })).rejects.toMatchObject({
    kind: 'unavailable',
  });
  await session.close();
});

test('what one statement sets does not reach the next one of the run', async () => {
  const session = await open();
  try {
    const forge = `SELECT set_config('statement_timeout', '0', false), set_config('cairn.user_id', '1', false),
      set_config('search_path', 'pg_catalog', false)`;
    await collect((await session.read({ subject: 'dataset "first"', text: forge, values: [] })).rows());
    const text = `SELECT current_setting('statement_timeout') AS timeout, current_setting('cairn.user_id') AS reader,
      current_setting('search_path') AS path`;
    const { rows } = await session.read({ subject: 'dataset "second"', text, values: [] });
    expect(await collect(rows())).toEqual([{ timeout: '5s', reader: '7', path: '"public"' }]);
  } finally {
    await session.close();
  }
});

test('an advisory lock that a query took ends with its run', async () => {
  await read('SELECT pg_advisory_lock(4711) IS NULL AS locked');
  // PostgreSQL ends a closed session a moment later.
  await until('the lock is free', async () => {
    const { rows } = await admin.query('SELECT pg_try_advisory_lock(4711) AS free');
    return rows[0].free;
  });
});
