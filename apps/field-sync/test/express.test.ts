import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { fieldLogin, startExpressApp } from './express-app.ts';
import type { ExpressApp } from './express-app.ts';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';

const FILES = { 'survey.gpkg': 'x', 'notes.txt': 'n' };

let express: ExpressApp;
beforeAll(async () => void (express = await startExpressApp()));
afterAll(() => express.close());

const ofCloud = ({ url, username, password }: { url: string; username: string; password: string }) => ({
  ...{ cloud_url: url, cloud_user: username, cloud_pass: password },
});

test('POST /admin/action/express.php list_field_projects lists projects of whichever product answers at the address', async () => {
  const oak = express.mergin.createProject('oak', { files: FILES });
  const elm = await express.cloud.addProject({ name: 'elm' });
  const merginProjects = [{ sel_label: 'field/oak', sel_value: oak.id }];
  const cloudProjects = [{ sel_label: `${express.cloud.username}/elm`, sel_value: elm.id }];
  const before = await express.counts();
  for (const [server, projects] of [
    [express.mergin, merginProjects],
    [express.cloud, cloudProjects],
  ] as const) {
    const answer = { success: true, message: '', projects };
    expect(await express.post({ list_field_projects: '', ...fieldLogin(server) })).toEqual(answer);
  }
  expect(await express.counts()).toEqual(before);
});

test('POST /admin/action/express.php list_cloud_projects lists projects of whichever product answers, by workspace, name and number', async () => {
  express.mergin.createProject('ash', { files: FILES });
  await express.cloud.addProject({ name: 'elder' });
  const labels = async (fields: ActionFields) =>
    (await express.post({ list_cloud_projects: '', ...fields })).projects.map((each: any) => each.sel_label);
  expect(await labels(ofCloud(express.mergin))).toEqual(['field/ash', 'field/oak']);
  expect(await labels({ ...ofCloud(express.mergin), q: 'as' })).toEqual(['field/ash']);
  expect(await labels({ ...ofCloud(express.mergin), workspace: 'elsewhere' })).toEqual([]);
  expect(await labels({ ...ofCloud(express.cloud), limit: 1 })).toHaveLength(1);
  expect(await labels({ ...ofCloud(express.cloud), q: 'elder', workspace: express.cloud.username })).toEqual([
    `${express.cloud.username}/elder`,
  ]);
  const bad: ActionFields[] = [{ limit: '0' }, { cloud_url: '' }, { cloud_pass: '' }, { cloud_user: '' }];
  for (const fields of bad) {
    const refused = await express.post({ list_cloud_projects: '', ...ofCloud(express.cloud), ...fields });
    expect(refused).toEqual({ success: false, message: expect.any(String) });
  }
});

test('POST /admin/action/express.php with an unknown discriminator, or with a wrong password, is success: false', async () => {
  const undecided: ActionFields[] = [{}, { other: '1' }, { create: '1' }];
  for (const fields of undecided) {
    expect(await express.post(fields)).toMatchObject({ success: false });
  }
  const wrong = { ...fieldLogin(express.mergin), field_pass: 'wrong' };
  const before = await express.counts();
  for (const action of ['list_field_projects', 'create_express']) {
    const answer = await express.post({ [action]: '', ...wrong, field_proj_id: 'field/oak' });
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('rejects the login') });
    expect(JSON.stringify(answer)).not.toContain(wrong.field_pass + '"');
  }
  expect(await express.counts()).toEqual(before);
});

test('POST /admin/action/express.php create_express sets a project of Mergin Maps up in a database of its own, once', async () => {
  const { id: project } = express.mergin.createProject('Größe & Höhe', { files: FILES });
  const form = { create_express: '', ...fieldLogin(express.mergin), field_proj_id: project, sleep_time: 45 };
  const first = await express.post(form);
  expect(first).toEqual({ success: true, message: expect.any(String), id: expect.any(Number) });

  const { name } = await express.setupOf(project);
  expect(name).toMatch(/^fs_gro_e_hohe_[0-9a-f]{6}$/);
  const { rows } = await express.app.admin.query(
    `SELECT p.name, p.project_id, p.geopackage, p.schema, p.started, p.sleep_time, l.name AS link, l.dbname, s.type, s.url
       FROM field_sync.projects p JOIN field_sync.database_links l ON l.id = p.pglink_id
       JOIN field_sync.servers s ON s.id = p.server_id WHERE p.id = $1`,
    [first.id],
  );
  expect(rows).toEqual([
    {
      ...{
        name,
        project_id: project,
        geopackage: 'survey.gpkg',
        schema: 'public',
        started: true,
        sleep_time: 45,
      },
      ...{ link: name, dbname: name, type: 'field', url: express.mergin.url },
    },
  ]);

  const before = await express.counts();
  const again = { ...form, field_proj_id: 'field/Größe & Höhe' };
  expect(await Promise.all([express.post(form), express.post(again)])).toMatchObject([
    { id: first.id },
    { id: first.id },
  ]);
  expect(await express.counts()).toEqual(before);
  expect(await express.post({ take_back: '', id: (await express.setupOf(project)).id })).toMatchObject({
    success: false,
  });
  expect(await express.onServer(name)).toEqual([1, 1]);
});

