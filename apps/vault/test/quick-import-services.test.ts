import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startKoop, startTestFeatureService } from '@cairn/testing';
import type { KoopFeatureService } from '@cairn/testing';
import { ask } from './client.ts';
import { countries, places, pointsWithIds, startImportVault } from './feature-services.ts';
import type { ImportVault } from './feature-services.ts';
import { HOSTILE_NAMES } from './hostile.ts';
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

test('POST /api/quick-import with featuresvc takes hostile names of layers, fields, prefixes and schemas as names', async () => {
  await vault.gis.query('CREATE TABLE public.keep (n int)');
  const names = Object.values(HOSTILE_NAMES).filter((name) => name !== HOSTILE_NAMES.capitals);
  const fields = [...names, 'KEEP', 'Keep'].map((name) => ({
    name,
    type: 'esriFieldTypeString',
    length: 20,
  }));
  const attributes = Object.fromEntries(fields.map(({ name }, i) => [name, `value ${i}`]));
  const features = pointsWithIds([1]).map((point) => ({
    ...point,
    attributes: { OBJECTID: 1, ...attributes },
  }));
  const service = await startTestFeatureService(names.map((name, id) => ({ id, name, fields, features })));
  const of = (json: object) => load(ada, { featuresvc_service_url: service.url, ...json });
  try {
    const { status, body } = await of({});
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body.tables.map(({ layer }: { layer: string }) => layer)).toEqual(names);
    for (const { table } of body.tables) {
      expect(table).toMatch(/^[\p{L}\p{N}_]{1,63}$/u);
      const { rows } = await vault.gis.query(`SELECT * FROM public."${table}"`);
      expect(Object.values(rows[0])).toEqual(expect.arrayContaining(Object.values(attributes)));
    }
    const statuses: Record<string, number[]> = {};
    for (const [what, name] of Object.entries(HOSTILE_NAMES)) {
      const prefixed = await of({ featuresvc_layer_ids: '0', featuresvc_prefix: name });
      const elsewhere = await of({ featuresvc_layer_ids: '0', schema: name });
      statuses[what] = [prefixed.status, elsewhere.status];
    }
    const { 'control characters': control, '300 characters': long, ...rest } = statuses;
    expect([control, long]).toEqual([
      [201, 400],
      [400, 400],
    ]);
    for (const [what, each] of Object.entries(rest)) expect([what, ...each]).toEqual([what, 201, 409]);
    expect((await vault.gis.query('SELECT n FROM public.keep')).rows).toEqual([]);
  } finally {
    await service.close();
  }
});

test('the login for a service is in no job, row or response', async () => {
  const secrets = { featuresvc_username: 'mara', featuresvc_password: 'S3cret-password' };
  const { body } = await load(ada, { ...secrets, featuresvc_prefix: 'secret_' });
  const jobs = await vault.app.admin.query('SELECT * FROM vault.jobs');
  const imports = await vault.app.admin.query('SELECT * FROM vault.featuresvc_imports');
  expect(JSON.stringify([body, jobs.rows, imports.rows])).not.toContain('S3cret-password');
});
