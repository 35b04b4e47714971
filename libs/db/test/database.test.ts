import { spawn } from 'node:child_process';
import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { AppError } from '@cairn/service';
import { sql } from 'kysely';
import type { Generated } from 'kysely';
import { createDatabase, ident, isUniqueViolation, migrate, toAppError } from '../src/index.ts';
import type { Database } from '../src/index.ts';

interface Tables {
  thing: {
    id: Generated<number>;
    name: string;
    size: number | null;
    made_at: Generated<Date>;
    day: string | null;
  };
}

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
let server: TestDatabase;
let database: Database<Tables>;

const open = (extra: { max?: number; statementTimeoutMs?: number; url?: string } = {}): Database<Tables> =>
  createDatabase<Tables>({ url: server.url('portal'), schema: 'portal', applicationName: 'test', ...extra });

async function failure(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => Promise.reject(new Error('it should have failed')),
    (error: Error) => error,
  );
}

beforeAll(async () => {
  server = await createTestDatabase();
  database = open();
});

afterAll(async () => {
  await database?.close();
  await server?.drop();
});

describe('migrations', () => {
  test('two migrators at the same moment: one works, the other waits and finds nothing to do', async () => {
    const other = open();
    const ran = await Promise.all(
      [database, other].map(({ db }) => migrate({ db, folder, schema: 'portal' })),
    );
    expect(ran.map((names) => names.length).sort()).toEqual([0, 2]);
    expect(await database.db.selectFrom('thing').select('name').execute()).toEqual([{ name: 'first' }]);
    await other.close();
  });

  test('running again does nothing and succeeds', async () => {
    expect(await migrate({ db: database.db, folder, schema: 'portal' })).toEqual([]);
  });

  test('a migrator that is killed leaves nothing, and the next run succeeds', async () => {
    const script = `
      import { createDatabase, migrate } from '@cairn/db';
      const { db } = createDatabase({ url: process.env.URL, schema: 'vault', applicationName: 'killed' });
      await migrate({ db, folder: process.env.FOLDER, schema: 'vault' });`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, URL: server.url('vault'), FOLDER: folder, NODE_OPTIONS: '' },
    });
    await seeSession('killed');
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));

    const vault = createDatabase<Tables>({
      url: server.url('vault'),
      schema: 'vault',
      applicationName: 'next',
    });
    expect(await migrate({ db: vault.db, folder, schema: 'vault' })).toHaveLength(2);
    await vault.close();
  });
});

