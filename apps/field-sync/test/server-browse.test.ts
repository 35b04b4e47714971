import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestMerginMaps, startTestQFieldCloud } from '@cairn/testing';
import type { Person, TestMerginMaps, TestQFieldCloud } from '@cairn/testing';
import { readPage } from './read-page.ts';
import { postAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let boss: Person;
let mergin: TestMerginMaps;
let cloud: TestQFieldCloud;
beforeAll(async () => {
  [app, mergin, cloud] = await Promise.all([
    startTestFieldSync(),
    startTestMerginMaps(),
    startTestQFieldCloud(),
  ]);
  boss = await app.signUp({ username: 'bea', isAdmin: true });
});
afterAll(async () => {
  await app.close();
  await Promise.all([mergin.close(), cloud.close()]);
});

const post = (fields: ActionFields, path = 'server.php') => postAction(app, boss, { path, fields });

async function save(name: string, server: ActionFields): Promise<number> {
  return (await post({ save: '', id: 0, name, username: '', password: '', ...server })).id;
}

const login = ({ url, username, password }: { url: string; username: string; password: string }) => {
  return { url, username, password };
};

const FILES = { 'survey.gpkg': 'x', 'photos/lakes.GPKG': 'yy', 'notes.txt': 'n' };

test('POST /admin/action/server.php list_projects lists projects of Mergin Maps, also saved as another kind', async () => {
  const oak = mergin.createProject('oak', { files: FILES });
  const elm = mergin.createProject('elm');
  const expected = {
    success: true,
    message: '',
    projects: [
      { sel_label: 'field/elm', sel_value: elm.id },
      { sel_label: 'field/oak', sel_value: oak.id },
    ],
  };
  for (const type of ['field', 'cloud']) {
    const id = await save(`Mergin as ${type}`, { type, ...login(mergin) });
    expect(await post({ list_projects: '', id })).toEqual(expected);
    expect(await post({ list_projects: '', id }, '__server.php')).toEqual(expected);
  }
});

test('POST /admin/action/__server.php list_projects asks a server again that did not answer when it was saved', async () => {
  mergin.fail({ path: '/config', status: 503 });
  const id = await save('Silent', { type: 'cloud', ...login(mergin) });
  mergin.fail({ path: '/config', drop: true });
  const failed = await post({ list_projects: '', id }, '__server.php');
  expect(failed).toMatchObject({ success: false, message: expect.any(String) });
  expect(await post({ list_projects: '', id }, '__server.php')).toMatchObject({ success: true });
  const { rows } = await app.admin.query('SELECT detected_type FROM field_sync.servers WHERE id = $1', [id]);
  expect(rows).toEqual([{ detected_type: 'field' }]);
});

test('POST /admin/action/server.php list_projects asks people to try again, where a run would do so by itself', async () => {
  const id = await save('Down', { type: 'field', ...login(mergin) });
  const fault = mergin.fail({ path: /\/project\/paginated$/, status: 503, times: 20 });
  expect(await post({ list_projects: '', id })).toEqual({
    success: false,
    message: expect.stringMatching(/^The provider has a problem\. Try again in a moment\. \(HTTP 503/),
  });
  fault.remove();
});

test('POST /admin/action/server.php list_geopackages names the packages of a project, by id or name', async () => {
  const project = mergin.createProject('ash', { files: FILES });
  const id = await save('Mergin', { type: 'field', ...login(mergin) });
  for (const chosen of [project.id, 'field/ash']) {
    expect(await post({ list_geopackages: '', id, project_id: chosen })).toEqual({
      success: true,
      message: '',
      geopackages: [
        { sel_label: 'photos/lakes.GPKG', sel_value: 'photos/lakes.GPKG' },
        { sel_label: 'survey.gpkg', sel_value: 'survey.gpkg' },
      ],
    });
  }
  const none = await post({ list_geopackages: '', id, project_id: 'field/none' }, '__server.php');
  expect(none).toMatchObject({ success: false, message: expect.stringContaining('no such project') });
  expect(await post({ list_geopackages: '', id })).toMatchObject({ success: false });
});

test('POST /admin/action/server.php list_project_geopackages answers both lists for QFieldCloud', async () => {
  const files = { 'survey.gpkg': Buffer.from('x'), 'p.qgz': Buffer.from('y') };
  const project = await cloud.addProject({ name: 'oak', files });
  const id = await save('Cloud', { type: 'cloud', ...login(cloud) });
  const projects = [{ sel_label: `${cloud.username}/oak`, sel_value: project.id }];
  for (const path of ['server.php', '__server.php']) {
    const both = await post({ list_project_geopackages: '', id, project_id: project.id }, path);
    const geopackages = [{ sel_label: 'survey.gpkg', sel_value: 'survey.gpkg' }];
    expect(both).toEqual({ success: true, message: '', projects, geopackages });
  }
  expect(await post({ list_project_geopackages: '', id })).toMatchObject({ projects, geopackages: [] });
  expect(cloud.requests.some(({ path }) => path.includes('logout'))).toBe(false);
});

test('POST /admin/action/server.php project_info describes a project with the words of its provider', async () => {
  const project = await cloud.addProject({ name: 'elm', files: { 'a.gpkg': Buffer.from('abc') } });
  const id = await save('Cloud again', { type: 'cloud', ...login(cloud) });
  for (const path of ['server.php', '__server.php']) {
    const { success, project_info: info } = await post(
      { project_info: '', id, project_id: project.id },
      path,
    );
    expect(success).toBe(true);
    expect(info).toMatchObject({
      ...{ id: project.id, name: `${cloud.username}/elm`, version: project.dataLastUpdatedAt },
      updated: expect.stringMatching(/^\d{4}-.*Z$/),
      files: [{ path: 'a.gpkg', size: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      raw: { owner: cloud.username, status: 'failed' },
    });
  }
});

test('POST /admin/action/server.php list_projects lists folders', async () => {
  const folder = join(app.storageRoot, 'field-projects', 'north', 'lakes');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'lakes.gpkg'), 'x');
  const id = await save('Folder', { type: 'folder', url: 'north' });
  expect(await post({ list_project_geopackages: '', id, project_id: 'lakes' })).toEqual({
    ...{ success: true, message: '' },
    projects: [{ sel_label: 'lakes', sel_value: 'lakes' }],
    geopackages: [{ sel_label: 'lakes.gpkg', sel_value: 'lakes.gpkg' }],
  });
});

test('POST /admin/action/server.php list_projects says so when the password is wrong, and signs in no more', async () => {
  const id = await save('Wrong', { type: 'field', ...login(mergin), password: 'wrong' });
  mergin.requests.length = 0;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const answer = await post({ list_projects: '', id });
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('rejects the login') });
  }
  expect(mergin.requests.filter(({ path }) => path === '/v1/auth/login')).toHaveLength(1);
  await post({ ...{ save: '', id, name: 'Right', type: 'field' }, ...login(mergin) });
  expect(await post({ list_projects: '', id })).toMatchObject({ success: true });
});

