import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestMerginMaps } from '@cairn/testing';
import type { TestMerginMaps } from '@cairn/testing';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startFieldSyncWithDbadmin } from './with-dbadmin.ts';
import type { FieldSyncWithDbadmin } from './with-dbadmin.ts';

let both: FieldSyncWithDbadmin;
let mergin: TestMerginMaps;
beforeAll(async () => {
  [both, mergin] = await Promise.all([startFieldSyncWithDbadmin(), startTestMerginMaps()]);
});
afterAll(async () => {
  await both.close();
  await mergin.close();
});

async function post(fields: ActionFields) {
  const { status, body } = await sendAction(both.app, both.boss, { path: 'express.php', fields });
  expect([200, 500]).toContain(status);
  return body;
}

/** What creates the project with this name. */
function formOf(name: string): ActionFields {
  const { id } = mergin.createProject(name, { files: { 'survey.gpkg': 'x' } });
  const login = { field_url: mergin.url, field_user: mergin.username, field_pass: mergin.password };
  return { create_express: '', ...login, field_proj_id: id };
}

const setups = async () =>
  (await both.app.admin.query('SELECT id, name FROM field_sync.express_setups ORDER BY id')).rows;

test('POST /admin/action/express.php create_express gets a database and a login from database administration, once, or takes them back', async () => {
  const { admin } = both.app;
  const early = await post(formOf('early'));
  expect(early).toMatchObject({ success: false, message: expect.stringContaining('no server') });
  const server = await both.register('Field server');

  const form = formOf('oak');
  await admin.query('ALTER TABLE field_sync.database_links ADD CONSTRAINT away CHECK (false) NOT VALID');
  // The login is issued, and the process dies before the link is saved.
  expect(await post(form)).toMatchObject({ success: false });
  await admin.query('ALTER TABLE field_sync.database_links DROP CONSTRAINT away');
  const first = await post(form);
  expect(first).toMatchObject({ success: true, id: expect.any(Number) });
  expect(await post(form)).toMatchObject({ success: true, id: first.id });
  const [setup] = await setups();
  const [databases, logins] = await both.made();
  expect([databases, logins!.length]).toEqual([[setup.name], 1]);
  const { rows } = await admin.query('SELECT id, username, dbname FROM field_sync.database_links');
  expect(rows).toEqual([{ id: expect.any(Number), username: logins![0], dbname: setup.name }]);
  // The stored password is the one that database administration set last.
  const { host, port, database, user, password } = await both.app.context.databaseLinks.address(rows[0].id);
  const client = new pg.Client({ host, port, database, user, password });
  await client.connect();
  await client.query('CREATE TABLE trees (geom geometry(Point, 4326))');
  await client.end();
  expect(both.server.log()).not.toContain(password);

  const other = await both.register('Second server');
  const asked = await post(formOf('elm'));
  expect(asked).toMatchObject({
    ...{ success: false },
    message: expect.stringMatching(new RegExp(`connection_id: ${server} .*${other} `)),
  });
  expect(await setups()).toHaveLength(1);

  await admin.query('ALTER TABLE field_sync.projects ADD CONSTRAINT away CHECK (false) NOT VALID');
  expect(await post({ ...formOf('ash'), connection_id: other })).toMatchObject({ success: false });
  await admin.query('ALTER TABLE field_sync.projects DROP CONSTRAINT away');
  expect((await both.made()).map((names) => names.length)).toEqual([2, 2]);
  const begun = (await setups()).at(-1);
  expect(await post({ take_back: '', id: begun.id })).toMatchObject({ success: true });
  expect(await both.made()).toEqual([databases, logins]);
});

test('POST /admin/action/express.php create_express makes nothing for a server of database administration that is not there', async () => {
  const form = { ...formOf('fir'), connection_id: 999_999 };
  expect(await post(form)).toMatchObject({ success: false, message: expect.stringContaining('no server') });
});
