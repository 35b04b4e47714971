import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestFeatureService, startTestGeoServer } from '@cairn/testing';
import type { TestFeatureService, TestGeoServer } from '@cairn/testing';
import { upload } from './client.ts';
import { numbers, pointsWithIds } from './feature-services.ts';
import { geoJson } from './hostile.ts';
import { startLoadVault } from './load-vault.ts';
import type { LoadVault } from './load-vault.ts';
import { openObjectStore } from './outbound.ts';
import type { TestStore } from './outbound.ts';
import { publishWithToken } from './publishing.ts';
import type { Person } from './test-app.ts';
import { startWatchedVault } from './watched-vault.ts';
import type { WatchedVault } from './watched-vault.ts';

const planted = (what: string) => `${what}-${randomBytes(12).toString('hex')}`;
/** None of them works anywhere. */
const WRONG = {
  'wrong password of a service': planted('no/svc'),
  'wrong token of a service': planted('no-token'),
  'wrong password of a database': planted('no db'),
  'wrong password of a map server': planted('no&map'),
  'wrong key of a store': planted('no+key'),
  'password in an address': planted('inaddress'),
  'wrong token of a layer': `cairn_tile_${randomBytes(23).toString('hex')}`,
  'password that is not text': planted('number'),
};

/** Further attempts at a job would do the same, after seconds. */
const ATTEMPT_ONCE = `
  CREATE FUNCTION vault.attempt_once() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.max_attempts = 1; RETURN NEW; END $$;
  CREATE TRIGGER attempt_once BEFORE INSERT ON vault.jobs
    FOR EACH ROW EXECUTE FUNCTION vault.attempt_once()`;

let loads: LoadVault;
let vault: WatchedVault;
let admin: Person;
let folder: string;
let store: TestStore;
let service: TestFeatureService;
let geoServer: TestGeoServer;
/** Fields of a load into the schema `gis`. */
let into: Record<string, string>;
const login = { username: 'mara', password: planted('svc p&ss') };
const servicePassword = planted('file');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-services-'));
  const file = join(folder, 'pg_service.conf');
  loads = await startLoadVault({ PGSERVICEFILE: file });
  await loads.stopWorker();
  const { host, port, database, user } = loads.connection;
  await writeFile(
    file,
    `[field]\nhost=${host}\nport=${port}\ndbname=${database}\nuser=${user}\npassword=${servicePassword}\n`,
  );
  const { spatialdb_import: _, spatialdb_schema: schema, ...target } = loads.fields();
  into = { ...target, schema: schema! };
  admin = await loads.app.signUp({ username: 'admin', service: 'admin' });
  store = await openObjectStore();
  geoServer = await startTestGeoServer();
  const fields = [{ name: 'name', type: 'esriFieldTypeString' }];
  const features = pointsWithIds(numbers(20));
  service = await startTestFeatureService([{ id: 0, name: 'points', fields, features }], login);
  const env = { OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8', PGSERVICEFILE: file };
  await loads.app.admin.query(ATTEMPT_ONCE);
  vault = await startWatchedVault(loads.app, { person: admin, env });
});
afterAll(async () => {
  await vault.close();
  await Promise.all([store.close(), geoServer.close(), service.close()]);
  await loads.close();
  await rm(folder, { recursive: true });
});