test('POST /admin/action/server.php project_info shows nothing of the password or the token', async () => {
  const project = mergin.createProject('secret');
  const id = await save('Secrets', { type: 'field', ...login(mergin) });
  const info = await post({ project_info: '', id, project_id: project.id });
  const { rows } = await app.admin.query('SELECT sealed_token FROM field_sync.servers WHERE id = $1', [id]);
  expect(rows[0].sealed_token).toMatch(/^s1\./);
  expect(JSON.stringify(info)).not.toContain(mergin.password);
});

test('POST /admin/action/__server.php list_geopackages, list_project_geopackages and project_info answer as those of server.php', async () => {
  const project = mergin.createProject('yew', { files: FILES });
  const id = await save('For earlier clients', { type: 'field', ...login(mergin) });
  for (const action of ['list_geopackages', 'list_project_geopackages', 'project_info']) {
    const fields = { [action]: '', id, project_id: project.id };
    const answer = await post(fields, '__server.php');
    expect(answer.success).toBe(true);
    expect(answer).toEqual(await post(fields));
  }
});

test.each([
  ['GET /admin/project_settings.php', '/admin/project_settings.php?id=0', 'server_id', 'project_id'],
  ['GET /admin/quick-start.php', '/admin/quick-start.php', 'service_id', 'field_proj_id'],
])(
  '%s names the actions that list the projects and GeoPackages for its fields',
  async (_title, path, server, project) => {
    mergin.createProject('yew', { files: FILES });
    const id = await save(`Mergin of ${server}`, { type: 'field', ...login(mergin) });
    const page = await readPage(app, boss, path);
    const offered = page.islands('offered-values');
    expect(offered.map(({ field }) => field)).toEqual([project, 'geopackage']);
    const named = new Set(page.withAttribute('name').map(({ attributes }) => attributes.name));
    const { url, username, password } = mergin;
    const values: ActionFields = {
      ...{ [server]: id, [project]: 'field/yew' },
      ...{ field_url: url, field_user: username, field_pass: password },
    };
    for (const { list, requests } of offered)
      for (const { action, does, fields } of requests) {
        const sent = Object.entries<string>(fields).map(([name, field]) => [name, values[field]]);
        for (const field of Object.values<string>(fields)) expect(named).toContain(field);
        const answer = await post({ [does]: '1', ...Object.fromEntries(sent) }, action);
        const expected = list === 'projects' ? 'field/yew' : 'photos/lakes.GPKG';
        expect(answer[list]).toContainEqual(expect.objectContaining({ sel_label: expected }));
      }
  },
);
