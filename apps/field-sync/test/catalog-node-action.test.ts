import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
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

const NODE = {
  ...{ save: '', id: 0, host: 'catalog.example', port: '', folder: '/gis/geonode/' },
  ...{ username: 'crew@field', password: 'planted /+secret' },
};
const { create, events, post, rowOf, rows } = formActions(() => ({ app, person: boss }), {
  path: 'node.php',
  table: 'catalog_nodes',
  fields: () => NODE,
});

test('POST /admin/action/node.php save with id 0 creates a node, whose password is stored encrypted', async () => {
  const saved = await post({ ...NODE, name: 'Catalog' });
  expect(saved).toEqual({ success: true, message: 'Saved Catalog.', id: expect.any(Number) });
  expect(await rowOf(saved.id)).toMatchObject({
    ...{ name: 'Catalog', host: 'catalog.example', port: 443, username: 'crew@field' },
    ...{ folder: 'gis/geonode', owner_id: null, sealed_password: expect.stringMatching(/^s1\./) },
  });
  expect(await events(saved.id)).toMatchObject([{ event: 'catalog_node.created', subject: 'Catalog' }]);
  expect(JSON.stringify(await events(saved.id))).not.toContain('planted');
});

test('POST /admin/action/node.php save with an id replaces that node; a blank password keeps the stored one', async () => {
  const id = await create('Before');
  const { sealed_password: sealed } = await rowOf(id);
  const change = { id, name: 'After', folder: '', password: '' };
  expect(await post({ ...NODE, ...change })).toMatchObject({ success: true, id });
  expect(await rowOf(id)).toMatchObject({ name: 'After', folder: '', sealed_password: sealed });
});

test.each([
  ['host', { host: 'other.example' }],
  ['scheme', { host: 'http://catalog.example', port: 443 }],
  ['port', { port: 8443 }],
  ['username', { username: 'admin' }],
])('POST /admin/action/node.php save keeps no stored password for another %s', async (what, change) => {
  const id = await create(`Kept ${what}`);
  const before = await rowOf(id);
  expect(await post({ ...NODE, id, name: 'Moved', password: '', ...change })).toEqual({
    ...{ success: false, message: expect.stringContaining('Enter the password again') },
  });
  expect(await rowOf(id)).toEqual(before);
});

test('POST /admin/action/node.php pwd_vis shows the password, no-store, and is audited', async () => {
  const id = await create('Shown');
  const answer = await sendAction(app, boss, { path: 'node.php', fields: { pwd_vis: '', id } });
  expect(answer.body).toEqual({ success: true, message: 'planted /+secret' });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await events(id)).toMatchObject([{}, { event: 'catalog_node.secret_shown', subject: 'Shown' }]);
});

test.each([
  [{}, 'https://crew%40field@catalog.example:443/gis/geonode'],
  [{ host: 'http://catalog.example', folder: '', username: 'ada' }, 'http://ada@catalog.example:80'],
  [{ host: 'http://127.0.0.1/', port: 8000, username: 'ada' }, 'http://ada@127.0.0.1:8000/gis/geonode'],
])('POST /admin/action/node.php conn_info answers the address with the user: %j', async (change, address) => {
  const id = await create(`Address ${address}`, change as ActionFields);
  expect(await post({ conn_info: '', id })).toEqual({ success: true, message: address });
  expect((await events(id)).at(-1)).toMatchObject({ event: 'catalog_node.secret_shown' });
});

test('POST /admin/action/node.php delete removes a node', async () => {
  const id = await create('Gone');
  expect(await post({ delete: '', id })).toEqual({ success: true, message: 'Deleted Gone.' });
  expect(await rowOf(id)).toBeUndefined();
  expect((await events(id)).at(-1)).toMatchObject({ event: 'catalog_node.deleted', subject: 'Gone' });
  expect(await post({ delete: '', id })).toMatchObject({ success: false });
});

test.each([
  ['no name', { name: '' }, 'name is missing'],
  ['a port in the host', { host: 'catalog.example:8000' }, 'one name or one IP address'],
  ['a path in the host', { host: 'catalog.example/x' }, 'one name or one IP address'],
  ['a login in the host', { host: 'http://a:b@catalog.example' }, 'one name or one IP address'],
  ['an address of a cloud', { host: '169.254.169.254' }, 'OUTBOUND_ALLOWED_CIDRS'],
  ['another scheme', { host: 'file://catalog.example' }, 'one name or one IP address'],
  ['port 65536', { port: 65_536 }, 'port must be a number'],
  ['a folder that leads out', { folder: 'a/../b' }, 'folder must be a path'],
  ['a query in the folder', { folder: 'a?b=c' }, 'folder must be a path'],
  ['a colon in the username', { username: 'a:b' }, 'colon'],
  ['no password', { password: '' }, 'password is missing'],
  ['an unknown id', { id: 999_999 }, 'There is no catalog node 999999'],
])(
  'POST /admin/action/node.php save with %s answers success false and stores nothing',
  async (_what, change, sentence) => {
    const before = await rows();
    const body = await post({ ...NODE, name: 'Refused', ...change });
    expect(body).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(await rows()).toEqual(before);
  },
);
