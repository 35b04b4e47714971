import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createAuth } from '@cairn/auth';
import { runForPerson } from '@cairn/service';
import { createTestDatabase, until } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { createSavedConnections } from '../src/features/connections/saved-connections.ts';
import { createTableSource } from '../src/features/rows/tables/table-source.ts';
import { findVersion } from '../src/features/versions/repo.ts';
import type { Version } from '../src/features/versions/types.ts';
import { ask } from './client.ts';
import { registerWells, saveConnection } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let target: TestDatabase;
let gis: pg.Client;
let id: number;

beforeAll(async () => {
  target = await createTestDatabase();
  gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  app = await startTestVault();
  id = await saveConnection(app, target.adminUrl);
});

afterAll(async () => {
  await gis.end();
  await app.close();
  await target.drop();
});

const readOne = (client: pg.ClientBase) => client.query('SELECT 1');

async function sessions(): Promise<number> {
  const { rows } = await gis.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE application_name = 'cairn vault' AND datname = current_database()`,
  );
  return rows[0].n;
}

test('a saved connection is removed from the pool when its last session has ended', async () => {
  const saved = createSavedConnections({ ...app.context, idleMs: 50 });
  await Promise.all([saved.use(id, readOne), saved.use(id, readOne)]);
  expect(saved.size()).toBe(1);
  await until('the connection is forgotten', () => saved.size() === 0);
  expect(await sessions()).toBe(0);
  await saved.use(id, readOne);
  expect(saved.size()).toBe(1);
  await saved.close();
});

test('the sessions of a former login end as soon as the connection is used with another one', async () => {
  const saved = createSavedConnections(app.context);
  await saved.use(id, readOne);
  await app.admin.query(`UPDATE vault.connections SET sslmode = 'prefer' WHERE id = $1`, [id]);
  const { promise: read, resolve: finish } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const slow = saved.use(id, async () => {
    begin();
    await read;
  });
  await begun;
  await until('the first session ends', async () => (await sessions()) === 1);
  await app.admin.query(`UPDATE vault.connections SET sslmode = 'disable' WHERE id = $1`, [id]);
  await saved.use(id, readOne);
  expect([await sessions(), saved.size()]).toEqual([2, 1]);
  finish();
  await slow;
  await until('the session that was in use ends too', async () => (await sessions()) === 1);
  await saved.close();
});

test('POST /api/datasets/register returns 403 to one of two users who register the same table concurrently', async () => {
  await gis.query(
    'CREATE TABLE springs (id serial PRIMARY KEY, geom geometry(Point, 4326)); GRANT ALL ON springs TO vault',
  );
  const [ada, bob] = [await app.signUp({ username: 'ada' }), await app.signUp({ username: 'bob' })];
  // Versions can be read and not written: both calls get as far as they can.
  const blocker = await app.admin.connect();
  await blocker.query('BEGIN; LOCK TABLE vault.versions IN SHARE MODE');
  const calls = [ada, bob].map((person) =>
    ask(app, person, {
      path: '/api/datasets/register',
      method: 'POST',
      json: {
        name: `of ${person.username}`,
        connection_id: id,
        table_name: 'springs',
        geometry_column: 'geom',
      },
    }),
  );
  await until('both calls wait for a lock', async () => {
    const { rowCount } = await app.admin.query(
      'SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
    );
    return rowCount === 2;
  });
  await blocker.query('ROLLBACK');
  blocker.release();
  const answers = (await Promise.all(calls)).toSorted((a, b) => a.status - b.status);
  expect(answers.map(({ status }) => status)).toEqual([201, 403]);
  expect(answers[1]!.body.error).toMatch(/public\.springs belongs to a dataset that you may not edit/);
  const { rows } = await app.admin.query('SELECT name FROM vault.datasets');
  expect(rows).toEqual([{ name: answers[0]!.body.dataset }]);
});

describe('the rows of a table whose connection belongs to a user who may not edit databases', () => {
  const CAPABILITY = '/datasets/wells/versions/1/edit/capability';
  let eve: Person;
  let version: Version;

  beforeAll(async () => {
    eve = await app.signUp({ username: 'eve' });
    const { rows } = await app.admin.query(
      `INSERT INTO vault.connections (name, host, port, database_name, username, sealed_password, sslmode, owner_id)
       SELECT 'of eve', host, port, database_name, username, sealed_password, sslmode, $2
         FROM vault.connections WHERE id = $1 RETURNING id`,
      [id, eve.id],
    );
    await gis.query(`CREATE TABLE wells (id serial PRIMARY KEY, geom geometry(Point, 4326));
      GRANT ALL ON wells TO vault`);
    await registerWells(app, eve, Number(rows[0].id));
    await app.grantToPublic({ on: 'vault', resourceType: 'service' });
    await app.grantToPublic({ on: 'wells' });
    version = (await findVersion(app.context.db, await app.idOf('wells'), 1))!;
  });

  const asUser = <T>(work: () => Promise<T>) => runForPerson({ name: 'user eve', isVisitor: false }, work);
  const change = { layer: undefined, author: { id: null, username: null } };

  test('GET …/edit/capability returns the reason to signed-in users only', async () => {
    const reason = expect.stringMatching(/may no longer edit databases/);
    expect((await ask(app, eve, { path: CAPABILITY })).body).toMatchObject({ editable: false, reason });
    const { status, body } = await ask(app, null, { path: CAPABILITY });
    expect([status, body.reason]).toEqual([200, undefined]);
  });

  test('can be read without a database of the portal, and not changed', async () => {
    const { db, config, connections } = app.context;
    const auth = createAuth({
      serviceSecret: config.serviceSecret,
      serviceName: 'vault',
      acceptTokens: false,
    });
    const source = createTableSource({ db, auth, connections });
    const schema = await asUser(() => source.schema(version, undefined));
    expect([schema.key, schema.reason]).toEqual(['id', null]);
    await expect(
      asUser(() => source.remove({ version, ...change }, { key: '1', hash: undefined })),
    ).rejects.toMatchObject({ code: 'auth.not_configured' });
    await auth.close();
  });

  test('occupy no session while the portal is asked for the reason', async () => {
    const { db, auth, connections } = app.context;
    const source = createTableSource({ db, auth, connections });
    const client = await app.admin.connect();
    try {
      // A query of the view waits until this transaction ends.
      await client.query('BEGIN; ALTER VIEW portal.auth_users RENAME TO auth_users_renamed');
      const read = asUser(() => source.schema(version, undefined));
      await until('the query of the view waits', async () => {
        const { rowCount } = await client.query(
          `SELECT FROM pg_locks WHERE NOT granted AND relation = 'portal.auth_users_renamed'::regclass`,
        );
        return rowCount === 1;
      });
      const { rows } = await gis.query(
        `SELECT state FROM pg_stat_activity
          WHERE application_name = 'cairn vault' AND datname = current_database() AND state <> 'idle'`,
      );
      expect(rows).toEqual([]);
      await client.query('ROLLBACK');
      expect((await read).reason).toMatch(/may no longer edit databases/);
    } finally {
      client.release(true);
    }
  });
});