test('logins and tokens of feature services are in no log, row, queue, argument or response', async () => {
  const { host, port, database, user, password } = loads.connection;
  const own = {
    name: 'own',
    host,
    port,
    sslmode: 'disable',
    database_name: database,
    username: user,
    password,
  };
  const saved = await vault.call('/api/connections', own);
  expect(saved.status).toBe(201);
  const service_url = service.url;
  const browse = '/api/featuresvc/service/browse';
  // The contract has this answer contain the token.
  const { body: browsed } = await vault.call(browse, { service_url, ...login }, { searched: false });
  const { token } = browsed;
  expect(token).toMatch(/./);
  const bad = { ...login, password: WRONG['wrong password of a service'] };
  const badToken = { token: WRONG['wrong token of a service'] };
  const inAddress = service_url.replace('://', `://mara:${WRONG['password in an address']}@`);
  expect(
    await vault.statuses([
      [browse, { service_url, ...bad }],
      [browse, { service_url, ...badToken }],
      [browse, { service_url: inAddress }],
      [browse, { service_url, password: [WRONG['password that is not text']] }],
    ]),
  ).toEqual([400, 400, 400, 400]);
  const quick = (prefix: string, more: object): [string, object] => [
    '/api/quick-import',
    {
      ...{ source_type: 'featuresvc', featuresvc_service_url: service_url, featuresvc_prefix: prefix },
      ...into,
      ...more,
    },
  ];
  expect(
    await vault.statuses([
      quick('q1_', { featuresvc_username: login.username, featuresvc_password: login.password }),
      quick('q2_', { featuresvc_token: token }),
      quick('q3_', { featuresvc_token: badToken.token }),
    ]),
  ).toEqual([201, 201, 422]);
  const target = { spatialdb_connection_id: saved.body.id, schema: 'gis', service_url };
  for (const [dataset_prefix, as, status] of [
    ['a_', login, 'succeeded'],
    ['b_', { token }, 'succeeded'],
    ['c_', bad, 'failed'],
    ['d_', badToken, 'failed'],
  ] as const) {
    const { body } = await vault.call('/api/featuresvc/import', { ...target, ...as, dataset_prefix });
    expect(await vault.ended(body.id)).toMatchObject({ status });
  }
  const tokens = new Set(service.requests.map(({ parameters }) => parameters['token'] ?? ''));
  tokens.delete('');
  expect(tokens.size).toBeGreaterThan(2);
  const issued = Object.fromEntries([...tokens].map((each, i) => [`token ${i} of a service`, each]));
  const passwords = { 'password of a service': login.password, 'password of a database': password };
  await vault.expectNoSecrets({ ...WRONG, ...issued, ...passwords }, ['q1_', 'a_points']);
});

test('passwords of map servers are in no log, row, queue, argument or response', async () => {
  const { url, username, password } = geoServer;
  const connection = { name: 'maps', url, username, password };
  const { body: saved } = await vault.call('/api/mapserver/connections', connection);
  const wrong = { ...connection, name: 'wrong', password: WRONG['wrong password of a map server'] };
  const { body: refused } = await vault.call('/api/mapserver/connections', wrong);
  const inAddress = url.replace('://', `://admin:${WRONG['password in an address']}@`);
  expect(
    await vault.statuses([
      [`/api/mapserver/connections/${saved.id}/test`, {}],
      [`/api/mapserver/connections/${refused.id}/test`, {}],
      ['/api/mapserver/connections', { ...connection, name: 'third', url: inAddress }],
      ['/api/mapserver/workspaces', { connection_id: saved.id, name: 'ws' }],
      [`/api/mapserver/catalog?connection_id=${refused.id}`],
    ]),
  ).toEqual([200, 200, 400, 201, 502]);
  expect((await upload(vault, admin, { file: 'countries.gpkg' })).status).toBe(201);
  const publish = async (more: object) => {
    const { body } = await vault.call('/api/mapserver/publish', {
      ...{ dataset_name: 'countries', publish_to_mapserver: true, mapserver_workspace: 'ws' },
      mapserver_connection_id: saved.id,
      ...more,
    });
    return vault.ended(body.job_id);
  };
  expect(await publish({})).toMatchObject({ status: 'succeeded' });
  // A server that repeats the password.
  geoServer.before(
    (exchange) => exchange.method === 'POST' && geoServer.faults.stackTrace(exchange, password),
  );
  expect(await publish({ mapserver_store_name: 'second' })).toMatchObject({ status: 'failed' });
  geoServer.before(null);
  const layer = { connection_id: saved.id, workspace: 'ws', layer_name: 'countries' };
  const quick = {
    ...{ source_type: 'mapserver', mapserver_connection_id: saved.id, mapserver_workspace: 'ws' },
    ...{ mapserver_layer: 'countries', ...into, table_name: 'of_map_server' },
  };
  expect(
    await vault.statuses([
      ['/api/mapserver/catalog/import', layer],
      ['/api/quick-import', quick],
    ]),
  ).toEqual([201, 201]);
  const secrets = { ...WRONG, 'password of a map server': password };
  await vault.expectNoSecrets(secrets, ['of_map_server', 'ogr2ogr']);
});

