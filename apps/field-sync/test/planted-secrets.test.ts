import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  everythingStored,
  freePort,
  secretsIn,
  startService,
  startTestGeoNode,
  startTestGeoServer,
  startTestMerginMaps,
  startTestPublisher,
  startTestQFieldCloud,
  until,
  watchArguments,
} from '@cairn/testing';
import type {
  Person,
  RunningService,
  TestGeoNode,
  TestGeoServer,
  TestMerginMaps,
  TestPublisher,
  TestQFieldCloud,
} from '@cairn/testing';
import { listOperations, sendOperation } from './operations.ts';
import { pushedProjects } from './pushed-project.ts';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { signInOnce, startTestIssuer } from './test-issuer.ts';
import type { TestIssuer } from './test-issuer.ts';

const planted = (name: string) => `planted ${name}/+'${randomBytes(9).toString('hex')}`;
const NAMES = [
  ...['server', 'wrong', 'cloud', 'database', 'target', 'refused', 'address', 'express', 'admin'],
  ...['node', 'store', 'publisher', 'client', 'smtp'],
] as const;
const secrets = Object.fromEntries(NAMES.map((name) => [name, planted(name)])) as Record<
  (typeof NAMES)[number],
  string
>;

let app: TestFieldSync;
let boss: Person;
let mergin: TestMerginMaps;
let geoserver: TestGeoServer;
let geonode: TestGeoNode;
let publisher: TestPublisher;
let issuer: TestIssuer;
let cloud: TestQFieldCloud;
let web: RunningService;
let worker: RunningService;
let internalPort: number;
/** Of people who sign in at an identity provider. */
let oidcWeb: RunningService;
let watched: ReturnType<typeof watchArguments>;
const answers: string[] = [];

beforeAll(async () => {
  const client = { clientId: 'field-sync', clientSecret: secrets.client };
  [app, mergin, cloud, geoserver, geonode, publisher, issuer] = await Promise.all([
    ...([startTestFieldSync(), startTestMerginMaps(), startTestQFieldCloud()] as const),
    ...([startTestGeoServer(), startTestGeoNode(), startTestPublisher(), startTestIssuer(client)] as const),
  ]);
  Object.assign(secrets, { node: geonode.password, store: geoserver.password, publisher: publisher.token });
  boss = await app.signUp({ username: 'bea', isAdmin: true });
  cloud.addUser('crew', secrets.cloud);
  cloud.addUser('swift', secrets.express);
  const folder = join(app.config.folderProviderRoot, 'lakes');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'lakes.gpkg'), 'no package at all');
  const env = {
    ...{ FOLDER_PROVIDER_ROOT: app.config.folderProviderRoot, LOG_LEVEL: 'trace' },
    SMTP_URL: `smtp://mailer:${encodeURIComponent(secrets.smtp)}@127.0.0.1:9`,
    ...{ PUBLISHER_URL: publisher.url, PUBLISHER_TOKEN: publisher.token },
    EXPRESS_ADMIN_URL: `postgresql://crew:${encodeURIComponent(secrets.admin)}@127.0.0.1:9/postgres`,
  };
  const { config } = app;
  internalPort = await freePort();
  const start = (file: string, more: Record<string, string> = {}) =>
    startService({ script: join(import.meta.dirname, '../src', file), config, env: { ...env, ...more } });
  const oidc = {
    ...{ SYNC_AUTH_MODE: 'oidc', SYNC_OIDC_ISSUER: issuer.url, SYNC_OIDC_CLIENT_ID: client.clientId },
    ...{ SYNC_OIDC_CLIENT_SECRET: secrets.client, SYNC_OIDC_REDIRECT_URI: 'https://sync.example/callback' },
  };
  [web, worker, oidcWeb] = await Promise.all([
    start('main.ts', { INTERNAL_PORT: String(internalPort) }),
    start('worker.ts'),
    start('main.ts', oidc),
  ]);
  watched = watchArguments(() => [web, worker, oidcWeb].map(({ pid }) => pid));
});
afterAll(async () => {
  watched.stop();
  await Promise.all([web, worker, oidcWeb].map((service) => service.kill()));
  await app.close();
  await Promise.all([mergin, cloud, geoserver, geonode, publisher, issuer].map((each) => each.close()));
});

/** An action whose answer is searched. */
async function post(path: string, fields: ActionFields, headers: Record<string, string> = {}) {
  const { status, body } = await sendAction(web, boss, { path, fields, headers });
  answers.push(JSON.stringify(body));
  return { status, body };
}

