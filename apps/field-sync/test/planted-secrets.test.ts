import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  everythingStored,
  freePort,
  secretsIn,
  startService,
  startTestMerginMaps,
  startTestQFieldCloud,
  until,
  watchArguments,
} from '@cairn/testing';
import type { Person, RunningService, TestMerginMaps, TestQFieldCloud } from '@cairn/testing';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const planted = (name: string) => `planted ${name}/+'${randomBytes(9).toString('hex')}`;
const secrets = Object.fromEntries(
  ['server', 'wrong', 'cloud', 'database', 'target', 'refused', 'address', 'express', 'admin', 'smtp'].map(
    (name) => [name, planted(name)],
  ),
) as Record<
  'server' | 'wrong' | 'cloud' | 'database' | 'target' | 'refused' | 'address' | 'express' | 'admin' | 'smtp',
  string
>;

let app: TestFieldSync;
let boss: Person;
let mergin: TestMerginMaps;
let cloud: TestQFieldCloud;
let web: RunningService;
let worker: RunningService;
let internalPort: number;
let watched: ReturnType<typeof watchArguments>;
const answers: string[] = [];

beforeAll(async () => {
  [app, mergin, cloud] = await Promise.all([
    startTestFieldSync(),
    startTestMerginMaps(),
    startTestQFieldCloud(),
  ]);
  boss = await app.signUp({ username: 'bea', isAdmin: true });
  cloud.addUser('crew', secrets.cloud);
  cloud.addUser('swift', secrets.express);
  const folder = join(app.config.folderProviderRoot, 'lakes');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'lakes.gpkg'), 'no package at all');
  const env = {
    ...{ FOLDER_PROVIDER_ROOT: app.config.folderProviderRoot, LOG_LEVEL: 'trace' },
    SMTP_URL: `smtp://mailer:${encodeURIComponent(secrets.smtp)}@127.0.0.1:9`,
    EXPRESS_ADMIN_URL: `postgresql://crew:${encodeURIComponent(secrets.admin)}@127.0.0.1:9/postgres`,
  };
  const { config } = app;
  internalPort = await freePort();
  const start = (file: string, more: Record<string, string> = {}) =>
    startService({ script: join(import.meta.dirname, '../src', file), config, env: { ...env, ...more } });
  [web, worker] = await Promise.all([
    start('main.ts', { INTERNAL_PORT: String(internalPort) }),
    start('worker.ts'),
  ]);
  watched = watchArguments(() => [web, worker].map(({ pid }) => pid));
});
afterAll(async () => {
  watched.stop();
  await Promise.all([web, worker].map((service) => service.kill()));
  await app.close();
  await Promise.all([mergin.close(), cloud.close()]);
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

test('no password of a server, a database or a file target is in a row, a job, Redis, a log, an argument or an answer that does not reveal it', async () => {
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
  // The database is away, so the run fails with its login in hand.
  await until('a run has failed', async () => {
    const { rows } = await app.admin.query('SELECT problem FROM field_sync.projects WHERE id = $1', [
      project,
    ]);
    return rows[0].problem !== null;
  });

  for (const [path, action, id, secret] of [
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
  for (const path of ['/api/audit', '/api/jobs'])
    answers.push(JSON.stringify((await app.ask(boss, { path })).body));

  answers.push(await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text());
  expect(answers.at(-1)).toContain('field_sync_workers 1\n');
  expect((await fetch(`${web.url}/metrics`)).status).toBe(404);

  await until('the log is written', () => web.lines.some((line) => line.includes('rsync.php')));
  const stored = await everythingStored(app, { schemas: ['field_sync', 'portal'], processes: [web, worker] });
  const text = [stored, ...answers, ...watched.seen].join('\n');
  // The search sees rows, jobs, logs and arguments.
  const seen = ['secret_shown', 'database_link.created', 'field_sync.run', 'rsync.php', 'worker.ts'];
  expect(seen.filter((each) => !text.includes(each))).toEqual([]);
  expect(secretsIn(text, secrets)).toEqual([]);
});