test('passwords of databases and keys of object stores are in no log, row, queue, argument or response', async () => {
  const { host, port, database, user, password } = loads.connection;
  const saved = {
    ...{ name: 'second', host, port, database_name: database, username: user, password },
    sslmode: 'disable',
  };
  const wrong = WRONG['wrong password of a database'];
  await store.put('points.geojson', geoJson());
  const object = {
    ...{ source_type: 's3', s3_bucket: 'maps', s3_key: 'points.geojson', s3_endpoint: store.url },
    ...{ s3_path_style: true, s3_access_key: store.accessKey, s3_secret_key: store.secretKey },
  };
  const wrongKey = { ...object, s3_secret_key: WRONG['wrong key of a store'] };
  const address = `http://u:${WRONG['password in an address']}@127.0.0.1:1/a.gpkg`;
  const { body: connection } = await vault.call('/api/connections', saved);
  const open = '/api/database-services/field/open';
  expect(
    await vault.statuses([
      ['/api/connections/test', saved],
      ['/api/connections/test', { ...saved, password: wrong }],
      ['/api/connections/test', { ...saved, port: WRONG['password that is not text'] }],
      ['/api/connections/test', { id: connection.id }],
      [`/api/connections/${connection.id}/tables`],
      ['/api/quick-import', { ...object, ...into, table_name: 'of_store' }],
      ['/api/quick-import', { ...wrongKey, ...into, table_name: 'x' }],
      ['/api/quick-import', { ...object, ...into, spatialdb_password: wrong, table_name: 'y' }],
      ['/api/quick-import', { source_type: 'url', url: address, ...into, table_name: 'z' }],
      ['/api/database-services'],
      [open, {}],
    ]),
  ).toEqual([200, 200, 400, 200, 200, 201, 422, 409, 400, 200, 200]);
  // The password of the service file is not that of the role.
  const fields = {
    ...{ spatialdb_import: '1', spatialdb_pg_service_name: 'field' },
    ...{ spatialdb_schema: 'gis', spatialdb_table_name: 'services' },
  };
  const loaded = await upload(vault, admin, { file: 'countries.gpkg', dataset: 'services', fields });
  vault.search(loaded.body);
  expect(loaded.body.spatialdb).toMatchObject({ success: false });
  const secrets = {
    ...{ ...WRONG, 'password of a database': password, 'password of a service file': servicePassword },
    ...{ 'secret key': store.secretKey, 'access key': store.accessKey },
  };
  await vault.expectNoSecrets(secrets, ['of_store', 'ogr2ogr']);
});

test('tokens of published layers are in no log, row, queue, argument or response', async () => {
  const { body } = await upload(vault, admin, { file: 'countries.gpkg', dataset: 'open' });
  const layer = await publishWithToken(vault, admin, body.version_id);
  const wrong = WRONG['wrong token of a layer'];
  for (const [token, status] of [
    [layer.token, 200],
    [wrong, 403],
  ] as const) {
    const paths = [
      `${layer.path}.json?token=${token}`,
      `${layer.path}/0/0/0.pbf?token=${token}`,
      `${layer.path}/0/0/0.pbf?v=12345678&token=${token}&x=`,
    ];
    for (const path of paths) expect((await fetch(vault.url + path)).status).toBe(status);
  }
  for (const path of [
    `/published/x.json?token=${wrong}`,
    `${layer.path}/99/0/0.pbf?token=${wrong}`,
    `/nowhere?token=${wrong}`,
  ])
    expect((await fetch(vault.url + path)).status).toBeGreaterThanOrEqual(400);
  await vault.expectNoSecrets({ ...WRONG, 'token of a layer': layer.token }, [layer.id]);
});
