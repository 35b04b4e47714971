import { afterAll, beforeEach, expect, test } from '@jest/globals';
import type { Answer } from '@cairn/testing';
import { runHousekeeping } from '../src/housekeeping.ts';
import { ATTACKS_ON_MAPS, openHostileDatabase } from './hostile-database.ts';
import { geoJson, sendFile } from './import-files.ts';

const { app, server, admin, connection, database, isSuperuser, post, close } = await openHostileDatabase();

afterAll(close);
beforeEach(() => server.query('postgres', 'ALTER ROLE mallory NOSUPERUSER'));

test.each([
  '/api/databases',
  '/api/databases/{id}',
  '/api/databases/{id}/schemas',
  '/api/databases/{id}/tables',
  '/api/databases/{id}/extents',
  '/api/connections/{connection}/databases',
  '/api/connections/{connection}/overview',
  '/api/connections/{connection}/pg-users',
  '/api/connections/{connection}/pg-users/mallory/access',
  '/api/connections/{connection}/pg-users/mallory/owned',
  '/api/settings?connection_id={connection}',
])('GET %s runs no code of the owner of a database', async (template) => {
  const path = template.replace('{id}', String(database)).replace('{connection}', String(connection));
  const { status } = await app.ask(admin, { path });
  // Lists and pages of databases query their contents after the response.
  if (/^\/api\/databases(\/\{id\})?$/.test(template)) await new Promise((done) => setTimeout(done, 300));
  expect([status, await isSuperuser()]).toEqual([200, false]);
});

test('GET /api/databases/{id}/extents runs no code that owners put into tables or beside PostGIS', async () => {
  const viewer = await app.signUp({ username: 'viewer', service: 'view' });
  await server.query('gis', `SET ROLE mallory; ${ATTACKS_ON_MAPS}`);
  const { status, body } = await app.ask(viewer, {
    path: `/api/databases/${database}/extents?schema=maps`,
  });
  expect([status, await isSuperuser()]).toEqual([200, false]);
  const common = { schema: 'maps', column: 'g', exact: true };
  expect(body).toEqual([
    { ...common, table: 'part', extent: [9, 45, 9, 45].map(near) },
    { ...common, table: 'parts', extent: [9, 45, 9, 45].map(near) },
    { ...common, table: 'planned', extent: [7, 46, 8, 47].map(near) },
  ]);
});

const near = (value: number) => expect.closeTo(value, 9);

test('sweeping a server runs no code of other roles', async () => {
  await runHousekeeping(app.context);
  expect(await isSuperuser()).toBe(false);
});

test.each(['backup', 'clone', 'import', 'grant'])('a %s runs no code of other roles', async (what) => {
  const requests: Record<string, () => Promise<Answer>> = {
    backup: () => post('backup', {}),
    clone: () => post('clone', { name: 'gis_copy' }),
    grant: () => post('access', { role_name: 'mallory', level: 'readonly' }),
    async import() {
      const file = await sendFile(app, admin, { database, name: 'places.geojson', bytes: geoJson(3) });
      return post('import', {
        source_path: file.body.source_path,
        table_name: 'places',
        srid_policy: 'EPSG:3857',
      });
    },
  };
  const { status, body } = await requests[what]!();
  expect([200, 201, 202]).toContain(status);
  if (body.job_id) expect(await app.ended(admin, body.job_id)).toMatchObject({ status: 'succeeded' });
  expect(await isSuperuser()).toBe(false);
});

test('settings that the owner of a database applies to all sessions do not affect dbadmin', async () => {
  await server.query('postgres', 'CREATE DATABASE steered OWNER mallory');
  await server.query(
    'steered',
    'CREATE EXTENSION postgis; CREATE TABLE secret AS SELECT 1 AS one; SET ROLE mallory',
  );
  for (const setting of ['role = mallory', 'default_transaction_read_only = on', 'search_path = public'])
    await server.query(
      'postgres',
      `SET SESSION AUTHORIZATION mallory; ALTER DATABASE steered SET ${setting}`,
    );
  const path = `/api/connections/${connection}/databases`;
  const { id } = (await app.ask(admin, { path, method: 'POST', json: { name: 'steered' } })).body;
  const post = (rest: string, json: unknown) =>
    app.ask(admin, { path: `/api/databases/${id}/${rest}`, method: 'POST', json });
  const file = await sendFile(app, admin, { database: id, name: 'places.geojson', bytes: geoJson(3) });
  const imported = await post('import', { source_path: file.body.source_path, table_name: 'places' });
  for (const { body } of [imported, await post('backup', {})])
    expect(await app.ended(admin, body.job_id)).toMatchObject({ status: 'succeeded' });
  const [{ owner }] = await server.query(
    'steered',
    `SELECT pg_get_userbyid(relowner) AS owner FROM pg_catalog.pg_class WHERE relname = 'places'`,
  );
  expect(owner).toBe('postgres');
});
