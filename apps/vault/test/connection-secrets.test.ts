import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestFeatureService, startTestGeoServer, until } from '@cairn/testing';
import type { RunningService, TestFeatureService, TestGeoServer } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { numbers, pointsWithIds } from './feature-services.ts';
import { geoJson } from './hostile.ts';
import { startLoadVault } from './load-vault.ts';
import type { LoadVault } from './load-vault.ts';
import { openObjectStore } from './outbound.ts';
import type { TestStore } from './outbound.ts';
import { publishWithToken } from './publishing.ts';
import { startFakePortal, startVault } from './running-vault.ts';
import { everythingStored, secretsIn, watchArguments } from './secret-search.ts';
import type { Person } from './test-app.ts';

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

let vault: LoadVault;
let admin: Person;
let folder: string;
let portal: Awaited<ReturnType<typeof startFakePortal>>;
let web: RunningService;
let worker: RunningService;
let store: TestStore;
let service: TestFeatureService;
let geoServer: TestGeoServer;
let watched: ReturnType<typeof watchArguments>;
const login = { username: 'mara', password: planted('svc p&ss') };
const servicePassword = planted('file');
const answers: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-services-'));
  const file = join(folder, 'pg_service.conf');
  vault = await startLoadVault({ PGSERVICEFILE: file });
  await vault.stopWorker();
  const { host, port, database, user } = vault.connection;
  await writeFile(
    file,
    `[field]\nhost=${host}\nport=${port}\ndbname=${database}\nuser=${user}\npassword=${servicePassword}\n`,
  );
  const { app } = vault;
  admin = await app.signUp({ username: 'admin', service: 'admin' });
  portal = await startFakePortal(app);
  store = await openObjectStore();
  geoServer = await startTestGeoServer();
  const fields = [{ name: 'name', type: 'esriFieldTypeString' }];
  const features = pointsWithIds(numbers(20));
  service = await startTestFeatureService([{ id: 0, name: 'points', fields, features }], login);
  const env = {
    ...{ OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8', PGSERVICEFILE: file },
    ...{ PORTAL_URL: portal.url, LOG_LEVEL: 'trace' },
  };
  web = await startVault(app, { env });
  worker = await startVault(app, { script: 'worker.ts', env });
  watched = watchArguments(() => [web.pid, worker.pid]);
});
afterAll(async () => {
  watched.stop();
  for (const process of [web, worker]) await process.kill();
  await Promise.all([portal.close(), store.close(), geoServer.close(), service.close()]);
  await vault.close();
  await rm(folder, { recursive: true });
});

async function call(
  path: string,
  json?: unknown,
  { method = json ? 'POST' : 'GET', keep = true }: { method?: string; keep?: boolean } = {},
): Promise<{ status: number; body: any }> {
  const answer = await ask(web, admin, { path, method, ...(json ? { json: json as object } : {}) });
  if (keep) answers.push(JSON.stringify(answer.body));
  return answer;
}

/** Statuses of requests, one after the other. */
async function statuses(requests: [string, unknown?][]): Promise<number[]> {
  const found: number[] = [];
  for (const [path, json] of requests) found.push((await call(path, json)).status);
  return found;
}

async function ended(id: string): Promise<{ status: string; error?: string }> {
  let job: any;
  await until('the job has ended', async () => {
    job = (await call(`/api/jobs/${id}`)).body;
    return /succeeded|failed/.test(job.status);
  });
  return job;
}

async function expectNoSecrets(secrets: Record<string, string>): Promise<void> {
  // Lines are written a quarter of a second later at most.
  const mark = `/nowhere/${randomBytes(6).toString('hex')}`;
  await call(mark);
  await until('the log is written', () => web.lines.some((line) => line.includes(mark)));
  const text = [await everythingStored(vault.app, [web, worker]), ...answers, ...watched.seen].join('\n');
  expect(secretsIn(text, { ...WRONG, ...secrets })).toEqual([]);
}