test('POST /admin/action/express.php create_express makes a login that may create tables in its database, and no other', async () => {
  const { id: project } = await express.cloud.addProject({
    name: 'lime',
    files: { 'a.gpkg': Buffer.from('x') },
  });
  // Mergin Maps was chosen, QFieldCloud answers.
  const { id } = await express.post({
    create_express: '',
    ...fieldLogin(express.cloud),
    field_proj_id: project,
    provider: 'field',
  });
  const { rows } = await express.app.admin.query(
    'SELECT pglink_id, server_id FROM field_sync.projects WHERE id = $1',
    [id],
  );
  const { success, message } = (
    await sendAction(express.app, express.boss, {
      path: 'pglink.php',
      fields: { conn_info: '', id: rows[0].pglink_id },
    })
  ).body;
  expect(success).toBe(true);
  const part = (keyword: string) => new RegExp(`${keyword}=(\\S+)`).exec(message)![1]!;
  const login = {
    ...{ host: part('host'), port: Number(part('port')), database: part('dbname') },
    ...{ user: part('user'), password: part('password') },
  };
  const client = new pg.Client(login);
  await client.connect();
  await client.query('CREATE TABLE trees (id integer PRIMARY KEY, geom geometry(Point, 4326))');
  const { rows: powers } = await client.query(
    'SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication AS any FROM pg_roles WHERE rolname = current_user',
  );
  await client.end();
  expect(powers).toEqual([{ any: false }]);
  const { rows: servers } = await express.app.admin.query(
    'SELECT type FROM field_sync.servers WHERE id = $1',
    [rows[0].server_id],
  );
  expect(servers).toEqual([{ type: 'cloud' }]);
});

test('POST /admin/action/express.php create_express takes a saved server by service_id, and asks which of several packages', async () => {
  const files = { 'one.gpkg': 'x', 'two.gpkg': 'y' };
  const { id: project } = express.mergin.createProject('fir', { files });
  const saved = await sendAction(express.app, express.boss, {
    path: 'server.php',
    fields: {
      save: '',
      id: 0,
      name: 'Saved',
      type: 'field',
      url: express.mergin.url,
      username: 'other',
      password: 'x',
    },
  });
  expect(saved.body.success).toBe(true);
  await express.app.admin.query('DELETE FROM field_sync.servers WHERE id = $1', [saved.body.id]);
  const { rows } = await express.app.admin.query('SELECT id FROM field_sync.servers WHERE url = $1', [
    express.mergin.url,
  ]);
  const form = { create_express: '', service_id: rows[0].id, field_proj_id: project };
  const asked = await express.post(form);
  expect(asked).toMatchObject({ success: false, message: expect.stringContaining('one.gpkg, two.gpkg') });
  for (const geopackage of ['../x.gpkg', 'x.txt'])
    expect(await express.post({ ...form, geopackage })).toMatchObject({ success: false });
  expect(await express.setupOf(project)).toBeUndefined();
  const { id } = await express.post({ ...form, geopackage: 'two.gpkg' });
  const { rows: made } = await express.app.admin.query(
    'SELECT server_id, geopackage FROM field_sync.projects WHERE id = $1',
    [id],
  );
  expect(made).toEqual([{ server_id: rows[0].id, geopackage: 'two.gpkg' }]);
  const invalid: ActionFields[] = [
    { sleep_time: '0' },
    { field_proj_id: '' },
    { service_id: '999999' },
    { field_proj_id: 'field/none' },
  ];
  for (const fields of invalid)
    expect(await express.post({ ...form, ...fields })).toMatchObject({ success: false });
});
