import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@cairn/testing';
import type { TestTable } from '@cairn/testing';
import pg from 'pg';
import { createSyncedTables } from '../src/features/synced-tables/service.ts';
import { createSyncedTarget, NO_PLATFORM, packageFile } from './synced-target.ts';
import type { SyncedTarget } from './synced-target.ts';

let shared: SyncedTarget;
let target: SyncedTarget;
beforeAll(async () => {
  shared = await createSyncedTarget();
});
beforeEach(async () => {
  target = shared;
  await target.clear();
});
afterAll(() => shared.close());

const { signal } = new AbortController();

function table(...names: string[]): TestTable {
  return { name: 't', columns: { name: 'TEXT' }, rows: names.map((name, i) => ({ fid: i + 1, name })) };
}

/** A trigger of the table that runs a statement of PL/pgSQL when a row changes; `deferred`: at the commit. */
async function onChange(statement: string, { deferred = false } = {}): Promise<void> {
  await target.query(`CREATE OR REPLACE FUNCTION field.act() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NEW; END $$;
    DROP TRIGGER IF EXISTS act ON field.t;
    CREATE ${deferred ? 'CONSTRAINT ' : ''}TRIGGER act AFTER UPDATE ON field.t ${deferred ? 'DEFERRABLE INITIALLY DEFERRED' : ''}
      FOR EACH ROW EXECUTE FUNCTION field.act()`);
}

describe('a target that lacks something pauses the run with the statement that gives it', () => {
  beforeEach(async () => {
    target = await createSyncedTarget();
  });
  afterEach(() => target.close());

  test('PostGIS', async () => {
    await target.query('DROP EXTENSION postgis');
    await expect(target.plan(await target.package(table('a')))).rejects.toMatchObject({
      ...{
        outcome: 'pause',
        code: 'field_sync.no_postgis',
        message: expect.stringContaining('CREATE EXTENSION postgis'),
      },
    });
  });

  test('CREATE on the schema', async () => {
    await target.query('ALTER SCHEMA field OWNER TO postgres; GRANT USAGE ON SCHEMA field TO field_sync');
    await expect(target.sync(await target.package(table('a')))).rejects.toMatchObject({
      ...{ outcome: 'pause', code: 'field_sync.no_right' },
      message: expect.stringContaining('GRANT CREATE ON SCHEMA "field" TO "field_sync"'),
    });
  });

  test('the schema, and the right to create it', async () => {
    const place = { ...target.place, schema: 'nowhere' };
    expect(await target.readState(place)).toBeNull();
    const next = await target.package(table('a'));
    const request = { place, state: null, base: null, next, cwd: target.folder, signal };
    const guards = { maxDeletePercent: 25, skipInit: false, approval: null };
    await expect(target.tables.planChange({ ...request, guards })).rejects.toMatchObject({
      ...{
        outcome: 'pause',
        message: expect.stringContaining('CREATE SCHEMA "nowhere" AUTHORIZATION "field_sync"'),
      },
    });
  });

  test('TEMPORARY on the database', async () => {
    await target.query(`REVOKE TEMPORARY ON DATABASE ${target.database.name} FROM PUBLIC, field_sync`);
    await expect(target.plan(await target.package(table('a')))).rejects.toMatchObject({
      ...{ outcome: 'pause', message: expect.stringContaining('GRANT TEMPORARY ON DATABASE') },
    });
  });
});

test('the errors of the server decide whether a run pauses or is repeated, and nothing is applied', async () => {
  const first = await target.package(table('a'));
  await target.sync(first);
  const next = await target.package(table('b'));
  const outcomes = {
    '53100': ['pause', /free space on the database server/],
    '53400': ['pause', /Ask its administrator to raise it/],
    '53200': ['retry', /The run is repeated/],
    '54000': ['pause', /Use fewer columns or shorter values/],
    '54011': ['pause', /Use fewer columns or shorter values/],
    '25006': ['pause', /Choose its primary server/],
    P0001: ['pause', /Nothing was applied/],
    '55P03': ['retry', /The run is repeated/],
    '40P01': ['retry', /The run is repeated/],
    '57P03': ['retry', /The run is repeated/],
  } as const;
  for (const [code, [outcome, sentence]] of Object.entries(outcomes)) {
    await onChange(`RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'`);
    const message = expect.stringMatching(sentence);
    await expect(target.sync(next)).rejects.toMatchObject({ outcome, message });
  }
  expect(await target.differences(first, 't')).toBe(0);
  expect(await target.readState()).toMatchObject({ seq: 1 });
  expect(await target.query('SELECT FROM field.cairn_sync_history')).toHaveLength(0);
});

test('a session that ends in the middle is repeated, and one that ends at the commit reads the state again', async () => {
  await target.sync(await target.package(table('a')));
  const next = await target.package(table('b'));
  await onChange('PERFORM pg_terminate_backend(pg_backend_pid())');
  await expect(target.sync(next)).rejects.toMatchObject({ outcome: 'retry' });
  await onChange('PERFORM pg_terminate_backend(pg_backend_pid())', { deferred: true });
  await expect(target.sync(next)).rejects.toMatchObject({
    outcome: 'read_state',
    code: 'field_sync.commit_unknown',
  });
  expect(await target.readState()).toMatchObject({ seq: 1 });
  await target.query('DROP TRIGGER act ON field.t');
  expect(await target.sync(next)).toMatchObject({ seq: 2 });
  expect(await target.query('SELECT FROM field.cairn_sync_history')).toHaveLength(1);
});

