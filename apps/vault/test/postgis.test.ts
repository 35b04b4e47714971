import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { geoJson } from './hostile.ts';
import { saveAddress } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import { startLoadVault } from './load-vault.ts';
import type { LoadVault } from './load-vault.ts';

let vault: LoadVault;

beforeAll(async () => {
  vault = await startLoadVault();
});

afterAll(() => vault.close());

test('POST /projects/{id}/upload with spatialdb_import returns 201 with the loaded tables', async () => {
  const { status, body } = await upload(vault.app, vault.ada, {
    file: 'countries.gpkg',
    fields: vault.fields(),
  });
  expect(status).toBe(201);
  expect(body.spatialdb).toMatchObject({
    success: true,
    schema: 'gis',
    mode: 'create',
    tables: [{ layer: 'countries', table: 'countries', rows: 241, srid: 4326 }],
  });
  expect(await vault.count('countries')).toBe(241);
  const audit = `SELECT actor_name, subject, details FROM vault.audit_events WHERE event = 'version.loaded'`;
  expect((await vault.app.admin.query(audit)).rows).toEqual([
    {
      actor_name: vault.ada.username,
      subject: 'countries',
      details: { version: 1, schema: 'gis', tables: ['countries'] },
    },
  ]);
});

test('POST /datasets/{name}/upload loads a zipped shapefile under the requested table name, and again with replace', async () => {
  await upload(vault.app, vault.ada, { file: 'rivers.zip' });
  const path = '/datasets/rivers/upload';
  const first = await upload(vault.app, vault.ada, {
    file: 'rivers.zip',
    path,
    fields: vault.fields({ spatialdb_table_name: 'water' }),
  });
  expect(first.body).toMatchObject({ unchanged: true, spatialdb: { success: true } });
  const rows = await vault.count('water');
  expect(rows).toBeGreaterThan(0);
  const replace = vault.fields({ spatialdb_table_name: 'water', spatialdb_mode: 'replace' });
  expect(
    (await upload(vault.app, vault.ada, { file: 'rivers.zip', path, fields: replace })).body.spatialdb
      ?.success,
  ).toBe(true);
  expect(await vault.count('water')).toBe(rows);
});

test('POST /projects/{id}/upload loads rows whose geometries PostGIS does not accept without them, and names features and reasons', async () => {
  const features = [
    [1, 2],
    [3, 4],
  ].map((position, i) => ({
    type: 'Feature',
    id: i + 1,
    properties: { name: `line ${i + 1}` },
    geometry: { type: 'LineString', coordinates: i === 0 ? [position, [5, 6]] : [position] },
  }));
  const { status, body } = await upload(vault.app, vault.ada, {
    fileName: 'lines.geojson',
    file: geoJson({ features }),
    fields: vault.fields(),
  });
  expect(status).toBe(201);
  const broken = { count: 1, features: [{ feature: 2, reason: 'it is a line of one point' }] };
  const tables = [{ layer: 'features', table: 'features', rows: 2, srid: 4326, broken_geometries: broken }];
  expect(body.spatialdb).toMatchObject({ success: true, tables });
  const { rows } = await vault.admin.query(
    'SELECT name, geom IS NULL AS empty FROM gis.features ORDER BY fid',
  );
  expect(rows).toEqual([
    { name: 'line 1', empty: false },
    { name: 'line 2', empty: true },
  ]);
  const { body: job } = await ask(vault.app, vault.ada, { path: `/api/jobs/${body.spatialdb?.job_id}` });
  expect(job.result).toMatchObject({ tables });
});