/** Waits until a session by that name sleeps inside its first migration. */
async function seeSession(name: string): Promise<void> {
  const admin = open({ url: server.adminUrl });
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where application_name = ${name} and query like '%pg_sleep%'`.execute(admin.db);
    if (rows.length > 0) break;
  }
  await admin.close();
}

describe('values', () => {
  test('bigint comes as a number, date as text, timestamptz as a Date', async () => {
    const row = await database.db
      .insertInto('thing')
      .values({ name: 'typed', size: 2, day: '2026-03-01' })
      .returningAll()
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      id: expect.any(Number),
      name: 'typed',
      size: 2,
      day: '2026-03-01',
      made_at: expect.any(Date),
    });
  });

  test('ident quotes any name and refuses what PostgreSQL would cut', async () => {
    const name = 'a"b; drop table thing';
    const { rows } = await sql.raw<Record<string, number>>(`select 1 as ${ident(name)}`).execute(database.db);
    expect(rows).toEqual([{ [name]: 1 }]);
    for (const bad of ['', 'nul\0', 'ü'.repeat(32)]) expect(() => ident(bad)).toThrow('1 to 63 bytes');
  });
});

describe('errors', () => {
  const insert = (values: { name: string; size: number }): Promise<unknown> =>
    database.db.insertInto('thing').values(values).execute();

  test('a broken unique constraint becomes the conflict that the caller named', async () => {
    const error = await failure(insert({ name: 'first', size: 1 }));
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'thing_name_key')).toBe(true);
    expect(isUniqueViolation(error, 'another')).toBe(false);
    const constraints = { thing_name_key: { code: 'thing.name_taken', message: 'Take another name.' } };
    expect(toAppError(error, constraints)).toMatchObject({ kind: 'conflict', code: 'thing.name_taken' });
    expect(toAppError(error)).toBe(error);
  });

  test('a broken check becomes a bad request', async () => {
    const error = await failure(insert({ name: 'small', size: 0 }));
    const constraints = { thing_size_check: { code: 'thing.size', message: 'Size is at least 1.' } };
    expect(toAppError(error, constraints)).toMatchObject({ kind: 'bad_request', code: 'thing.size' });
  });

  test.each([
    ['an integer out of range', { name: 'huge', size: 3e9 }],
    ['a NUL character', { name: 'a\0b', size: 1 }],
  ])('%s becomes a bad request', async (_what, values) => {
    expect(toAppError(await failure(insert(values)))).toMatchObject({ kind: 'bad_request' });
  });
});

describe('faults', () => {
  const ask = (target: Database<Tables>): Promise<unknown> => sql`select 1`.execute(target.db);

  test('a database that refuses connections is unavailable at once', async () => {
    const down = open({ url: 'postgres://nobody@127.0.0.1:1/none' });
    expect(await failure(ask(down))).toMatchObject({ kind: 'unavailable', code: 'db.unavailable' });
    await down.close();
  });

  test('a full disk is unavailable, and says what to do', async () => {
    const full = sql`DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`;
    expect(await failure(full.execute(database.db))).toMatchObject({
      ...{ kind: 'unavailable', code: 'db.no_space' },
      message: expect.stringContaining('Ask the operator to free space'),
    });
  });

  test('a server that accepts and says nothing is unavailable within 3 s', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const hanging = open({ url: `postgres://nobody@127.0.0.1:${port}/none` });
    const started = performance.now();
    expect(await failure(ask(hanging))).toMatchObject({ kind: 'unavailable' });
    expect(performance.now() - started).toBeLessThan(3500);
    await hanging.close();
    silent.close();
    for (const socket of sockets) socket.destroy();
  });

  test('an exhausted pool is unavailable within 3 s and works again afterwards', async () => {
    const small = open({ max: 1 });
    const busy = sql`select pg_sleep(4)`.execute(small.db);
    const started = performance.now();
    expect(await failure(ask(small))).toMatchObject({ kind: 'unavailable' });
    expect(performance.now() - started).toBeLessThan(3500);
    await busy;
    await ask(small);
    await small.close();
  });

  test('too many clients on the server is unavailable', async () => {
    const admin = open({ url: server.adminUrl });
    await sql`alter role portal connection limit 0`.execute(admin.db);
    const refused = open();
    try {
      expect(await failure(ask(refused))).toMatchObject({ kind: 'unavailable' });
    } finally {
      await sql`alter role portal connection limit -1`.execute(admin.db);
    }
    await ask(refused);
    await refused.close();
    await admin.close();
  });

  test('a statement over its limit is unavailable, and the connection is good again', async () => {
    const quick = open({ max: 1, statementTimeoutMs: 200 });
    expect(await failure(sql`select pg_sleep(5)`.execute(quick.db))).toMatchObject({ kind: 'unavailable' });
    await ask(quick);
    await quick.close();
  });

  test('killed backends roll back their transaction, do not end the process, and the pool heals', async () => {
    const victim = open({ max: 2 });
    const admin = open({ url: server.adminUrl });
    const inTransaction = victim.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await trx.insertInto('thing').values({ name: 'lost', size: 1 }).execute();
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(admin.db);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await trx.insertInto('thing').values({ name: 'lost too', size: 1 }).execute();
    });
    expect(await failure(inTransaction)).toBeInstanceOf(AppError);
    const lost = await victim.db.selectFrom('thing').selectAll().where('name', 'like', 'lost%').execute();
    expect(lost).toEqual([]);
    await victim.close();
    await admin.close();
  });

  test('a server that stops answering costs its limit once; its connection does not return to the pool', async () => {
    const gate = await createGate(server.url('portal'));
    const through = open({ url: gate.url, max: 1, statementTimeoutMs: 300 });
    await ask(through);
    gate.hold();
    const started = performance.now();
    expect(await failure(ask(through))).toMatchObject({ kind: 'unavailable' });
    expect(performance.now() - started).toBeLessThan(2000);
    gate.pass();
    await ask(through);
    await through.close();
    gate.close();
  });
});

/** A TCP proxy that can swallow what the database says. */
async function createGate(
  target: string,
): Promise<{ url: string; hold: () => void; pass: () => void; close: () => void }> {
  const { hostname, port } = new URL(target);
  let holding = false;
  const sockets: Socket[] = [];
  const gate = createServer((inbound) => {
    const outbound = connect(Number(port), hostname);
    sockets.push(inbound, outbound);
    inbound.on('data', (chunk) => outbound.write(chunk)).on('error', () => {});
    outbound.on('data', (chunk) => holding || inbound.write(chunk)).on('error', () => {});
    inbound.on('close', () => outbound.destroy());
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((gate.address() as AddressInfo).port);
  return {
    url: url.href,
    hold: () => (holding = true),
    pass: () => (holding = false),
    close: () => {
      gate.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
