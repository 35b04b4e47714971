import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { asking, databaseNames } from './asking.ts';
import { startOnTestServer } from './test-app.ts';
import { contentsOf, createShop } from './shop.ts';

const { app, server, admin, editor, connection, close } = await startOnTestServer();
const steps = asking(app, admin);

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

  test('POST /api/databases/{id}/restore puts the backup in its place and keeps what was there under another name', async () => {
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

  test('POST /api/databases/{id}/restore while a session is open fails with the number of sessions and changes nothing', async () => {
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

  test('POST /api/databases/{id}/restore of a backup that was damaged fails and leaves the database as it is', async () => {
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

  test('what pg_restore says of its failure is in the errors of the job, and nothing was changed', async () => {
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

  test('POST /api/databases/{id}/restore while a job works on the database is 409', async () => {
    const { rows } = await app.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload, run_after) VALUES ('database.backup', $1, now() + interval '1 hour') RETURNING id`,
      [JSON.stringify({ database_id: id, connection_id: connection })],
    );
    expect((await restore()).status).toBe(409);
    await app.admin.query('DELETE FROM dbadmin.jobs WHERE id = $1', [rows[0].id]);
  });

  test('a backup that is being restored is not deleted: DELETE /api/databases/{id}/backups/{filename} is 409', async () => {
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

  test('POST /api/databases/{id}/restore is 403 for editors', async () => {
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
  ])('POST /api/databases/{id}/restore of %s is 400 and queues nothing', async (_what, given) => {
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

  test('POST /api/databases/{id}/restore with another mode than existing or new is 400', async () => {
    expect((await restore({ mode: 'merge' })).status).toBe(400);
  });

  test('the backups of a dropped database are those of the next one of its name', async () => {
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