test('the version stays when the load fails, and the response has the remedy: table exists, no such database or schema, no server, no permission', async () => {
  const uploadTo = (dataset: string, fields: Record<string, string>) =>
    upload(vault.app, vault.ada, { file: geoJson(), fileName: 'a.geojson', dataset, fields });
  await uploadTo('a', vault.fields({ spatialdb_table_name: 'taken' }));
  const superuser = new URL(vault.app.database.adminUrl);
  const cases: { more: Record<string, string>; says: RegExp }[] = [
    { more: { spatialdb_table_name: 'taken' }, says: /already exists. Choose replace or append/ },
    { more: { spatialdb_dbname: 'absent' }, says: /no database "absent"/ },
    { more: { spatialdb_schema: 'absent' }, says: /no schema "absent"/ },
    { more: { spatialdb_port: '1' }, says: /No database responds at/ },
    { more: { spatialdb_schema: 'pg_catalog' }, says: /belongs to PostgreSQL/ },
    {
      more: { spatialdb_schema: 'public', spatialdb_table_name: 'x', spatialdb_user: vault.connection.user },
      says: /lacks the privilege/,
    },
    {
      more: {
        spatialdb_user: decodeURIComponent(superuser.username),
        spatialdb_password: decodeURIComponent(superuser.password),
      },
      says: /which is a superuser.*Have an administrator create a login/,
    },
  ];
  for (const [i, { more, says }] of cases.entries()) {
    const { status, body } = await uploadTo(`b${i}`, vault.fields(more));
    expect(status).toBe(201);
    expect(body.spatialdb).toMatchObject({ success: false, error: expect.stringMatching(says) });
    expect(body.version).toBe(1);
  }
});

test('a raster is stored, and the response says that rasters are not loaded', async () => {
  const { status, body } = await upload(vault.app, vault.ada, {
    file: 'elevation.tif',
    fields: vault.fields(),
  });
  expect(status).toBe(201);
  expect(body.spatialdb).toMatchObject({
    success: false,
    error: expect.stringMatching(/Rasters are not loaded/),
  });
});

test.each([
  ['no host', { spatialdb_host: '' }],
  ['a socket path as host', { spatialdb_host: '/var/run/postgresql' }],
  ['several hosts', { spatialdb_host: 'a,b' }],
  ['a port that is not a number', { spatialdb_port: '5432;' }],
  ['an unknown mode', { spatialdb_mode: 'truncate' }],
  ['an unknown sslmode', { spatialdb_sslmode: 'allow' }],
  ['a new database', { spatialdb_destination: 'new', spatialdb_new_database_name: 'x' }],
  ['a connection that is not a number', { spatialdb_connection_id: '1 OR 1=1' }],
])('spatialdb fields with %s return 400 and store nothing', async (_, more) => {
  const before = [await vault.app.rows('versions'), (await vault.app.stored()).objects.length];
  const { status, body } = await upload(vault.app, vault.ada, {
    file: 'countries.gpkg',
    fields: vault.fields(more as Record<string, string>),
  });
  expect(status).toBe(400);
  expect(body.error).toMatch(/spatialdb|database/);
  expect([await vault.app.rows('versions'), (await vault.app.stored()).objects.length]).toEqual(before);
});

test('a load uses a saved connection by its id', async () => {
  const saved = {
    spatialdb_import: '1',
    spatialdb_connection_id: String(await saveAddress(vault.app, vault.address)),
    spatialdb_schema: 'gis',
    spatialdb_table_name: 'saved',
  };
  const { body } = await upload(vault.app, vault.ada, { file: 'countries.gpkg', fields: saved });
  expect(body.spatialdb).toMatchObject({ success: true });
  expect(await vault.count('saved')).toBe(241);
  const other = await upload(vault.app, vault.ada, {
    file: 'countries.gpkg',
    fields: { ...saved, spatialdb_connection_id: '999999' },
  });
  expect(other.body.spatialdb).toMatchObject({
    success: false,
    error: expect.stringMatching(/no saved connection/),
  });
});

test('a load rejects a private address unless the operator allows its network', async () => {
  const closed = await startTestVault({ inspects: false });
  const busy = closed.work();
  try {
    const bob = await closed.signUp({ username: 'bob' });
    const { body } = await upload(closed, bob, {
      file: 'countries.gpkg',
      fields: vault.fields({ spatialdb_table_name: 'never' }),
    });
    expect(body.spatialdb).toMatchObject({
      success: false,
      error: expect.stringMatching(/private or reserved network/),
    });
  } finally {
    await busy.stop();
    await closed.close();
  }
});
