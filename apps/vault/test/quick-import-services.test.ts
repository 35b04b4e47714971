import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startKoop } from '@cairn/testing';
import type { KoopFeatureService } from '@cairn/testing';
import { ask } from './client.ts';
import { countries, places, startImportVault } from './feature-services.ts';
import type { ImportVault } from './feature-services.ts';
import type { Person } from './test-app.ts';

let vault: ImportVault;
let koop: KoopFeatureService;
let ada: Person;
let worker: ReturnType<ImportVault['app']['work']>;

beforeAll(async () => {
  vault = await startImportVault();
  ada = await vault.app.signUp({ username: 'ada' });
  worker = vault.app.work();
  koop = await startKoop([places(), countries({ supportedQueryFormats: 'JSON' })]);
});
afterAll(async () => {
  await worker.stop();
  await koop.close();
  await vault.close();
});

const load = (person: Person, json: Record<string, unknown>) =>
  ask(vault.app, person, {
    path: '/api/quick-import',
    method: 'POST',
    json: {
      source_type: 'featuresvc',
      featuresvc_service_url: koop.url,
      spatialdb_connection_id: vault.connection,
      ...json,
    },
  });
const count = async (table: string) =>
  Number((await vault.gis.query(`SELECT count(*) FROM public.${table}`)).rows[0].count);

test('POST /api/quick-import with featuresvc loads layers into tables and creates no dataset', async () => {
  const { status, body } = await load(ada, { featuresvc_prefix: 'quick_' });
  expect([status, body]).toEqual([
    201,
    {
      success: true,
      source_type: 'featuresvc',
      database_id: null,
      tables: [
        { layer: 'Places', table: 'quick_places', rows: 243, srid: 4326 },
        { layer: 'Countries', table: 'quick_countries', rows: 241, srid: 4326 },
      ],
      schema: 'public',
      pg_service: null,
    },
  ]);
  expect([await count('quick_places'), await count('quick_countries')]).toEqual([243, 241]);
  expect(await vault.app.rows('datasets')).toBe(0);
});

test('POST /api/quick-import with featuresvc loads the chosen layers', async () => {
  const { status, body } = await load(ada, { featuresvc_layer_ids: '1', featuresvc_prefix: 'one_' });
  expect([status, body.tables]).toEqual([201, [expect.objectContaining({ table: 'one_countries' })]]);
});

test('POST /api/quick-import with featuresvc says what is wrong, and leaves nothing', async () => {
  const answers = [
    await load(ada, { featuresvc_service_url: '' }),
    await load(ada, { featuresvc_layer_ids: 'x' }),
    await load(ada, { mode: 'replace' }),
    await load(ada, { table_name: 'other' }),
    await load(ada, {
      featuresvc_service_url: 'http://169.254.169.254/arcgis/rest/services/a/FeatureServer',
    }),
    await load(ada, { featuresvc_layer_ids: [7] }),
    await load(ada, { featuresvc_prefix: 'quick_' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 422, 409]);
  const { rows } = await vault.gis.query(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'cairn_import%'`,
  );
  expect(rows).toEqual([]);
});

test('the login for a service is in no job, row or response', async () => {
  const secrets = { featuresvc_username: 'mara', featuresvc_password: 'S3cret-password' };
  const { body } = await load(ada, { ...secrets, featuresvc_prefix: 'secret_' });
  const jobs = await vault.app.admin.query('SELECT * FROM vault.jobs');
  const imports = await vault.app.admin.query('SELECT * FROM vault.featuresvc_imports');
  expect(JSON.stringify([body, jobs.rows, imports.rows])).not.toContain('S3cret-password');
});