/** Several forms that are refused, each with a secret. */
async function refuse(path: string, form: ActionFields, changes: ActionFields[]): Promise<void> {
  for (const change of changes) {
    const { body } = await post(path, { ...form, password: secrets.refused, ...change });
    expect([path, change, body.success]).toEqual([path, change, false]);
  }
  const foreign = await post(
    path,
    { ...form, password: secrets.refused },
    { origin: 'https://evil.example' },
  );
  expect(foreign.status).toBe(403);
}

async function save(path: string, form: ActionFields): Promise<number> {
  const { body } = await post(path, { save: '', id: 0, ...form });
  expect(body).toMatchObject({ success: true });
  return body.id;
}

/** A catalog node and a map store of a project, with their right passwords and with wrong ones. */
async function useMaps(project: number): Promise<{ node: number; store: number }> {
  const { host, port, username } = geonode;
  const at = { name: 'Catalog', host, port, username };
  await refuse('node.php', { save: '', id: 0, ...at }, [{ host: 'a,b' }, { port: 'x' }, { id: 999_999 }]);
  const node = await save('node.php', { ...at, password: geonode.password });
  const maps = { project_id: project, url: geoserver.url, username: geoserver.username, workspace: 'crews' };
  const form = { save: '', id: 0, name: 'Maps', ...maps };
  await refuse('gstore.php', form, [{}, { workspace: '' }, { url: 'http://127.0.0.1:9' }, { id: 999_999 }]);
  const store = await save('gstore.php', { name: 'Maps', ...maps, password: geoserver.password });
  expect((await post('gstore.php', { details_info: '', id: store })).body.success).toBe(true);
  const layer = {
    create_layer: '',
    id: store,
    layer_name: 'a',
    store_tbl: 'a',
    update_node: 't',
    node_id: node,
  };
  expect((await post('gstore.php', layer)).body.success).toBe(false);
  return { node, store };
}

/** A publication and a copy to a machine that does not answer, which is stopped. */
async function publishAndPush(project: number): Promise<void> {
  await pushedProjects(app, boss).apply(project, { 'lakes.gpkg': 'package' });
  publisher.hooks.before = (_request, response) => !response.writeHead(500).end(publisher.token).closed;
  expect((await post('publish_web.php', { id: project })).body.success).toBe(false);
  publisher.hooks.before = null;
  expect((await post('publish_web.php', { id: project })).body.success).toBe(true);
  const silent = createServer();
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as AddressInfo;
  const machine = { sync_type: 'remote', host: '127.0.0.1', port, username: 'crew', folder: '/srv' };
  const target = await save('rsync.php', { ...machine, name: 'Silent', password: secrets.target });
  await app.admin.query(
    'INSERT INTO field_sync.project_file_targets (project_id, file_target_id) VALUES ($1, $2)',
    [...[project, target]],
  );
  const asked = once(silent, 'connection');
  expect((await post('rsync.php', { start: '', id: target })).body.success).toBe(true);
  const [socket] = (await asked) as [Socket];
  await until('ssh was seen', () => [...watched.seen].some((line) => line.includes('ssh ')));
  expect((await post('rsync.php', { stop: '', id: target })).body.success).toBe(true);
  socket.destroy();
  silent.close();
}

/** Every operation of the contract, with a password in every form; first as ever, then while a table is gone. */
async function callEverything(project: number): Promise<void> {
  const { operations } = listOperations(project);
  const statuses = new Set<number>();
  async function callAll(): Promise<void> {
    for (const operation of operations) {
      const { status, text } = await sendOperation(web.url, boss, operation, { password: secrets.refused });
      statuses.add(status);
      answers.push(text);
    }
  }
  await callAll();
  const tables = 'servers database_links file_targets projects users map_stores catalog_nodes'.split(' ');
  for (const table of tables)
    await app.admin.query(`ALTER TABLE field_sync.${table} RENAME TO ${table}_gone`);
  await callAll();
  for (const table of tables)
    await app.admin.query(`ALTER TABLE field_sync.${table}_gone RENAME TO ${table}`);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 500]));
}

