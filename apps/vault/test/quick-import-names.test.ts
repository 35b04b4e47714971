import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { bodyOf } from '@cairn/testing';
import { ask, traces } from './client.ts';
import { alteredGeopackage, feature, geoJson, HOSTILE_NAMES } from './hostile.ts';
import type { Bytes } from './hostile.ts';
import { startLoadVault } from './load-vault.ts';
import type { LoadVault } from './load-vault.ts';
import { openServer } from './outbound.ts';

let vault: LoadVault;
/** Returns a GeoJSON file with one point for every address. */
let server: Awaited<ReturnType<typeof openServer>>;

beforeAll(async () => {
  vault = await startLoadVault();
  server = await openServer((_req, res) => void res.end(geoJson()));
});
beforeEach(async () => {
  server.requests.length = 0;
  await vault.admin.query('CREATE TABLE gis.keep (n int)');
});
afterEach(async () => {
  expect(await vault.count('keep')).toBe(0);
  await vault.app.context.quickImports.deleteEnded();
  const { jobs: _jobs, ...left } = await traces(vault.app);
  expect(left).toEqual({ datasets: 0, versions: 0, objects: 0, incoming: 0, work: 0 });
  const { rows } = await vault.admin.query(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'gis'`,
  );
  for (const { name } of rows) await vault.admin.query(`DROP TABLE gis.${pg.escapeIdentifier(name)}`);
});
afterAll(async () => {
  await server.close();
  await vault.close();
});

const PATH = '/api/quick-import';
/** The destination, and where in it. */
function into(table: string, schema = 'gis'): Record<string, string> {
  const { spatialdb_import: _import, spatialdb_schema: _schema, ...destination } = vault.fields();
  return { ...destination, schema, table_name: table };
}
const load = (json: Record<string, unknown>) =>
  ask(vault.app, vault.ada, { path: PATH, method: 'POST', json });

async function send(fileName: string, bytes: Bytes) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ source_type: 'upload', ...into('') })) form.set(name, value);
  form.set('file', new Blob([bytes]), fileName);
  const headers = { cookie: vault.ada.cookie };
  const response = await fetch(vault.app.url + PATH, { method: 'POST', body: form, headers });
  return { status: response.status, body: await bodyOf(response) };
}

/** SQL of a layer of this name with one point, in a GeoPackage. */
function layerSql(name: string): string {
  const [table, text] = [`"${name.replaceAll('"', '""')}"`, `'${name.replaceAll("'", "''")}'`];
  return `CREATE TABLE ${table} (fid INTEGER PRIMARY KEY, geom BLOB);
    INSERT INTO ${table} VALUES (1, x'47500001e61000000101000000000000000000f03f0000000000000040');
    INSERT INTO gpkg_contents (table_name, data_type, srs_id) VALUES (${text}, 'features', 4326);
    INSERT INTO gpkg_geometry_columns VALUES (${text}, 'geom', 'POINT', 4326, 0, 0);`;
}

/** A load of a GeoJSON file of this name, by each kind of source. */
const BY_NAME: Record<string, (name: string) => Promise<{ status: number; body: any }>> = {
  url: (name) =>
    load({
      source_type: 'url',
      url: `${server.url}/maps/${encodeURIComponent(name)}.geojson`,
      ...into(''),
    }),
  s3: (name) =>
    load({
      source_type: 's3',
      s3_bucket: 'maps',
      s3_key: `${name}.geojson`,
      s3_endpoint: server.url,
      ...into(''),
    }),
  upload: (name) => send(`${name}.geojson`, geoJson()),
};

/** By what is hostile about the name of the file: the table, or the status when it cannot be loaded. */
const TABLES = {
  quotes: 'it_s_q_b_x_',
  slashes: 'c',
  'parent folders': 'passwd',
  'control characters': 'tablinebell',
  SQL: 'x_drop_table_gis_keep_',
  'percent-encoding': '_2e_2e_2f_00_27',
  '300 characters': 'n'.repeat(63),
  capitals: 409,
};

test.each([
  ['url', {}],
  ['s3', { 'parent folders': 400 }],
  ['upload', { 'control characters': 400, '300 characters': 400 }],
])('POST /api/quick-import with %s takes a hostile file name as a name', async (kind, differing) => {
  const loaded = Object.entries(HOSTILE_NAMES).map(async ([what, name]) => {
    const { status, body } = await BY_NAME[kind]!(name);
    expect([what, typeof (body.error ?? '')]).toEqual([what, 'string']);
    return [what, status === 201 ? body.tables[0].table : status];
  });
  const tables = Object.fromEntries(await Promise.all(loaded));
  expect(tables).toEqual({ ...TABLES, ...differing });
  // Each name is one segment of the path, or the key below its bucket.
  const asked = server.requests.map(({ url }) => decodeURIComponent(url.slice('/maps/'.length)));
  const names = Object.values(HOSTILE_NAMES).filter((name) => kind === 'url' || !name.startsWith('..'));
  expect(asked.toSorted()).toEqual(
    kind === 'upload' ? [] : names.map((name) => `${name}.geojson`).toSorted(),
  );
});

test('POST /api/quick-import takes hostile names of tables and schemas as names', async () => {
  const url = `${server.url}/points.geojson`;
  for (const [what, name] of Object.entries(HOSTILE_NAMES)) {
    const isPossible = name.length < 64 && !/\p{Cc}/u.test(name);
    if (isPossible) {
      const owner = vault.connection.user;
      await vault.admin.query(`CREATE SCHEMA ${pg.escapeIdentifier(name)} AUTHORIZATION ${owner}`);
    }
    const fields = into(name, name);
    const { status, body } = await load({ source_type: 'url', url, ...fields });
    if (!isPossible) {
      expect([what, status, body.error]).toEqual([what, 400, expect.stringContaining('1 to 63 bytes')]);
      continue;
    }
    expect([what, status, body.tables?.[0].table, body.schema]).toEqual([what, 201, name, name]);
    const loaded = `${pg.escapeIdentifier(name)}.${pg.escapeIdentifier(name)}`;
    expect((await vault.admin.query(`SELECT a FROM ${loaded}`)).rows).toEqual([{ a: 1 }]);
    await vault.admin.query(`DROP SCHEMA ${pg.escapeIdentifier(name)} CASCADE`);
  }
});

test('POST /api/quick-import takes hostile names of layers and columns as names', async () => {
  const names = Object.values(HOSTILE_NAMES);
  const properties = Object.fromEntries([...names, 'KEEP', 'keep'].map((name, i) => [name, i]));
  const columns = geoJson({ features: [{ ...feature, properties }] });
  expect((await send('columns.geojson', columns)).status).toBe(201);
  const { rows } = await vault.admin.query('SELECT * FROM gis.columns');
  expect(rows).toEqual([
    {
      ...{ fid: '1', it_s_q_b_x_: 0, a_b_c: 1, _etc_passwd: 2, tab_line_bell_: 3, x_drop_table_gis_keep_: 4 },
      ...{ _2e_2e_2f_00_27: 5, ['n'.repeat(63)]: 6, keep: 7, keep2: 8, keep3: 9, geom: expect.any(String) },
    },
  ]);
  const layerNames = names.filter((name) => name !== HOSTILE_NAMES.capitals);
  const layers = await send('layers.gpkg', await alteredGeopackage(layerNames.map(layerSql).join('')));
  expect([layers.status, layers.body.error]).toEqual([201, undefined]);
  const tables: Record<string, string> = Object.fromEntries(
    layers.body.tables.map(({ layer, table }: { layer: string; table: string }) => [layer, table]),
  );
  expect(Object.keys(tables).toSorted()).toEqual(['countries', ...layerNames].toSorted());
  expect(Object.values(tables).toSorted()).toEqual(
    [...Object.keys(rows[0]).filter((name) => !/^(fid|geom|keep\d?)$/.test(name)), 'countries'].toSorted(),
  );
  const clashing = await alteredGeopackage(layerSql('a b') + layerSql('A-b'));
  expect(await send('clashing.gpkg', clashing)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('same table') },
  });
});
