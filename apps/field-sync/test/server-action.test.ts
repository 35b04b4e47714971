import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestMerginMaps } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { formActions } from './form-actions.ts';
import { postAction, sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';

let app: TestFieldSync;
let boss: Person;
beforeAll(async () => {
  app = await startTestFieldSync();
  boss = await app.signUp({ username: 'bea', isAdmin: true });
});
afterAll(() => app.close());

const MERGIN = {
  ...{ save: '', id: 0, type: 'field', url: 'https://127.0.0.1:9/' },
  ...{ username: 'crew', password: 'planted /+secret' },
};
const { create, events, post, rowOf, rows } = formActions(() => ({ app, person: boss }), {
  path: 'server.php',
  table: 'servers',
  fields: () => MERGIN,
});

test('POST /admin/action/server.php save with id 0 creates a server, whose password is stored encrypted', async () => {
  const saved = await post({ ...MERGIN, name: ' North ' });
  expect(saved).toEqual({ success: true, message: 'Saved North.', id: expect.any(Number) });
  const row = await rowOf(saved.id);
  expect(row).toMatchObject({
    ...{ name: 'North', type: 'field', url: 'https://127.0.0.1:9', username: 'crew' },
    owner_id: null,
  });
  expect(row.sealed_password).toMatch(/^s1\./);
  const [event] = await events(saved.id);
  expect(event).toMatchObject({ event: 'server.created', actor_name: 'bea', subject: 'North' });
  expect(JSON.stringify(event)).not.toContain('planted');
});

test.each(['', '-1', '-7'])(
  'POST /admin/action/server.php save with id "%s" creates a server',
  async (id) => {
    const before = (await rows()).length;
    expect(await post({ ...MERGIN, id, name: `New ${id}` })).toMatchObject({ success: true });
    expect(await rows()).toHaveLength(before + 1);
  },
);

test('POST /admin/action/server.php save with an id replaces that server and forgets what was learned of it', async () => {
  const id = await create('Before');
  await app.admin.query(
    `UPDATE field_sync.servers SET sealed_token = 'x', sign_in_problem = 'no', failures = 6, problem = 'away',
            retry_at = now(), detected_type = 'cloud' WHERE id = $1`,
    [id],
  );
  const { sealed_password: sealed } = await rowOf(id);
  const saved = await post({ ...MERGIN, id, name: 'After', password: '' });
  expect(saved).toEqual({ success: true, message: 'Saved After.', id });
  expect(await rowOf(id)).toMatchObject({
    ...{ name: 'After', sealed_password: sealed, detected_type: 'cloud' },
    ...{ sealed_token: null, sign_in_problem: null, failures: 0, problem: null, retry_at: null },
  });
  await post({ ...MERGIN, id, name: 'After', url: 'https://127.0.0.1:9/mergin' });
  expect(await rowOf(id)).toMatchObject({ detected_type: null, url: 'https://127.0.0.1:9/mergin' });
  expect((await events(id)).map(({ event }) => event)).toEqual([
    'server.created',
    'server.changed',
    'server.changed',
  ]);
});

test.each([
  ['url', { url: 'https://127.0.0.2:9' }],
  ['port', { url: 'https://127.0.0.1:8' }],
  ['scheme', { url: 'http://127.0.0.1:9' }],
  ['username', { username: 'root' }],
])(
  'POST /admin/action/server.php save keeps no stored password for another %s, and changes nothing',
  async (what, change) => {
    const id = await create(`Kept ${what}`);
    const before = await rowOf(id);
    expect(await post({ ...MERGIN, id, name: 'Moved', password: '', ...change })).toEqual({
      ...{ success: false, message: expect.stringContaining('Enter the password again') },
    });
    expect(await rowOf(id)).toEqual(before);
  },
);

test('POST /admin/action/server.php pwd_vis cannot decrypt a password whose row was given another address', async () => {
  const id = await create('Tampered');
  await app.admin.query(`UPDATE field_sync.servers SET url = 'https://127.0.0.2:9' WHERE id = $1`, [id]);
  const { status, body } = await sendAction(app, boss, { path: 'server.php', fields: { pwd_vis: '', id } });
  expect([status, body.success]).toEqual([503, false]);
  expect(JSON.stringify(body)).not.toContain('planted');
});

test('POST /admin/action/server.php pwd_vis shows the password, is not stored by browsers and is audited', async () => {
  const id = await create('Shown');
  const answer = await sendAction(app, boss, { path: 'server.php', fields: { pwd_vis: '', id } });
  expect(answer.body).toEqual({ success: true, message: 'planted /+secret' });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await events(id)).toMatchObject([
    { event: 'server.created' },
    { event: 'server.secret_shown', actor_id: boss.id, actor_name: 'bea', subject: 'Shown' },
  ]);
  expect(JSON.stringify(await events(id))).not.toContain('planted');
});

