import { afterAll, describe, expect, test } from '@jest/globals';
import { asking } from './asking.ts';
import { startOnTestServer } from './test-app.ts';
import { contentsOf, createShop } from './shop.ts';

const { app, server, admin, connection, close } = await startOnTestServer();
const steps = asking(app, admin);

afterAll(close);

describe('restoring into a new database', () => {
  test('POST /api/databases/{id}/restore with mode new makes a database with the same rows, owners and rights', async () => {
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
      title: 'Restore shop as shop2',
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

  test('POST /api/databases/{id}/restore carries PostGIS, its tables and their index', async () => {
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
    'POST /api/databases/{id}/restore into the new database %j is 400',
    async (new_database_name) => {
      const id = (await app.ask(admin, { path: '/api/databases' })).body.find(
        ({ name }: any) => name === 'shop',
      ).id;
      const [{ artifact }] = (await app.ask(admin, { path: `/api/databases/${id}/backups` })).body;
      expect((await steps.restore(id, { artifact, mode: 'new', new_database_name })).status).toBe(400);
    },
  );
});
