import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { jobRequests, databaseNames } from './job-requests.ts';
import { startOnTestServer } from './test-app.ts';
import { contentsOf, createShop } from './sample-database.ts';

const { app, server, admin, editor, connection, close } = await startOnTestServer();
const steps = jobRequests(app, admin);

afterAll(close);

async function registerShop(name: string): Promise<number> {
  await createShop(server, name);
  return steps.register(connection, name);
}

describe('restoring into the database itself', () => {
  let id: number;
  let artifact: string;
  let good: Awaited<ReturnType<typeof contentsOf>>;

  beforeAll(async () => {
    id = await registerShop('store');
    good = await contentsOf(server, 'store');
    artifact = (await steps.backUp(id)).result.artifact;
  });

  const restore = (json: Record<string, unknown> = {}) => steps.restore(id, { artifact, ...json });
  const onDisk = () => join(app.config.backupRoot, artifact);

  test('POST /api/databases/{id}/restore replaces the database and keeps the previous one under another name', async () => {
    await server.query('store', 'TRUNCATE stock.items CASCADE');
    await server.query('store', 'CREATE TABLE regret AS SELECT 1 AS one');
    const { status, body } = await restore();
    expect([status, body.database_id]).toEqual([202, id]);
    const job = await steps.succeeded(body.job_id);
    const kept = job.result.previous_database;
    expect(kept).toMatch(/^store_before_\d{8}t\d{6}z$/);
    expect(await contentsOf(server, 'store')).toEqual(good);
    expect(await server.query(kept, 'SELECT * FROM regret')).toEqual([{ one: 1 }]);
    const { body: list } = await app.ask(admin, {
      path: `/api/databases?connection_id=${connection}`,
    });
    const entry = list.find(({ name }: any) => name === kept);
    expect(entry).toMatchObject({ state: 'ready', purpose: expect.stringContaining('as it was before') });
    expect(list.find(({ name }: any) => name === 'store')).toMatchObject({ id, state: 'ready' });
  });

  test('POST /api/databases/{id}/restore of a database that was dropped on the server creates it again', async () => {
    await server.query('postgres', 'DROP DATABASE store');
    const { body } = await restore();
    const job = await steps.succeeded(body.job_id);
    expect(job.result.previous_database).toBeNull();
    expect((await contentsOf(server, 'store')).items).toEqual(good.items);
  });

  test('POST /api/databases/{id}/restore fails while sessions are open, with their number, and changes nothing', async () => {
    const client = new pg.Client({ connectionString: server.url('store') });
    await client.connect();
    const before = await databaseNames(server);
    try {
      const { body } = await restore();
      const job = await app.ended(admin, body.job_id);
      expect(job.status).toBe('failed');
      expect(job.error).toContain('1 session is connected to "store". Nothing was changed');
      expect((await client.query('SELECT count(*)::int AS n FROM orders')).rows).toEqual([{ n: 1000 }]);
    } finally {
      await client.end();
    }
    expect(await databaseNames(server)).toEqual(before);
  });

  test('POST /api/databases/{id}/restore of a damaged backup fails and leaves the database unchanged', async () => {
    const before = await databaseNames(server);
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
      const job = await app.ended(admin, body.job_id);
      expect([damage, job.status, job.error]).toEqual([
        damage,
        'failed',
        expect.stringContaining('has changed since it was created'),
      ]);
      await writeFile(file, bytes);
    }
    expect(await databaseNames(server)).toEqual(before);
    expect((await contentsOf(server, 'store')).items).toEqual(good.items);
  });

  test('the error of pg_restore is in the errors of the job, and nothing is changed', async () => {
    await server.query('postgres', 'CREATE DATABASE fussy');
    await server.query('postgres', 'CREATE ROLE passing');
    await server.query('fussy', 'CREATE TABLE t AS SELECT 1 AS a');
    await server.query('fussy', 'GRANT SELECT ON t TO passing');
    const fussy = await steps.register(connection, 'fussy');
    const backup = (await steps.backUp(fussy)).result.artifact;
    await server.query('fussy', 'REVOKE SELECT ON t FROM passing');
    await server.query('postgres', 'DROP ROLE passing');
    const before = await databaseNames(server);
    const { body } = await steps.restore(fussy, { artifact: backup });
    const job = await app.ended(admin, body.job_id);
    expect(job.status).toBe('failed');
    expect(job.errors).toHaveLength(1);
    expect(job.error).toMatch(/pg_restore ended with exit code 1: .*role "passing" does not exist/);
    expect(await databaseNames(server)).toEqual(before);
    expect(await server.query('fussy', 'SELECT a FROM t')).toEqual([{ a: 1 }]);
  });

  test('POST /api/databases/{id}/restore returns 409 while a job works on the database', async () => {
    const { rows } = await app.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload, run_after) VALUES ('database.backup', $1, now() + interval '1 hour') RETURNING id`,
      [JSON.stringify({ database_id: id, connection_id: connection })],
    );
    expect((await restore()).status).toBe(409);
    await app.admin.query('DELETE FROM dbadmin.jobs WHERE id = $1', [rows[0].id]);
  });

  test('DELETE /api/databases/{id}/backups/{filename} returns 409 while the backup is being restored', async () => {
    const [{ filename }] = (await app.ask(admin, { path: `/api/databases/${id}/backups` })).body;
    const { rows: backups } = await app.admin.query('SELECT id FROM dbadmin.backups WHERE filename = $1', [
      filename,
    ]);
    const { rows } = await app.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload, run_after) VALUES ('database.restore', $1, now() + interval '1 hour') RETURNING id`,
      [JSON.stringify({ backup_id: Number(backups[0].id) })],
    );
    expect((await steps.ask(`/api/databases/${id}/backups/${filename}`, 'DELETE')).status).toBe(409);
    await app.admin.query('DELETE FROM dbadmin.jobs WHERE id = $1', [rows[0].id]);
  });

  test('POST /api/databases/{id}/restore returns 403 for editors', async () => {
    const path = `/api/databases/${id}/restore`;
    expect((await app.ask(editor, { path, method: 'POST', json: { artifact } })).status).toBe(403);
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
  ])('POST /api/databases/{id}/restore of %s returns 400 and enqueues nothing', async (_what, given) => {
    const path = await given();
    const before = (await app.ask(admin, { path: '/api/jobs?limit=1' })).body[0]?.id;
    for (const json of [{ artifact: path }, { artifact: path, mode: 'new', new_database_name: 'stolen' }])
      expect((await steps.restore(id, json)).status).toBe(400);
    expect((await app.ask(admin, { path: '/api/jobs?limit=1' })).body[0]?.id).toBe(before);
  });

  async function foreign(): Promise<string> {
    const { body } = await app.ask(admin, { path: '/api/databases' });
    const other = body.find(({ name }: any) => name === 'fussy').id;
    return (await app.ask(admin, { path: `/api/databases/${other}/backups` })).body[0].artifact;
  }

  test('POST /api/databases/{id}/restore with a mode other than existing or new returns 400', async () => {
    expect((await restore({ mode: 'merge' })).status).toBe(400);
  });

  test('the backups of a dropped database belong to the next one with its name', async () => {
    const doomed = await registerShop('phoenix');
    const backup = (await steps.backUp(doomed)).result;
    const dropped = await steps.ask(`/api/databases/${doomed}`, 'DELETE', { confirm_name: 'phoenix' });
    expect((await steps.succeeded(dropped.body.job_id)).result.last_backup).toBe(backup.filename);
    const next = await steps.create(connection, 'phoenix');
    const { body } = await steps.restore(next, { artifact: backup.artifact });
    await steps.succeeded(body.job_id);
    expect((await contentsOf(server, 'phoenix')).items).toEqual(good.items);
  });
});