test('logins and tokens of feature services are in no log, row, queue, argument or response', async () => {
  const destination = { ...vault.fields(), spatialdb_import: undefined };
  const saved = await call('/api/connections', {
    ...{ name: 'own', host: vault.connection.host, port: vault.connection.port, sslmode: 'disable' },
    ...{ database_name: vault.connection.database, username: vault.connection.user },
    password: vault.connection.password,
  });
  expect(saved.status).toBe(201);
  const target = { spatialdb_connection_id: saved.body.id, schema: 'gis', service_url: service.url };
  // The contract has this answer contain the token.
  const browsed = await call(
    '/api/featuresvc/service/browse',
    { service_url: service.url, ...login },
    { keep: false },
  );
  const { token } = browsed.body;
  expect(token).toMatch(/./);
  const bad = { ...login, password: WRONG['wrong password of a service'] };
  const badToken = { token: WRONG['wrong token of a service'] };
  const quick = {
    source_type: 'featuresvc',
    featuresvc_service_url: service.url,
    ...destination,
    spatialdb_schema: undefined,
    schema: 'gis',
  };
  const inAddress = service.url.replace('://', `://mara:${WRONG['password in an address']}@`);
  expect(
    await statuses([
      ['/api/featuresvc/service/browse', { service_url: service.url, ...bad }],
      ['/api/featuresvc/service/browse', { service_url: service.url, ...badToken }],
      ['/api/featuresvc/service/browse', { service_url: inAddress }],
      [
        '/api/featuresvc/service/browse',
        { service_url: service.url, password: [WRONG['password that is not text']] },
      ],
      [
        '/api/quick-import',
        {
          ...quick,
          featuresvc_prefix: 'q1_',
          featuresvc_username: login.username,
          featuresvc_password: login.password,
        },
      ],
      ['/api/quick-import', { ...quick, featuresvc_prefix: 'q2_', featuresvc_token: token }],
      [
        '/api/quick-import',
        { ...quick, featuresvc_prefix: 'q3_', featuresvc_token: WRONG['wrong token of a service'] },
      ],
    ]),
  ).toEqual([400, 400, 400, 400, 201, 201, 422]);
  for (const [prefix, as, status] of [
    ['a_', login, 'succeeded'],
    ['b_', { token }, 'succeeded'],
    ['c_', bad, 'failed'],
    ['d_', badToken, 'failed'],
  ] as const) {
    const { body } = await call('/api/featuresvc/import', { ...target, ...as, dataset_prefix: prefix });
    expect(await ended(body.id)).toMatchObject({ status });
  }
  const tokens = new Set(service.requests.map(({ parameters }) => parameters['token'] ?? ''));
  tokens.delete('');
  expect(tokens.size).toBeGreaterThan(2);
  const issued = Object.fromEntries([...tokens].map((each, i) => [`token ${i} of a service`, each]));
  await expectNoSecrets({
    ...issued,
    'password of a service': login.password,
    'password of a database': vault.connection.password,
  });
});

test('passwords of map servers are in no log, row, queue, argument or response', async () => {
  const { url, username, password } = geoServer;
  const connection = { name: 'maps', url, username, password };
  const { body: saved } = await call('/api/mapserver/connections', connection);
  const wrong = { ...connection, name: 'wrong', password: WRONG['wrong password of a map server'] };
  const { body: refused } = await call('/api/mapserver/connections', wrong);
  const inAddress = url.replace('://', `://admin:${WRONG['password in an address']}@`);
  expect(
    await statuses([
      [`/api/mapserver/connections/${saved.id}/test`, {}],
      [`/api/mapserver/connections/${refused.id}/test`, {}],
      ['/api/mapserver/connections', { ...connection, name: 'third', url: inAddress }],
      ['/api/mapserver/workspaces', { connection_id: saved.id, name: 'ws' }],
      [`/api/mapserver/catalog?connection_id=${refused.id}`],
    ]),
  ).toEqual([200, 200, 400, 201, 502]);
  expect((await upload(web, admin, { file: 'countries.gpkg' })).status).toBe(201);
  const publication = { dataset_name: 'countries', publish_to_mapserver: true, mapserver_workspace: 'ws' };
  const publish = async (more: object) => {
    const { body } = await call('/api/mapserver/publish', {
      ...publication,
      mapserver_connection_id: saved.id,
      ...more,
    });
    return ended(body.job_id);
  };
  expect(await publish({})).toMatchObject({ status: 'succeeded' });
  // A server that repeats the password.
  geoServer.before(
    (exchange) => exchange.method === 'POST' && geoServer.faults.stackTrace(exchange, password),
  );
  expect(await publish({ mapserver_store_name: 'second' })).toMatchObject({ status: 'failed' });
  geoServer.before(null);
  const layer = { connection_id: saved.id, workspace: 'ws', layer_name: 'countries' };
  expect((await call('/api/mapserver/catalog/import', layer)).status).toBe(201);
  const into = {
    ...vault.fields(),
    spatialdb_import: undefined,
    spatialdb_schema: undefined,
    schema: 'gis',
    table_name: 'of_map_server',
  };
  const quick = {
    source_type: 'mapserver',
    mapserver_connection_id: saved.id,
    mapserver_workspace: 'ws',
    mapserver_layer: 'countries',
  };
  expect((await call('/api/quick-import', { ...quick, ...into })).status).toBe(201);
  await expectNoSecrets({ 'password of a map server': password });
});

