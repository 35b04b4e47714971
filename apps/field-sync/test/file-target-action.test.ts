import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { testProjects } from './test-projects.ts';
import { formActions } from './form-actions.ts';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let boss: Person;
beforeAll(async () => {
  app = await startTestFieldSync();
  boss = await app.signUp({ username: 'bea', isAdmin: true });
});
afterAll(() => app.close());

const REMOTE = {
  ...{ save: '', id: 0, sync_type: 'remote', host: '127.0.0.1', port: 2222, username: 'crew' },
  ...{ password: 'planted /+secret', folder: '/srv/field data/', usr_grp: 'www-data:gis' },
};
const LOCAL = { save: '', id: 0, sync_type: 'local', local_project_id: 'trees_2026' };
const { create, events, post, rowOf, rows } = formActions(() => ({ app, person: boss }), {
  path: 'rsync.php',
  table: 'file_targets',
  fields: () => REMOTE,
});

test('POST /admin/action/rsync.php save remote creates a target on another machine, whose password is stored encrypted', async () => {
  const saved = await post({ ...REMOTE, name: 'Office' });
  expect(saved).toEqual({ success: true, message: 'Saved Office.', id: expect.any(Number) });
  expect(await rowOf(saved.id)).toMatchObject({
    ...{ sync_type: 'remote', host: '127.0.0.1', port: 2222, username: 'crew', folder: '/srv/field data' },
    ...{ usr_grp: 'www-data:gis', local_project_id: '', excludes: '', host_key: null, owner_id: null },
    sealed_password: expect.stringMatching(/^s1\./),
  });
  expect(await events(saved.id)).toMatchObject([{ event: 'file_target.created', subject: 'Office' }]);
  expect(JSON.stringify(await events(saved.id))).not.toContain('planted');
});

test('POST /admin/action/rsync.php save local creates a target on this machine, without a login', async () => {
  const { id } = await post({ ...LOCAL, name: 'Disk', host: 'x', username: 'y', password: 'z' });
  expect(await rowOf(id)).toMatchObject({
    ...{ sync_type: 'local', local_project_id: 'trees_2026', host: '', username: '', sealed_password: null },
  });
  for (const action of ['pwd_vis', 'conn_info'])
    expect(await post({ [action]: '', id })).toMatchObject({ success: false });
});

test('POST /admin/action/rsync.php save remote with an id keeps the patterns, and the key of the same machine only', async () => {
  const id = await create('Before');
  const set = `host_key = 'key', excludes = '*.tmp'`;
  await app.admin.query(`UPDATE field_sync.file_targets SET ${set} WHERE id = $1`, [id]);
  await post({ ...REMOTE, id, name: 'After', password: '', folder: 'data' });
  expect(await rowOf(id)).toMatchObject({
    name: 'After',
    folder: 'data',
    host_key: 'key',
    excludes: '*.tmp',
  });
  await post({ ...REMOTE, id, name: 'After', port: 22 });
  expect(await rowOf(id)).toMatchObject({ port: 22, host_key: null, excludes: '*.tmp' });
});

test.each([
  ['host', { host: '127.0.0.2' }],
  ['port', { port: '' }],
  ['username', { username: 'root' }],
])(
  'POST /admin/action/rsync.php save remote keeps no stored password for another %s',
  async (what, change) => {
    const id = await create(`Kept ${what}`);
    const before = await rowOf(id);
    expect(await post({ ...REMOTE, id, name: 'Moved', password: '', ...change })).toEqual({
      ...{ success: false, message: expect.stringContaining('Enter the password again') },
    });
    expect(await rowOf(id)).toEqual(before);
  },
);

test('POST /admin/action/rsync.php save remote needs a password for what was local', async () => {
  const { id } = await post({ ...LOCAL, name: 'Was local' });
  expect(await post({ ...REMOTE, id, name: 'Was local', password: '' })).toMatchObject({ success: false });
  expect(await post({ ...REMOTE, id, name: 'Was local' })).toMatchObject({ success: true });
  expect(await post({ ...LOCAL, id, name: 'Was remote' })).toMatchObject({ success: true });
  expect(await rowOf(id)).toMatchObject({ sync_type: 'local', sealed_password: null, host: '' });
});

test('POST /admin/action/rsync.php pwd_vis shows the password, conn_info an sftp address that reads back', async () => {
  const id = await create('Shown', { host: '::1', password: 'p@ss:w/o?#%' });
  const answer = await sendAction(app, boss, { path: 'rsync.php', fields: { pwd_vis: '', id } });
  expect(answer.body).toEqual({ success: true, message: 'p@ss:w/o?#%' });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const address = new URL((await post({ conn_info: '', id })).message);
  expect(address.protocol).toBe('sftp:');
  expect([address.hostname, address.port, address.username]).toEqual(['[::1]', '2222', 'crew']);
  expect(decodeURIComponent(address.password)).toBe('p@ss:w/o?#%');
  expect(decodeURIComponent(address.pathname)).toBe('/srv/field data');
  const home = await create('Home', { folder: 'data' });
  expect((await post({ conn_info: '', id: home })).message).toMatch(/@127\.0\.0\.1:2222\/~\/data$/);
  expect((await events(id)).map(({ event }) => event)).toEqual([
    'file_target.created',
    'file_target.secret_shown',
    'file_target.secret_shown',
  ]);
});