test('POST /admin/action/server.php pwd_vis shows a person 30 passwords an hour, also when asked for all at once', async () => {
  const id = await create('Shown often');
  const eager = await app.signUp({ username: 'eager', isAdmin: true });
  const answers = await Promise.all(
    Array.from({ length: 34 }, () =>
      postAction(app, eager, { path: 'server.php', fields: { pwd_vis: '', id } }),
    ),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(30);
  const refused = answers.filter(({ success }) => !success);
  expect(refused).toEqual(
    Array(4).fill({ success: false, message: expect.stringContaining('within an hour') }),
  );
  expect((await events(id)).filter(({ event }) => event === 'server.secret_shown')).toHaveLength(30);
  expect((await post({ pwd_vis: '', id })).success).toBe(true);
});

test('POST /admin/action/server.php delete deletes a server without projects, and refuses with the names of its projects', async () => {
  const id = await create('Used');
  for (const name of ['Trees', 'Bridges']) await testProjects(app).addProject({ name, serverId: id });
  expect(await post({ delete: '', id })).toEqual({
    success: false,
    message: 'The server "Used" is used by the projects "Bridges", "Trees". Change or delete them first.',
  });
  expect(await rowOf(id)).toBeDefined();
  await app.admin.query('DELETE FROM field_sync.projects');
  expect(await post({ delete: '', id })).toEqual({ success: true, message: 'Deleted Used.' });
  expect(await rowOf(id)).toBeUndefined();
  expect((await events(id)).at(-1)).toMatchObject({ event: 'server.deleted', subject: 'Used' });
  expect(await post({ delete: '', id })).toMatchObject({ success: false });
});

test('POST /admin/action/server.php list_servers lists servers by name, with what answers at the address', async () => {
  await app.admin.query('DELETE FROM field_sync.servers');
  const south = await create('south');
  const north = await create('North', { url: 'http://127.0.0.1:9/x' });
  await app.admin.query(`UPDATE field_sync.servers SET detected_type = 'cloud' WHERE id = $1`, [north]);
  expect(await post({ list_servers: 'anything' })).toEqual({
    success: true,
    message: '',
    servers: [
      { id: north, name: 'North', type: 'cloud', url: 'http://127.0.0.1:9/x' },
      { id: south, name: 'south', type: 'field', url: 'https://127.0.0.1:9' },
    ],
  });
});

test('POST /admin/action/server.php save takes folders below that of the operator only, without links out of it', async () => {
  const root = app.config.folderProviderRoot;
  await mkdir(join(root, 'crews/east'), { recursive: true });
  await mkdir(`${root}-other`, { recursive: true });
  await symlink(`${root}-other`, join(root, 'out'));
  await symlink(join(root, 'crews'), join(root, 'in'));
  const folder = { save: '', id: 0, type: 'folder', username: 'x', password: 'y' };
  const { id } = await post({ ...folder, name: 'East', url: 'crews/east/' });
  expect(await rowOf(id)).toMatchObject({
    ...{ type: 'folder', url: 'crews/east', username: '', sealed_password: null },
  });
  expect((await post({ ...folder, name: 'All', url: '.' })).success).toBe(true);
  expect(await post({ pwd_vis: '', id })).toMatchObject({ success: false });
  await writeFile(join(root, 'file'), '');
  for (const url of ['out', 'in/east', '..', 'crews/../..', '/etc', 'missing', 'file', `${root}-other`])
    expect([url, (await post({ ...folder, name: 'Out', url })).message]).toEqual([
      url,
      expect.stringMatching(/is not below the folder|There is no folder|is a file/),
    ]);
});

test('POST /admin/action/server.php save says what answers at the address, whatever was chosen', async () => {
  const server = await startTestMerginMaps();
  try {
    const { message, id } = await post({ ...MERGIN, name: 'Asked', type: 'cloud', url: server.url });
    expect(message).toMatch(/^Saved Asked\. Mergin Maps .* answers at its address\.$/);
    expect(await rowOf(id)).toMatchObject({ type: 'cloud', detected_type: 'field' });
    const { servers } = await post({ list_servers: '' });
    expect(servers.find((each: { id: number }) => each.id === id)).toMatchObject({ type: 'field' });
    expect(JSON.stringify(server.requests)).not.toContain('planted');
  } finally {
    await server.close();
  }
});

test.each([
  ['no name', { name: ' ' }, 'name is missing'],
  ['a name of 10,000 characters', { name: 'x'.repeat(10_000) }, 'at most 200 characters'],
  ['a name with a line break', { name: 'a\r\nb' }, 'control characters'],
  ['a password with a line break', { password: 'a\nb' }, 'control characters'],
  ['no type', { type: '' }, 'type must be field'],
  ['an unknown type', { type: '__proto__' }, 'type must be field'],
  ['no url', { url: '' }, 'url is missing'],
  ['another scheme', { url: 'file:///etc/passwd' }, 'http:// or https://'],
  ['a login in the url', { url: 'https://a:b@mergin.example' }, 'must not contain a username'],
  ['an address of a cloud', { url: 'http://169.254.169.254/latest' }, 'private or reserved network'],
  ['the same in another spelling', { url: 'http://0xa9fea9fe/' }, 'private or reserved network'],
  ['a query', { url: 'https://127.0.0.1:9/?x=1' }, 'url must end with the path'],
  ['no username', { username: '' }, 'username is missing'],
  ['no password', { password: '' }, 'password is missing'],
  ['an id that is not a number', { id: '1e3' }, 'id must be a whole number'],
  ['an unknown id', { id: 999_999 }, 'There is no server 999999'],
  ['an id beyond all numbers', { id: '99999999999' }, 'id must be a whole number'],
  ['a field twice', { name: ['a', 'b'] }, 'given more than once'],
  ['a NUL character', { name: 'a\0b' }, 'NUL character'],
  ['a prototype name', { 'name[__proto__]': 'x' }, 'not allowed'],
])(
  'POST /admin/action/server.php save with %s answers success false and stores nothing',
  async (_what, change, sentence) => {
    const before = await rows();
    const body = await post({ ...MERGIN, name: 'Refused', ...change } as ActionFields);
    expect(body).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(await rows()).toEqual(before);
  },
);

test('POST /admin/action/server.php save refuses a name that another server has, in any case of letters', async () => {
  await create('Twice');
  expect(await post({ ...MERGIN, name: 'TWICE' })).toMatchObject({
    ...{ success: false, message: expect.stringContaining('already a server with this name') },
  });
});

test('POST /admin/action/server.php does what the first of its fields says, whatever the values, and nothing without one', async () => {
  const id = await create('First');
  expect((await post({ pwd_vis: '', delete: '0', id })).message).toBe('Deleted First.');
  expect(await post({ id, name: 'x' })).toEqual({
    ...{ success: false, message: expect.stringContaining('does not say what to do') },
  });
  expect(await post({})).toMatchObject({ success: false });
});

test('POST /admin/action/__server.php answers save, delete and pwd_vis as server.php does, and knows no list_servers', async () => {
  const send = (fields: ActionFields) => postAction(app, boss, { path: '__server.php', fields });
  const { id } = await send({ ...MERGIN, name: 'Old client' });
  expect(await send({ pwd_vis: '', id })).toEqual({
    success: true,
    message: 'planted /+secret',
  });
  expect(await send({ list_servers: '' })).toMatchObject({ success: false });
  expect(await send({ delete: '', id })).toMatchObject({ success: true });
});

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  '%s /admin/action/__server.php is 404 like any unknown address',
  async (method) => {
    const answer = await fetch(`${app.url}/admin/action/__server.php`, {
      ...{ method, headers: { cookie: boss.cookie } },
    });
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
  },
);
