import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { startService, startTestMerginMaps, startTestQFieldCloud, until } from '@cairn/testing';
import type { Person, TestMerginMaps, TestQFieldCloud } from '@cairn/testing';
import { readPage } from './read-page.ts';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const ADMIN_URL = process.env.CAIRN_TEST_POSTGRES_URL!;
const FILES = { 'survey.gpkg': 'x', 'notes.txt': 'n' };
const STEPS = ['server', 'database', 'login', 'pglink', 'project', 'daemon', 'start'];

let app: TestFieldSync;
let boss: Person;
let mergin: TestMerginMaps;
let cloud: TestQFieldCloud;
let cluster: pg.Pool;
beforeAll(async () => {
  [app, mergin, cloud] = await Promise.all([
    startTestFieldSync({ env: { EXPRESS_ADMIN_URL: ADMIN_URL } }),
    startTestMerginMaps(),
    startTestQFieldCloud(),
  ]);
  boss = await app.signUp({ username: 'bea', isAdmin: true });
  cluster = new pg.Pool({ connectionString: ADMIN_URL, max: 1 });
});
beforeEach(() => app.admin.query('DROP TRIGGER IF EXISTS fail ON field_sync.express_steps'));
afterAll(async () => {
  const { rows } = await app.admin.query('SELECT name FROM field_sync.express_setups');
  for (const { name } of rows) {
    await cluster.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await cluster.query(`DROP ROLE IF EXISTS ${name}`);
  }
  await cluster.end();
  await app.close();
  await Promise.all([mergin.close(), cloud.close()]);
});

async function post(fields: ActionFields, at: Pick<TestFieldSync, 'url'> = app, person = boss) {
  const { status, body } = await sendAction(at, person, { path: 'express.php', fields });
  expect([200, 500]).toContain(status);
  return body;
}

const field = ({ url, username, password }: { url: string; username: string; password: string }) => ({
  ...{ field_url: url, field_user: username, field_pass: password },
});
const ofCloud = ({ url, username, password }: { url: string; username: string; password: string }) => ({
  ...{ cloud_url: url, cloud_user: username, cloud_pass: password },
});

/** What there is of all that can be made. */
async function counts() {
  const { rows } = await app.admin.query(`SELECT
    (SELECT count(*)::integer FROM field_sync.servers) AS servers,
    (SELECT count(*)::integer FROM field_sync.database_links) AS links,
    (SELECT count(*)::integer FROM field_sync.projects) AS projects,
    (SELECT count(*)::integer FROM field_sync.express_setups) AS setups`);
  return rows[0];
}

const setupOf = async (project: string) =>
  (await app.admin.query('SELECT * FROM field_sync.express_setups WHERE provider_project = $1', [project]))
    .rows[0];

/** Databases and roles with this name. */
async function onServer(name: string): Promise<[number, number]> {
  const { rows } = await cluster.query(
    `SELECT (SELECT count(*)::integer FROM pg_database WHERE datname = $1) AS databases,
            (SELECT count(*)::integer FROM pg_roles WHERE rolname = $1) AS roles`,
    [name],
  );
  return [rows[0].databases, rows[0].roles];
}

/** As if the process died at a step: before it is recorded, or after its work and before that is recorded. */
async function dieAt(step: string, when: 'INSERT' | 'UPDATE'): Promise<void> {
  await app.admin.query(`
    CREATE OR REPLACE FUNCTION field_sync.fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the process dies'; END $$`);
  await app.admin.query(
    `CREATE TRIGGER fail BEFORE ${when} ON field_sync.express_steps FOR EACH ROW
       WHEN (new.step = '${step}') EXECUTE FUNCTION field_sync.fail()`,
  );
}

const live = () => app.admin.query('DROP TRIGGER IF EXISTS fail ON field_sync.express_steps');