test('POST /admin/action/rsync.php excludes replaces the patterns and redirects to the list', async () => {
  const id = await create('Patterns');
  const excludes = '*.tmp\r\n- /DCIM/raw\r\n# photos\r\n';
  const answer = await sendAction(app, boss, { path: 'rsync.php', fields: { id, excludes } });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '../rsyncs.php']);
  expect(await rowOf(id)).toMatchObject({ excludes: '*.tmp\n- /DCIM/raw\n# photos\n' });
  expect((await events(id)).at(-1)).toMatchObject({ event: 'file_target.changed', subject: 'Patterns' });
  await sendAction(app, boss, { path: 'rsync.php', fields: { id, excludes: '' } });
  expect(await rowOf(id)).toMatchObject({ excludes: '' });
});

test.each([
  ['a line !', 'a\n!\nb', 'with only !'],
  ['a line ! with spaces', 'a\r\n \t! \r\n', 'with only !'],
  ['a lone carriage return before !', 'a\r!', 'with only !'],
  ['more than 64 KiB', 'ü'.repeat(32 * 1024 + 1), 'at most 64 KiB'],
  ['a NUL character', 'a\0b', 'NUL character'],
  ['an escape character', 'a\u001b[2J', 'control characters'],
])(
  'POST /admin/action/rsync.php excludes with %s answers success false and stores nothing',
  async (what, excludes, sentence) => {
    const id = await create(`Refused ${what}`);
    expect(await post({ id, excludes })).toEqual({
      ...{ success: false, message: expect.stringContaining(sentence) },
    });
    expect(await rowOf(id)).toMatchObject({ excludes: '' });
  },
);

test('POST /admin/action/rsync.php delete refuses a target with projects by their names, and deletes one without', async () => {
  const id = await create('Used');
  const { id: project } = await testProjects(app).addProject({ name: 'Trees' });
  await app.admin.query('INSERT INTO field_sync.project_file_targets VALUES ($1, $2)', [project, id]);
  expect(await post({ delete: '', id })).toEqual({
    success: false,
    message: 'The file target "Used" is used by the project "Trees". Change or delete it first.',
  });
  expect(await app.context.fileTargets.list()).toContainEqual(expect.objectContaining({ id, projects: 1 }));
  await app.admin.query('DELETE FROM field_sync.projects');
  expect(await post({ delete: '', id })).toMatchObject({ success: true });
  expect(await rowOf(id)).toBeUndefined();
  expect((await events(id)).at(-1)).toMatchObject({ event: 'file_target.deleted', subject: 'Used' });
});

test.each<[string, ActionFields, string]>([
  ['no sync_type', { ...REMOTE, sync_type: '' }, 'sync_type must be remote or local'],
  ['an option for a host', { ...REMOTE, host: '-oProxyCommand=id' }, 'one name or one IP address'],
  ['a space in the host', { ...REMOTE, host: 'a b' }, 'one name or one IP address'],
  ['a port in the host', { ...REMOTE, host: 'host:22' }, 'one name or one IP address'],
  ['a path in the host', { ...REMOTE, host: 'x/y' }, 'one name or one IP address'],
  ['an address of a cloud', { ...REMOTE, host: '169.254.169.254' }, 'SERVER_ALLOWED_CIDRS'],
  ['an option for a user', { ...REMOTE, username: '-lroot' }, 'username must be the name of an account'],
  ['a user with a path', { ...REMOTE, username: 'a/b' }, 'username must be the name of an account'],
  ['a user with a host', { ...REMOTE, username: 'a@b' }, 'username must be the name of an account'],
  ['no password', { ...REMOTE, password: '' }, 'password is missing'],
  ['the root folder', { ...REMOTE, folder: '/' }, 'folder must be a path'],
  ['the root folder in other words', { ...REMOTE, folder: '//./' }, 'folder must be a path'],
  ['the home', { ...REMOTE, folder: '.' }, 'folder must be a path'],
  ['the home by its sign', { ...REMOTE, folder: '~' }, 'folder must be a path'],
  ['the home of another', { ...REMOTE, folder: '~root/x' }, 'folder must be a path'],
  ['a folder above', { ...REMOTE, folder: 'a/../..' }, 'folder must be a path'],
  ['a folder with a line break', { ...REMOTE, folder: 'a\nb' }, 'control characters'],
  ['a group with a space', { ...REMOTE, usr_grp: 'a:b c' }, 'usr_grp must be'],
  ['two groups', { ...REMOTE, usr_grp: 'a:b:c' }, 'usr_grp must be'],
  ['an option for a group', { ...REMOTE, usr_grp: '--x' }, 'usr_grp must be'],
  ['a path for a local project', { ...LOCAL, local_project_id: '../x' }, 'local_project_id must be'],
  ['no local project', { ...LOCAL, local_project_id: '' }, 'local_project_id is missing'],
  ['65 letters for a local project', { ...LOCAL, local_project_id: 'x'.repeat(65) }, '1 to 64 letters'],
  ['an unknown id', { ...LOCAL, id: 999_999 }, 'There is no file target 999999'],
])(
  'POST /admin/action/rsync.php save with %s answers success false and stores nothing',
  async (_what, fields, sentence) => {
    const before = await rows();
    const body = await post({ name: 'Refused', ...fields });
    expect(body).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(await rows()).toEqual(before);
  },
);

test('POST /admin/action/rsync.php save takes a folder whose name a shell would misread', async () => {
  const id = await create('Odd', { folder: 'a;touch x/-b' });
  expect(await rowOf(id)).toMatchObject({ folder: 'a;touch x/-b' });
});