test('passwords of databases and keys of object stores are in no log, row, queue, argument or response', async () => {
  const { host, port, database, user, password } = vault.connection;
  const saved = {
    name: 'second',
    host,
    port,
    database_name: database,
    username: user,
    password,
    sslmode: 'disable',
  };
  const wrong = WRONG['wrong password of a database'];
  await store.put('points.geojson', geoJson());
  const object = {
    source_type: 's3',
    s3_bucket: 'maps',
    s3_key: 'points.geojson',
    s3_endpoint: store.url,
    s3_path_style: true,
  };
  const keys = { s3_access_key: store.accessKey, s3_secret_key: store.secretKey };
  const into = { ...vault.fields(), spatialdb_import: undefined, spatialdb_schema: undefined, schema: 'gis' };
  const { body: connection } = await call('/api/connections', saved);
  expect(
    await statuses([
      ['/api/connections/test', saved],
      ['/api/connections/test', { ...saved, password: wrong }],
      ['/api/connections/test', { ...saved, port: WRONG['password that is not text'] }],
      ['/api/connections/test', { id: connection.id }],
      [`/api/connections/${connection.id}/tables`],
      ['/api/quick-import', { ...object, ...keys, ...into, table_name: 'of_store' }],
      [
        '/api/quick-import',
        { ...object, ...keys, s3_secret_key: WRONG['wrong key of a store'], ...into, table_name: 'x' },
      ],
      ['/api/quick-import', { ...object, ...keys, ...into, spatialdb_password: wrong, table_name: 'y' }],
      [
        '/api/quick-import',
        {
          source_type: 'url',
          url: `http://u:${WRONG['password in an address']}@127.0.0.1:1/a.gpkg`,
          ...into,
          table_name: 'z',
        },
      ],
    ]),
  ).toEqual([200, 200, 400, 200, 200, 201, 422, 409, 400]);
  // The password of the service file is not that of the role.
  expect(await statuses([['/api/database-services'], ['/api/database-services/field/open', {}]])).toEqual([
    200, 200,
  ]);
  const fields = {
    spatialdb_import: '1',
    spatialdb_pg_service_name: 'field',
    spatialdb_schema: 'gis',
    spatialdb_table_name: 'services',
  };
  const loaded = await upload(web, admin, { file: 'countries.gpkg', dataset: 'services', fields });
  answers.push(JSON.stringify(loaded.body));
  expect(loaded.body.spatialdb).toMatchObject({ success: false });
  await expectNoSecrets({
    ...{ 'password of a database': password, 'password of a service file': servicePassword },
    ...{ 'secret key': store.secretKey, 'access key': store.accessKey },
  });
});

test('tokens of published layers are in no log, row, queue, argument or response', async () => {
  const { body } = await upload(web, admin, { file: 'countries.gpkg', dataset: 'open' });
  const layer = await publishWithToken(web, admin, body.version_id);
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
    for (const path of paths) expect((await fetch(web.url + path)).status).toBe(status);
  }
  for (const path of [
    `/published/x.json?token=${wrong}`,
    `${layer.path}/99/0/0.pbf?token=${wrong}`,
    `/nowhere?token=${wrong}`,
  ])
    expect((await fetch(web.url + path)).status).toBeGreaterThanOrEqual(400);
  await expectNoSecrets({ 'token of a layer': layer.token });
  // What was watched is what was meant to be.
  const programs = [...watched.seen].join('\n');
  expect(programs.includes('ogr2ogr')).toBe(true);
  const text = await everythingStored(vault.app, [web, worker]);
  expect(text.includes('of_map_server')).toBe(true);
});