describe('restoring into a new database', () => {
  test('POST /api/databases/{id}/restore with mode new creates a database with the same rows, owners and privileges', async () => {
    await createShop(server, 'shop');
    const id = await steps.register(connection, 'shop');
    const before = await contentsOf(server, 'shop');
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
      title: 'Restore shop to shop2',
      result: { name: 'shop2', previous_database: null, not_carried_over: [] },
    });
    expect(await contentsOf(server, 'shop2')).toEqual(before);
    expect(await contentsOf(server, 'shop')).toEqual(before);
    const listed = await app.ask(admin, { path: `/api/databases/${body.database_id}` });
    expect(listed.body).toMatchObject({ name: 'shop2', state: 'ready' });
    const again = await steps.restore(id, {
      artifact: result.artifact,
      mode: 'new',
      new_database_name: 'shop2',
    });
    expect(again.status).toBe(409);
  });

  test('POST /api/databases/{id}/restore restores PostGIS, its tables and their index', async () => {
    await server.query('postgres', 'CREATE DATABASE places');
    for (const statement of [
      'CREATE EXTENSION postgis',
      'CREATE TABLE cities (id int PRIMARY KEY, geom geometry(Point, 4326))',
      'INSERT INTO cities SELECT i, ST_SetSRID(ST_MakePoint(i % 180, i % 90), 4326) FROM generate_series(1, 2000) i',
      'CREATE INDEX cities_geom ON cities USING gist (geom)',
    ])
      await server.query('places', statement);
    const id = await steps.register(connection, 'places');
    const { result } = await steps.backUp(id);
    const { body } = await steps.restore(id, {
      artifact: result.artifact,
      mode: 'new',
      new_database_name: 'places2',
    });
    await steps.succeeded(body.job_id);
    const select = 'SELECT id, ST_AsEWKT(geom) AS geom FROM cities ORDER BY id';
    expect(await server.query('places2', select)).toEqual(await server.query('places', select));
    expect(
      await server.query('places2', "SELECT 1 AS one FROM pg_indexes WHERE indexname = 'cities_geom'"),
    ).toEqual([{ one: 1 }]);
  });

  test.each(['template1', 'postgres', '', 'a=b', 'a;b', 'x'.repeat(64)])(
    'POST /api/databases/{id}/restore into the new database %j returns 400',
    async (new_database_name) => {
      const id = (await app.ask(admin, { path: '/api/databases' })).body.find(
        ({ name }: any) => name === 'shop',
      ).id;
      const [{ artifact }] = (await app.ask(admin, { path: `/api/databases/${id}/backups` })).body;
      expect((await steps.restore(id, { artifact, mode: 'new', new_database_name })).status).toBe(400);
    },
  );
});