test('no password, token or client secret is in a row, a job, Redis, a log, an argument, an environment or an answer that does not reveal it', async () => {
  const at = { save: '', id: 0, name: 'Refused' };
  const server = { ...at, type: 'field', url: mergin.url, username: mergin.username };
  await refuse('server.php', server, [
    ...[{ type: 'x' }, { url: 'ftp://x' }, { id: 999_999 }, { name: 'x'.repeat(300) }, { username: '' }],
    { url: `https://u:${encodeURIComponent(secrets.address)}@127.0.0.1:9`, username: 'u' },
    { password: `${secrets.refused}\n` },
    { password: [secrets.refused, 'x'] as const },
  ]);
  const wrong = await save('server.php', { ...server, name: 'Wrong', password: secrets.wrong });
  expect((await post('server.php', { list_projects: '', id: wrong })).body.success).toBe(false);
  const other = { type: 'cloud', url: cloud.url, username: 'crew', password: secrets.cloud };
  const qfield = await save('server.php', { ...other, name: 'Cloud' });
  expect((await post('server.php', { list_projects: '', id: qfield })).body.success).toBe(true);
  cloud.fail({ status: 500, body: 'no', times: 1 });
  await post('server.php', { list_projects: '', id: qfield });
  const away = { ...server, url: 'http://127.0.0.1:9', name: 'Away', password: secrets.server };
  expect(
    (await post('server.php', { project_info: '', project_id: 'x', id: await save('server.php', away) })).body
      .success,
  ).toBe(false);

  const express = { field_url: cloud.url, field_user: 'swift', field_pass: secrets.express };
  const listed = { cloud_url: cloud.url, cloud_user: 'crew', cloud_pass: secrets.wrong };
  expect((await post('express.php', { list_field_projects: '', ...express })).body.success).toBe(true);
  expect((await post('express.php', { list_cloud_projects: '', ...listed })).body.success).toBe(false);
  const { id: field_proj_id } = await cloud.addProject({
    ...{ name: 'swift', owner: 'swift', files: { 'a.gpkg': Buffer.from('x') } },
  });
  const begun = await post('express.php', { create_express: '', ...express, field_proj_id });
  expect(begun.body).toMatchObject({ success: false, message: expect.stringContaining('127.0.0.1:9') });

  const login = { host: '127.0.0.1', port: await freePort(), username: 'crew', dbname: 'field' };
  await refuse('pglink.php', { ...at, ...login }, [
    { host: 'a,b' },
    { port: 'x' },
    { id: 999_999 },
    { dbname: '' },
  ]);
  const link = await save('pglink.php', { ...login, name: 'Field', password: secrets.database });
  const machine = { sync_type: 'remote', host: '127.0.0.1', username: 'crew', folder: '/srv' };
  await refuse('rsync.php', { ...at, ...machine }, [{ folder: '/' }, { host: '-x' }, { id: 999_999 }]);
  const target = await save('rsync.php', { ...machine, name: 'Office', password: secrets.target });

  const folder = await save('server.php', { name: 'Folder', type: 'folder', url: '.' });
  const project = await save('project.php', {
    ...{ name: 'Lakes', server_id: folder, project_id: 'lakes', geopackage: 'lakes.gpkg' },
    ...{ pglink_id: link, schema: 'lakes', 'rsync_ids[]': target },
  });
  await post('backend.php', { id: project, op: 'start' });
  // The database is unreachable, so the run fails with its login in hand.
  await until('a run has failed', async () => {
    const { rows } = await app.admin.query('SELECT problem FROM field_sync.projects WHERE id = $1', [
      project,
    ]);
    return rows[0].problem !== null;
  });

  const { node, store } = await useMaps(project);
  await publishAndPush(project);
  expect(await signInOnce(oidcWeb.url, issuer)).not.toContain('err=');
  expect(await signInOnce(oidcWeb.url, issuer, { tokenStatus: 500 })).toContain('err=provider');
  await callEverything(project);

  for (const [path, action, id, secret] of [
    ['node.php', 'pwd_vis', node, secrets.node],
    ['gstore.php', 'pwd_vis', store, secrets.store],
    ['server.php', 'pwd_vis', qfield, secrets.cloud],
    ['pglink.php', 'pwd_vis', link, secrets.database],
    ['rsync.php', 'pwd_vis', target, secrets.target],
  ] as const) {
    const { body } = await sendAction(web, boss, { path, fields: { [action]: '', id } });
    expect(body).toEqual({ success: true, message: secret });
  }
  for (const [path, id] of [
    ['pglink.php', link],
    ['rsync.php', target],
    ['project.php', project],
  ] as const) {
    const { body } = await sendAction(web, boss, { path, fields: { conn_info: '', id } });
    expect(body.success).toBe(true);
  }
  answers.push(await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text());
  expect(answers.at(-1)).toContain('field_sync_workers 1\n');
  expect((await fetch(`${web.url}/metrics`)).status).toBe(404);

  await until('the log is written', () => web.lines.some((line) => line.includes('rsync.php')));
  const stored = await everythingStored(app, { schemas: 'all', processes: [web, worker, oidcWeb] });
  const text = [stored, ...answers, ...watched.seen, ...watched.environments].join('\n');
  // The search sees rows, jobs, logs and arguments.
  const seen = ['secret_shown', 'database_link.created', 'field_sync.run', 'rsync.php', 'worker.ts', 'PATH='];
  expect(seen.filter((each) => !text.includes(each))).toEqual([]);
  expect(secretsIn(text, secrets)).toEqual([]);
});