test('of several workers with the same plan one commits, and the others read the state again', async () => {
  const first = await target.package(table('a'));
  const loads = await Promise.all([target.plan(first), target.plan(first), target.plan(first)]);
  await expectOne(await Promise.allSettled(loads.map((plan) => target.apply(plan))));
  const next = await target.package(table('b', 'c'));
  const plans = await Promise.all([target.plan(next), target.plan(next), target.plan(next)]);
  await expectOne(await Promise.allSettled(plans.map((plan) => target.apply(plan))));
  expect(await target.readState()).toMatchObject({ seq: 2 });
  expect(await target.differences(next, 't')).toBe(0);
  expect(await target.query('SELECT FROM field.cairn_sync_history')).toHaveLength(2);

  async function expectOne(results: PromiseSettledResult<unknown>[]): Promise<void> {
    const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
    expect(failures).toHaveLength(results.length - 1);
    for (const failure of failures)
      expect(failure).toMatchObject({ outcome: 'read_state', code: 'field_sync.state_moved' });
  }
});

test('the state is read when a transaction in doubt has ended', async () => {
  await target.sync(await target.package(table('a')));
  const other = new pg.Client({ connectionString: target.database.adminUrl });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query('UPDATE field.cairn_sync_state SET seq = 7');
    const reading = target.readState();
    await until(
      'it waits for a lock',
      async () => (await target.query(`SELECT FROM pg_locks WHERE NOT granted`)).length > 0,
    );
    await other.query('COMMIT');
    expect(await reading).toMatchObject({ seq: 7 });
  } finally {
    await other.end();
  }
});

test('an aborted run ends with the reason of the abort, and leaves nothing', async () => {
  await target.sync(await target.package(table('a')));
  const plan = await target.plan(await target.package(table('b')));
  const abort = new AbortController();
  await target.query('BEGIN; LOCK TABLE field.t');
  const request = { run: randomUUID(), version: 'v2', packageSha256: plan.next.sha256, expectedSeq: 1 };
  const applying = target.tables.applyChange(plan, { ...request, signal: abort.signal });
  await until(
    'it waits for a lock',
    async () => (await target.query(`SELECT FROM pg_locks WHERE NOT granted`)).length > 0,
  );
  abort.abort(new Error('stopped'));
  await expect(applying).rejects.toThrow('stopped');
  await target.query('COMMIT');
  expect(await target.readState()).toMatchObject({ seq: 1 });
});

test('a host outside the allowed networks, a wrong password and a closed port have different errors', async () => {
  const read = (address: object, serverNetworks = ['127.0.0.0/8']) =>
    createSyncedTables({ serverNetworks, platform: NO_PLATFORM }).readState(
      { ...target.place, address: { ...target.place.address, ...address } },
      { signal },
    );
  await expect(read({}, [])).rejects.toMatchObject({ outcome: 'pause', code: 'field_sync.host_not_allowed' });
  await expect(read({ password: 'wrong' })).rejects.toMatchObject({
    outcome: 'pause',
    code: 'field_sync.database_refused',
  });
  await expect(read({ database: 'nowhere' })).rejects.toMatchObject({
    outcome: 'pause',
    code: 'field_sync.database_refused',
  });
  await expect(read({ port: 1 })).rejects.toMatchObject({ outcome: 'retry' });
});

test('a package that is damaged pauses the run', async () => {
  const path = join(target.folder, 'damaged.gpkg');
  await writeFile(path, 'SQLite format 3\0 and nothing else');
  await expect(target.plan(await packageFile(path))).rejects.toMatchObject({
    outcome: 'pause',
    code: 'field_sync.package_unreadable',
  });
});

test('a session that ends while rows are loaded is not blamed on the package', async () => {
  const plan = await target.plan(await target.package(table('a')));
  const applying = target.apply(plan);
  const stop = `SELECT pg_terminate_backend(pid) FROM pg_stat_progress_copy WHERE datname = current_database()`;
  await Promise.all([
    expect(applying).rejects.toMatchObject({ outcome: 'retry', code: 'field_sync.connection_lost' }),
    until('it loads rows', async () => (await target.query(stop)).length > 0, { everyMs: 5 }),
  ]);
  expect(await target.sync(plan.next)).toMatchObject({ seq: 1 });
});

test('a package that vanishes before its rows are read ends the run, and leaves nothing', async () => {
  const plan = await target.plan(await target.package(table('a')));
  await rm(plan.next.path);
  await expect(target.apply(plan)).rejects.toThrow();
  expect(await target.readState()).toBeNull();
  expect(await target.query(`SELECT FROM pg_tables WHERE schemaname = 'field' AND tablename = 't'`)).toEqual(
    [],
  );
});

test('two projects share a schema, and a table of one is not adopted by the other unasked', async () => {
  await target.sync(await target.package(table('a')));
  const place = { ...target.place, projectUuid: randomUUID() };
  const next = await target.package(table('b'), { ...table('c'), name: 'u' });
  const guards = { maxDeletePercent: 25, skipInit: false, approval: null };
  const plan = await target.tables.planChange({
    place,
    state: null,
    base: null,
    next,
    guards,
    cwd: target.folder,
    signal,
  });
  expect(plan.items).toMatchObject([{ kind: 'table_not_ours', table: 't' }]);
  expect(await target.readState(place)).toBeNull();
});