test('POST /admin/action/express.php list_field_projects lists projects of whichever product answers at the address', async () => {
  const oak = mergin.createProject('oak', { files: FILES });
  const elm = await cloud.addProject({ name: 'elm' });
  const merginProjects = [{ sel_label: 'field/oak', sel_value: oak.id }];
  const cloudProjects = [{ sel_label: `${cloud.username}/elm`, sel_value: elm.id }];
  const before = await counts();
  for (const [server, projects] of [
    [mergin, merginProjects],
    [cloud, cloudProjects],
  ] as const) {
    const answer = { success: true, message: '', projects };
    expect(await post({ list_field_projects: '', ...field(server) })).toEqual(answer);
  }
  expect(await counts()).toEqual(before);
});

test('POST /admin/action/express.php list_cloud_projects lists projects of whichever product answers, by workspace, name and number', async () => {
  mergin.createProject('ash', { files: FILES });
  await cloud.addProject({ name: 'elder' });
  const labels = async (fields: ActionFields) =>
    (await post({ list_cloud_projects: '', ...fields })).projects.map((each: any) => each.sel_label);
  expect(await labels(ofCloud(mergin))).toEqual(['field/ash', 'field/oak']);
  expect(await labels({ ...ofCloud(mergin), q: 'as' })).toEqual(['field/ash']);
  expect(await labels({ ...ofCloud(mergin), workspace: 'elsewhere' })).toEqual([]);
  expect(await labels({ ...ofCloud(cloud), limit: 1 })).toHaveLength(1);
  expect(await labels({ ...ofCloud(cloud), q: 'elder', workspace: cloud.username })).toEqual([
    `${cloud.username}/elder`,
  ]);
  const bad: ActionFields[] = [{ limit: '0' }, { cloud_url: '' }, { cloud_pass: '' }, { cloud_user: '' }];
  for (const fields of bad) {
    const refused = await post({ list_cloud_projects: '', ...ofCloud(cloud), ...fields });
    expect(refused).toEqual({ success: false, message: expect.any(String) });
  }
});

test('POST /admin/action/express.php with an unknown discriminator, or with a wrong password, is success: false', async () => {
  const undecided: ActionFields[] = [{}, { other: '1' }, { create: '1' }];
  for (const fields of undecided) {
    expect(await post(fields)).toMatchObject({ success: false });
  }
  const wrong = { ...field(mergin), field_pass: 'wrong' };
  const before = await counts();
  for (const action of ['list_field_projects', 'create_express']) {
    const answer = await post({ [action]: '', ...wrong, field_proj_id: 'field/oak' });
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('rejects the login') });
    expect(JSON.stringify(answer)).not.toContain(wrong.field_pass + '"');
  }
  expect(await counts()).toEqual(before);
});

test('POST /admin/action/express.php create_express sets a project of Mergin Maps up in a database of its own, once', async () => {
  const { id: project } = mergin.createProject('Größe & Höhe', { files: FILES });
  const form = { create_express: '', ...field(mergin), field_proj_id: project, sleep_time: 45 };
  const first = await post(form);
  expect(first).toEqual({ success: true, message: expect.any(String), id: expect.any(Number) });

  const { name } = await setupOf(project);
  expect(name).toMatch(/^fs_gro_e_hohe_[0-9a-f]{6}$/);
  const { rows } = await app.admin.query(
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
      ...{ link: name, dbname: name, type: 'field', url: mergin.url },
    },
  ]);

  const before = await counts();
  const again = { ...form, field_proj_id: 'field/Größe & Höhe' };
  expect(await Promise.all([post(form), post(again)])).toMatchObject([{ id: first.id }, { id: first.id }]);
  expect(await counts()).toEqual(before);
  expect(await post({ take_back: '', id: (await setupOf(project)).id })).toMatchObject({ success: false });
  expect(await onServer(name)).toEqual([1, 1]);
});

