import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { asking, databaseNames } from './asking.ts';
import { openHouse } from './house.ts';
import type { House, Person } from './house.ts';

let house: House;
let plain: TestServer;
let spatial: TestServer;
let admin: Person;
let editor: Person;
let steps: ReturnType<typeof asking>;
let plainConnection: number;
let spatialConnection: number;

beforeAll(async () => {
  [house, plain, spatial] = await Promise.all([openHouse(), startTestServer(), startTestServer()]);
  admin = await house.signUp({ username: 'admin', isAdmin: true });
  editor = await house.signUp({ username: 'editor', service: 'edit' });
  plainConnection = await house.connect(admin, plain);
  spatialConnection = await house.connect(admin, spatial);
  await house.work().ready;
  steps = asking(house, admin);
});

afterAll(async () => {
  await house.close();
  await Promise.all([plain.stop(), spatial.stop()]);
});

/** A database with what dumps have trouble with: keys, a view, a sequence, an owner and rights of its own. */
async function makeShop(name: string): Promise<number> {
  await plain.query('postgres', `CREATE DATABASE ${name}`);
  for (const statement of [
    'CREATE SCHEMA stock',
    'CREATE TABLE stock.items (id serial PRIMARY KEY, name text NOT NULL, price numeric(10,2), made timestamptz, tags text[])',
    `INSERT INTO stock.items (name, price, made, tags)
       SELECT 'item ' || i, i / 7.0, '2026-01-01'::timestamptz + i * interval '1 minute', ARRAY['a' || i, NULL, E'tab\\t"quote"']
         FROM generate_series(1, 10000) i`,
    'CREATE TABLE orders (id int PRIMARY KEY, item int REFERENCES stock.items)',
    'INSERT INTO orders SELECT i, i FROM generate_series(1, 1000) i',
    'CREATE VIEW cheap AS SELECT * FROM stock.items WHERE price < 10',
    'CREATE INDEX ON stock.items (name)',
    `DO $$ BEGIN CREATE ROLE shopkeeper; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    'ALTER TABLE orders OWNER TO shopkeeper',
    'GRANT SELECT ON cheap TO shopkeeper',
    `ALTER DATABASE ${name} SET work_mem TO '9MB'`,
    `REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`,
    `COMMENT ON DATABASE ${name} IS 'The shop'`,
    `ALTER DATABASE ${name} OWNER TO shopkeeper`,
  ])
    await plain.query(name, statement);
  return steps.register(plainConnection, name);
}

/** Everything in it, row by row, with owners and rights. */
async function contentsOf(server: TestServer, name: string) {
  const [items, orders, cheap, objects, database] = await Promise.all([
    server.query(name, 'SELECT * FROM stock.items ORDER BY id'),
    server.query(name, 'SELECT * FROM orders ORDER BY id'),
    server.query(name, 'SELECT count(*) FROM cheap'),
    server.query(
      name,
      `SELECT n.nspname, c.relname, c.relkind, pg_get_userbyid(c.relowner) AS owner, c.relacl::text
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('public', 'stock') ORDER BY 1, 2`,
    ),
    server.query(
      name,
      `SELECT pg_get_userbyid(datdba) AS owner, (SELECT array_agg(a::text ORDER BY a::text) FROM unnest(datacl) a) AS acl, shobj_description(d.oid, 'pg_database') AS comment,
              (SELECT setconfig::text FROM pg_db_role_setting WHERE setdatabase = d.oid) AS settings
         FROM pg_database d WHERE datname = current_database()`,
    ),
  ]);
  return { items, orders, cheap, objects, database };
}

describe('restoring into a new database', () => {
  test('POST /api/databases/{id}/restore with mode new makes a database with the same rows, owners and rights', async () => {
    const id = await makeShop('shop');
    const before = await contentsOf(plain, 'shop');
    expect(before.items).toHaveLength(10_000);
    const { result } = await steps.backUp(id);
    const { status, body } = await steps.restore(id, {
      artifact: result.artifact,
      mode: 'new',
      new_database_name: 'shop2',
    });
    expect([status, body]).toEqual([202, { database_id: expect.any(Number), job_id: expect.any(String) }]);
    const job = await steps.succeeded(body.job_id);
    expect(job).toMatchObject({
      kind: 'database.restore',
      title: 'Restore shop as shop2',
      result: { name: 'shop2', previous_database: null, not_carried_over: [] },
    });
    expect(await contentsOf(plain, 'shop2')).toEqual(before);
    expect(await contentsOf(plain, 'shop')).toEqual(before);
    const listed = await house.ask(admin, { path: `/api/databases/${body.database_id}` });
    expect(listed.body).toMatchObject({ name: 'shop2', state: 'ready' });
    const again = await steps.restore(id, {
      artifact: result.artifact,
      mode: 'new',
      new_database_name: 'shop2',
    });
    expect(again.status).toBe(409);
  });

  test('POST /api/databases/{id}/restore carries PostGIS, its tables and their index', async () => {
    await spatial.query('postgres', 'CREATE DATABASE places');
    for (const statement of [
      'CREATE EXTENSION postgis',
      'CREATE TABLE cities (id int PRIMARY KEY, geom geometry(Point, 4326))',
      'INSERT INTO cities SELECT i, ST_SetSRID(ST_MakePoint(i % 180, i % 90), 4326) FROM generate_series(1, 2000) i',
      'CREATE INDEX cities_geom ON cities USING gist (geom)',
    ])
      await spatial.query('places', statement);
    const id = await steps.register(spatialConnection, 'places');
    const { result } = await steps.backUp(id);
    const { body } = await steps.restore(id, {
      artifact: result.artifact,
      mode: 'new',
      new_database_name: 'places2',
    });
    await steps.succeeded(body.job_id);
    const select = 'SELECT id, ST_AsEWKT(geom) AS geom FROM cities ORDER BY id';
    expect(await spatial.query('places2', select)).toEqual(await spatial.query('places', select));
    expect(
      await spatial.query('places2', "SELECT 1 AS one FROM pg_indexes WHERE indexname = 'cities_geom'"),
    ).toEqual([{ one: 1 }]);
  });

  test.each(['template1', 'postgres', '', 'a=b', 'a;b', 'x'.repeat(64)])(
    'POST /api/databases/{id}/restore into the new database %j is 400',
    async (new_database_name) => {
      const id = (await house.ask(admin, { path: '/api/databases' })).body.find(
        ({ name }: any) => name === 'shop',
      ).id;
      const [{ artifact }] = (await house.ask(admin, { path: `/api/databases/${id}/backups` })).body;
      expect((await steps.restore(id, { artifact, mode: 'new', new_database_name })).status).toBe(400);
    },
  );
});

describe('restoring into the database itself', () => {
  let id: number;
  let artifact: string;
  let good: Awaited<ReturnType<typeof contentsOf>>;

  beforeAll(async () => {
    id = await makeShop('store');
    good = await contentsOf(plain, 'store');
    artifact = (await steps.backUp(id)).result.artifact;
  });

  const restore = (json: Record<string, unknown> = {}) => steps.restore(id, { artifact, ...json });
  const onDisk = () => join(house.config.backupRoot, artifact);

  test('POST /api/databases/{id}/restore puts the backup in its place and keeps what was there under another name', async () => {
    await plain.query('store', 'TRUNCATE stock.items CASCADE');
    await plain.query('store', 'CREATE TABLE regret AS SELECT 1 AS one');
    const { status, body } = await restore();
    expect([status, body.database_id]).toEqual([202, id]);
    const job = await steps.succeeded(body.job_id);
    const kept = job.result.previous_database;
    expect(kept).toMatch(/^store_before_\d{8}t\d{6}z$/);
    expect(await contentsOf(plain, 'store')).toEqual(good);
    expect(await plain.query(kept, 'SELECT * FROM regret')).toEqual([{ one: 1 }]);
    const { body: list } = await house.ask(admin, {
      path: `/api/databases?connection_id=${plainConnection}`,
    });
    const entry = list.find(({ name }: any) => name === kept);
    expect(entry).toMatchObject({ state: 'ready', purpose: expect.stringContaining('as it was before') });
    expect(list.find(({ name }: any) => name === 'store')).toMatchObject({ id, state: 'ready' });
  });

  test('POST /api/databases/{id}/restore of a database that was dropped on the server makes it again', async () => {
    await plain.query('postgres', 'DROP DATABASE store');
    const { body } = await restore();
    const job = await steps.succeeded(body.job_id);
    expect(job.result.previous_database).toBeNull();
    expect((await contentsOf(plain, 'store')).items).toEqual(good.items);
  });

  test('POST /api/databases/{id}/restore while somebody is connected fails with their number and changes nothing', async () => {
    const client = new pg.Client({ connectionString: plain.url('store') });
    await client.connect();
    const before = await databaseNames(plain);
    try {
      const { body } = await restore();
      const job = await house.ended(admin, body.job_id);
      expect(job.status).toBe('failed');
      expect(job.error).toContain('1 session is connected to "store"; nothing was changed');
      expect((await client.query('SELECT count(*)::int AS n FROM orders')).rows).toEqual([{ n: 1000 }]);
    } finally {
      await client.end();
    }
    expect(await databaseNames(plain)).toEqual(before);
  });

  test('POST /api/databases/{id}/restore of a backup that was damaged fails and leaves the database as it is', async () => {
    const before = await databaseNames(plain);
    const file = onDisk();
    const bytes = await readFile(file);
    const damages: [string, () => Promise<void>][] = [
      ['cut', () => writeFile(file, bytes.subarray(0, bytes.length - 5000))],
      ['longer', () => appendFile(file, 'more')],
      [
        'flipped',
        () => {
          const flipped = Buffer.from(bytes);
          flipped[bytes.length >> 1]! ^= 0xff;
          return writeFile(file, flipped);
        },
      ],
    ];
    for (const [damage, apply] of damages) {
      await apply();
      const { body } = await restore();
      const job = await house.ended(admin, body.job_id);
      expect([damage, job.status, job.error]).toEqual([
        damage,
        'failed',
        expect.stringContaining('not what it was when it was made'),
      ]);
      await writeFile(file, bytes);
    }
    expect(await databaseNames(plain)).toEqual(before);
    expect((await contentsOf(plain, 'store')).items).toEqual(good.items);
  });

  test('what pg_restore says of its failure is in the errors of the job, and nothing was changed', async () => {
    await plain.query('postgres', 'CREATE DATABASE fussy');
    await plain.query('postgres', 'CREATE ROLE passing');
    await plain.query('fussy', 'CREATE TABLE t AS SELECT 1 AS a');
    await plain.query('fussy', 'GRANT SELECT ON t TO passing');
    const fussy = await steps.register(plainConnection, 'fussy');
    const backup = (await steps.backUp(fussy)).result.artifact;
    await plain.query('fussy', 'REVOKE SELECT ON t FROM passing');
    await plain.query('postgres', 'DROP ROLE passing');
    const before = await databaseNames(plain);
    const { body } = await steps.restore(fussy, { artifact: backup });
    const job = await house.ended(admin, body.job_id);
    expect(job.status).toBe('failed');
    expect(job.errors).toHaveLength(1);
    expect(job.error).toMatch(/pg_restore ended with exit code 1: .*role "passing" does not exist/);
    expect(await databaseNames(plain)).toEqual(before);
    expect(await plain.query('fussy', 'SELECT a FROM t')).toEqual([{ a: 1 }]);
  });

  test('POST /api/databases/{id}/restore while a job works on the database is 409', async () => {
    const { rows } = await house.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload, run_after) VALUES ('database.backup', $1, now() + interval '1 hour') RETURNING id`,
      [JSON.stringify({ database_id: id, connection_id: plainConnection })],
    );
    expect((await restore()).status).toBe(409);
    await house.admin.query('DELETE FROM dbadmin.jobs WHERE id = $1', [rows[0].id]);
  });

  test('a backup that is being restored is not deleted: DELETE /api/databases/{id}/backups/{filename} is 409', async () => {
    const [{ filename }] = (await house.ask(admin, { path: `/api/databases/${id}/backups` })).body;
    const { rows: backups } = await house.admin.query('SELECT id FROM dbadmin.backups WHERE filename = $1', [
      filename,
    ]);
    const { rows } = await house.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload, run_after) VALUES ('database.restore', $1, now() + interval '1 hour') RETURNING id`,
      [JSON.stringify({ backup_id: Number(backups[0].id) })],
    );
    expect((await steps.ask(`/api/databases/${id}/backups/${filename}`, 'DELETE')).status).toBe(409);
    await house.admin.query('DELETE FROM dbadmin.jobs WHERE id = $1', [rows[0].id]);
  });

  test('POST /api/databases/{id}/restore is 403 for editors', async () => {
    const path = `/api/databases/${id}/restore`;
    expect((await house.ask(editor, { path, method: 'POST', json: { artifact } })).status).toBe(403);
  });

  test.each([
    ['the backup of another database', async () => foreign()],
    ['a path that climbs', async () => `${artifact}/../../x.dump`],
    ['the same path, spelled otherwise', async () => `./${artifact}`],
    ['the same absolute path, spelled otherwise', async () => onDisk().replace('/backups/', '/backups/./')],
    ['an absolute path elsewhere', async () => '/etc/passwd'],
    ['a sibling of the backup folder', async () => onDisk().replace('/backups/', '/backups-evil/')],
    ['a relative path to a sibling of the backup folder', async () => `../backups-evil/${artifact}`],
    ['a name alone', async () => 'store.dump'],
    ['a NUL', async () => `${artifact}\0`],
    ['nothing', async () => ''],
    ['an address', async () => 'https://example.org/x.dump'],
  ])('POST /api/databases/{id}/restore of %s is 400 and queues nothing', async (_what, given) => {
    const path = await given();
    const before = (await house.ask(admin, { path: '/api/jobs?limit=1' })).body[0]?.id;
    for (const json of [{ artifact: path }, { artifact: path, mode: 'new', new_database_name: 'stolen' }])
      expect((await steps.restore(id, json)).status).toBe(400);
    expect((await house.ask(admin, { path: '/api/jobs?limit=1' })).body[0]?.id).toBe(before);
  });

  async function foreign(): Promise<string> {
    const { body } = await house.ask(admin, { path: '/api/databases' });
    const other = body.find(({ name }: any) => name === 'fussy').id;
    return (await house.ask(admin, { path: `/api/databases/${other}/backups` })).body[0].artifact;
  }

  test('POST /api/databases/{id}/restore with another mode than existing or new is 400', async () => {
    expect((await restore({ mode: 'merge' })).status).toBe(400);
  });

  test('the backups of a dropped database are those of the next one of its name', async () => {
    const doomed = await makeShop('phoenix');
    const backup = (await steps.backUp(doomed)).result;
    const dropped = await steps.ask(`/api/databases/${doomed}`, 'DELETE', { confirm_name: 'phoenix' });
    expect((await steps.succeeded(dropped.body.job_id)).result.last_backup).toBe(backup.filename);
    const made = await steps.ask('/api/databases', 'POST', {
      connection_id: plainConnection,
      name: 'phoenix',
    });
    await steps.succeeded(made.body.job_id);
    const { body } = await steps.restore(made.body.database_id, { artifact: backup.artifact });
    await steps.succeeded(body.job_id);
    expect((await contentsOf(plain, 'phoenix')).items).toEqual(good.items);
  });
});
