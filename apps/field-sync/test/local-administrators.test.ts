import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { testProjects } from './test-projects.ts';
import { addLocalPerson } from './local-people.ts';
import { postAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let boss: Person;
let uma: Person;
beforeAll(async () => {
  app = await startTestFieldSync({ env: { SYNC_AUTH_MODE: 'local' } });
  boss = await addLocalPerson(app, { name: 'bea', accesslevel: 'Admin' });
  uma = await addLocalPerson(app, { name: 'uma' });
});
afterAll(() => app.close());

const post = (person: Person | null, path: string, fields: ActionFields) =>
  postAction(app, person, { path, fields });

test('an administrator of local mode owns what they make', async () => {
  await mkdir(app.config.folderProviderRoot, { recursive: true });
  const save = async (path: string, fields: ActionFields): Promise<number> =>
    (await post(boss, path, { save: '', id: 0, ...fields })).id;
  const server = await save('server.php', { name: 'Folders', type: 'folder', url: '.' });
  const login = { host: '127.0.0.1', username: 'u', password: 'p' };
  const link = await save('pglink.php', { name: 'Field', dbname: 'd', ...login });
  const target = await save('rsync.php', { name: 'Disk', sync_type: 'local', local_project_id: 'disk' });
  await save('project.php', {
    ...{ name: 'Lakes', server_id: server, project_id: 'lakes', geopackage: 'a.gpkg' },
    ...{ pglink_id: link, schema: 'lakes', 'rsync_ids[]': target },
  });
  for (const table of ['servers', 'database_links', 'file_targets', 'projects']) {
    const { rows } = await app.admin.query(`SELECT owner_id FROM field_sync.${table}`);
    expect([table, rows]).toEqual([table, [{ owner_id: boss.id }]]);
  }
});

test('POST /admin/action/backend.php lets people control the service whom the project names by number or mail address', async () => {
  const { id } = await testProjects(app).addProject({ name: 'Trees' });
  const started = async () =>
    (await app.admin.query('SELECT started FROM field_sync.projects WHERE id = $1', [id])).rows[0].started;
  const refusal = { success: false, message: expect.stringContaining('Only administrators') };
  const name = (admins: string) => post(boss, 'daemon.php', { save: '', id, 'sync_admins[]': admins });

  expect(await post(uma, 'backend.php', { id, op: 'start' })).toEqual(refusal);
  await name(`${boss.id},${uma.id}0,uma@example.com`);
  expect(await post(uma, 'backend.php', { id, op: 'start' })).toEqual(refusal);
  expect(await started()).toBe(false);
  await name(String(uma.id));
  expect(await post(uma, 'backend.php', { id, op: 'start' })).toMatchObject({ success: true });
  expect(await started()).toBe(true);
  await name('UMA@example.org');
  expect(await post(uma, 'backend.php', { id, op: 'stop' })).toMatchObject({ success: true });
  expect(await started()).toBe(false);
  // Nothing else, and no other project.
  expect(await post(uma, 'daemon.php', { set: '', id, param: 'retention', val: '1' })).toMatchObject({
    success: false,
  });
  const { id: other } = await testProjects(app).addProject({ name: 'Others' });
  for (const each of [other, 999_999])
    expect(await post(uma, 'backend.php', { id: each, op: 'start' })).toEqual(refusal);
  expect(await post(null, 'backend.php', { id, op: 'start' })).toMatchObject({ success: false });
  const { rows } = await app.admin.query(
    `SELECT event, actor_name FROM field_sync.audit_events WHERE event IN ('service.started', 'service.stopped') ORDER BY id`,
  );
  expect(rows).toEqual([
    { event: 'service.started', actor_name: 'uma' },
    { event: 'service.stopped', actor_name: 'uma' },
  ]);
});