test('POST /admin/action/express.php create_express makes a login that may create tables in its database, and no other', async () => {
  const { id: project } = await cloud.addProject({ name: 'lime', files: { 'a.gpkg': Buffer.from('x') } });
  // Mergin Maps was chosen, QFieldCloud answers.
  const { id } = await post({
    create_express: '',
    ...field(cloud),
    field_proj_id: project,
    provider: 'field',
  });
  const { rows } = await app.admin.query(
    'SELECT pglink_id, server_id FROM field_sync.projects WHERE id = $1',
    [id],
  );
  const { success, message } = (
    await sendAction(app, boss, { path: 'pglink.php', fields: { conn_info: '', id: rows[0].pglink_id } })
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
  const { rows: servers } = await app.admin.query('SELECT type FROM field_sync.servers WHERE id = $1', [
    rows[0].server_id,
  ]);
  expect(servers).toEqual([{ type: 'cloud' }]);
});

test('POST /admin/action/express.php create_express takes a saved server by service_id, and asks which of several packages', async () => {
  const files = { 'one.gpkg': 'x', 'two.gpkg': 'y' };
  const { id: project } = mergin.createProject('fir', { files });
  const saved = await sendAction(app, boss, {
    path: 'server.php',
    fields: {
      save: '',
      id: 0,
      name: 'Saved',
      type: 'field',
      url: mergin.url,
      username: 'other',
      password: 'x',
    },
  });
  expect(saved.body.success).toBe(true);
  await app.admin.query('DELETE FROM field_sync.servers WHERE id = $1', [saved.body.id]);
  const { rows } = await app.admin.query('SELECT id FROM field_sync.servers WHERE url = $1', [mergin.url]);
  const form = { create_express: '', service_id: rows[0].id, field_proj_id: project };
  const asked = await post(form);
  expect(asked).toMatchObject({ success: false, message: expect.stringContaining('one.gpkg, two.gpkg') });
  for (const geopackage of ['../x.gpkg', 'x.txt'])
    expect(await post({ ...form, geopackage })).toMatchObject({ success: false });
  expect(await setupOf(project)).toBeUndefined();
  const { id } = await post({ ...form, geopackage: 'two.gpkg' });
  const { rows: made } = await app.admin.query(
    'SELECT server_id, geopackage FROM field_sync.projects WHERE id = $1',
    [id],
  );
  expect(made).toEqual([{ server_id: rows[0].id, geopackage: 'two.gpkg' }]);
  const unfit: ActionFields[] = [
    { sleep_time: '0' },
    { field_proj_id: '' },
    { service_id: '999999' },
    { field_proj_id: 'field/none' },
  ];
  for (const fields of unfit) expect(await post({ ...form, ...fields })).toMatchObject({ success: false });
});

test.each(['INSERT', 'UPDATE'] as const)(
  'POST /admin/action/express.php create_express that dies at the %s of any step goes on there when it is repeated',
  async (when) => {
    const { id: project } = mergin.createProject(`killed ${when}`, { files: FILES });
    const form = { create_express: '', ...field(mergin), field_proj_id: project };
    const before = await counts();
    const names = new Set<string>();
    for (const step of STEPS) {
      await dieAt(step, when);
      expect(await post(form)).toMatchObject({ success: false });
      await live();
      names.add((await setupOf(project)).name);
    }
    const { success, id } = await post(form);
    expect(success).toBe(true);
    expect(await post(form)).toMatchObject({ success: true, id });
    expect(names.size).toBe(1);
    const after = await counts();
    expect([after.links, after.projects, after.setups]).toEqual(
      [before.links, before.projects, before.setups].map((count: number) => count + 1),
    );
    expect(after.servers).toBe(before.servers);
    // The password of the link is that of the login.
    const { rows } = await app.admin.query('SELECT pglink_id FROM field_sync.projects WHERE id = $1', [id]);
    const { host, port, database, user, password } = await app.context.databaseLinks.address(
      rows[0].pglink_id,
    );
    const client = new pg.Client({ host, port, database, user, password });
    await client.connect();
    await client.end();
  },
);

test('POST /admin/action/express.php create_express goes on in another process when the first is killed', async () => {
  const { id: project } = mergin.createProject('killed for real', { files: FILES });
  const form = { create_express: '', ...field(mergin), field_proj_id: project };
  const script = join(import.meta.dirname, '../src/main.ts');
  const service = await startService({ script, config: app.config, env: { EXPRESS_ADMIN_URL: ADMIN_URL } });
  const holder = await app.admin.connect();
  await holder.query('SELECT pg_advisory_lock(4711)');
  await holder.query(`
    CREATE OR REPLACE FUNCTION field_sync.fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN new; END $$;
    CREATE TRIGGER fail BEFORE UPDATE ON field_sync.express_steps FOR EACH ROW
      WHEN (new.step = 'login') EXECUTE FUNCTION field_sync.fail()`);
  const lost = post(form, service).catch(() => null);
  await until('the login is made', async () => {
    const { rows } = await holder.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 4711
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length > 0;
  });
  await service.kill();
  expect(await lost).toBeNull();
  const { name } = await setupOf(project);
  expect(await onServer(name)).toEqual([1, 1]);
  await holder.query('SELECT pg_advisory_unlock(4711)');
  holder.release();
  await until('nothing holds the set-up any more', async () => (await post(form)).success);
  await live();
  expect((await setupOf(project)).name).toBe(name);
  expect(await post(form)).toMatchObject({ success: true, id: expect.any(Number) });
});

test('POST /admin/action/express.php take_back removes what a failure lists, and the form of the page does the same', async () => {
  const other = await startTestMerginMaps();
  const { id: project } = other.createProject('beech', { files: FILES });
  const form = { create_express: '', ...field(other), field_proj_id: project };
  const before = await counts();
  await dieAt('daemon', 'INSERT');
  expect(await post(form)).toMatchObject({ success: false });
  await live();
  const { id, name } = await setupOf(project);
  expect(await onServer(name)).toEqual([1, 1]);

  const page = await readPage(app, boss, '/admin/quick-start.php');
  expect(page.withAttribute('data-express').map(({ attributes }) => attributes['data-id'])).toEqual([
    String(id),
  ]);
  expect(page.html).toContain('name="take_back"');
  const taken = await post({ take_back: '', id });
  expect(taken).toMatchObject({ success: true });
  expect(await onServer(name)).toEqual([0, 0]);
  expect(await counts()).toEqual(before);
  expect(await post({ take_back: '', id })).toMatchObject({ success: false });
  await other.close();
});

test('POST /admin/action/express.php create_express says what it made when the database server refuses, and where nothing can be made', async () => {
  const { id: project } = mergin.createProject('yew', { files: FILES });
  const form = { create_express: '', ...field(mergin), field_proj_id: project };
  const name = `express_${randomBytes(4).toString('hex')}`;
  // It may make databases and roles, but not install PostGIS.
  await cluster.query(`CREATE ROLE ${name} LOGIN CREATEDB CREATEROLE PASSWORD 'planted'`);
  const ofRole = Object.assign(new URL(ADMIN_URL), { username: name, password: 'planted' }).href;
  const start = (env: Record<string, string>) => startTestFieldSync({ env });
  const [weak, none] = await Promise.all([start({ EXPRESS_ADMIN_URL: ofRole }), start({})]);
  try {
    const person = await weak.signUp({ username: 'wim', isAdmin: true });
    const failed = await post(form, weak, person);
    expect(failed).toMatchObject({
      ...{ success: false, express_id: expect.any(Number) },
      made: [{ step: 'server' }, { step: 'database', name: expect.stringMatching(/^fs_yew_/) }],
      message: expect.stringContaining('PostGIS cannot be installed'),
    });
    expect(JSON.stringify(failed)).not.toContain('planted');
    expect(await post(form, weak, person)).toEqual(failed);
    const [made] = await weak.context.express.listUnfinished();
    expect(await onServer(made!.name)).toEqual([1, 0]);
    const taken = await post({ take_back: '', id: failed.express_id }, weak, person);
    expect(taken).toMatchObject({ success: true });
    expect(await onServer(made!.name)).toEqual([0, 0]);

    const nobody = await none.signUp({ username: 'nia', isAdmin: true });
    expect(await post(form, none, nobody)).toEqual({
      success: false,
      message: expect.stringContaining('EXPRESS_ADMIN_URL'),
    });
  } finally {
    await Promise.all([weak.close(), none.close()]);
    await cluster.query(`DROP ROLE ${name}`);
  }
});
