import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let editor: Person;
let id: number;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  editor = await app.signUp({ username: 'editor', service: 'edit' });
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

let connections = 0;
beforeEach(async () => {
  connections += 1;
  await app.forgetFiles();
  id = await app.connect(admin, server, `server ${connections}`);
});

function rule(over: Record<string, unknown> = {}) {
  return {
    name: 'office',
    cidr: '10.20.0.0/16',
    auth_method: 'scram-sha-256',
    database_name: 'gis',
    role_name: 'ana',
    ...over,
  };
}

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', json?: unknown) =>
  app.ask(admin, { path: `/api/connections/${id}/access-rules${path}`, method, json });
const add = async (over: Record<string, unknown>) => (await call('POST', '', rule(over))).body.id as number;
const list = async () => (await app.ask(editor, { path: `/api/connections/${id}/access-rules` })).body;
const names = async () => (await list()).rules.map(({ name, position }: any) => `${position} ${name}`);

describe('rules', () => {
  test('POST /api/connections/{id}/access-rules returns 201 with the rule, enabled by default', async () => {
    const { status, body } = await call('POST', '', rule());
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...rule(),
        id: expect.any(Number),
        enabled: true,
        position: 1,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    });
    expect((await call('POST', '', rule())).status).toBe(409);
    expect((await call('POST', '', rule({ name: 'off', enabled: false }))).body.enabled).toBe(false);
  });

  test('GET /api/connections/{id}/access-rules lists rules in order, with the path of the file', async () => {
    await add({ name: 'one' });
    await add({ name: 'two', database_name: null, role_name: undefined, cidr: 'FD00:0:0::/8' });
    expect(await list()).toMatchObject({
      file_path: null,
      applied_at: null,
      unapplied: true,
      can_undo: false,
    });
    expect((await list()).rules[1]).toMatchObject({
      cidr: 'fd00::/8',
      database_name: '',
      role_name: '',
      position: 2,
    });
    const path = `/api/connections/${id}/hba-path`;
    await app.ask(admin, { path, method: 'PUT', json: { hba_file_path: server.hbaFile } });
    expect((await list()).file_path).toBe(server.hbaFile);
  });

  test('PUT /api/connections/{id}/access-rules/{ruleId} replaces a rule at its position', async () => {
    const [first] = [await add({ name: 'one' }), await add({ name: 'two' })];
    const { body } = await call(
      'PUT',
      `/${first}`,
      rule({ name: 'uno', auth_method: 'md5', enabled: false }),
    );
    expect(body).toMatchObject({ id: first, name: 'uno', auth_method: 'md5', enabled: false, position: 1 });
    expect((await call('PUT', `/${first}`, rule({ name: 'two' }))).status).toBe(409);
    expect((await call('PUT', '/999999', rule({ name: 'x' }))).status).toBe(404);
    expect(await names()).toEqual(['1 uno', '2 two']);
  });

  test('PUT /api/connections/{id}/access-rules/order accepts only a permutation of all rules', async () => {
    const ids = [await add({ name: 'a' }), await add({ name: 'b' }), await add({ name: 'c' })] as const;
    const [a, b, c] = ids;
    const { body } = await call('PUT', '/order', { ids: [c, a, b] });
    expect(body.rules.map(({ name }: any) => name)).toEqual(['c', 'a', 'b']);
    for (const bad of [[], [a, b], [a, b, c, c], [a, a, b], [a, b, 999_999]]) {
      expect({ bad, status: (await call('PUT', '/order', { ids: bad })).status }).toEqual({
        bad,
        status: 400,
      });
    }
    expect(await names()).toEqual(['1 c', '2 a', '3 b']);
  });

  test('DELETE /api/connections/{id}/access-rules/{ruleId} deletes a rule and closes the gap', async () => {
    const first = await add({ name: 'a' });
    await add({ name: 'b' });
    expect((await call('DELETE', `/${first}`)).body).toEqual({ success: true });
    expect((await call('DELETE', `/${first}`)).status).toBe(404);
    expect(await names()).toEqual(['1 b']);
  });

  test('rules of another connection return 404', async () => {
    const foreign = await add({ name: 'theirs' });
    id = await app.connect(admin, server, 'another one');
    expect((await call('PUT', `/${foreign}`, rule())).status).toBe(404);
    expect((await call('DELETE', `/${foreign}`)).status).toBe(404);
    id = 999_999;
    expect((await call('POST', '', rule())).status).toBe(404);
    expect((await call('GET')).status).toBe(404);
  });
});

describe('rules that are refused with 400 and not stored', () => {
  test.each([
    ['trust', { auth_method: 'trust' }],
    ['a password in the clear', { auth_method: 'password' }],
    ['reject', { auth_method: 'reject' }],
    ['SCRAM in capitals', { auth_method: 'SCRAM-SHA-256' }],
    ['a method with options', { auth_method: 'md5 clientcert=0' }],
    ['a method of two lines', { auth_method: 'md5\nhost all all 0.0.0.0/0 trust' }],
    ['everybody from everywhere', { cidr: '0.0.0.0/0', database_name: '', role_name: '' }],
    ['the same in IPv6', { cidr: '::/0', database_name: '', role_name: '' }],
    ['the same, switched off', { cidr: '0.0.0.0/0', database_name: '', role_name: '', enabled: false }],
    ['the word all', { cidr: 'all' }],
    ['the word samenet', { cidr: 'samenet' }],
    ['the word samehost', { cidr: 'samehost' }],
    ['a host name', { cidr: 'example.org' }],
    ['a domain', { cidr: '.example.org' }],
    ['an address in a network', { cidr: '10.4.0.1/16' }],
    ['an IPv6 address in a network', { cidr: 'fd00::1/64' }],
    ['no prefix', { cidr: '10.4.0.0' }],
    ['a mask', { cidr: '10.4.0.0/255.255.0.0' }],
    ['a prefix too long', { cidr: '10.4.0.0/33' }],
    ['an IPv6 prefix too long', { cidr: 'fd00::/129' }],
    ['a prefix with a zero', { cidr: '10.0.0.0/08' }],
    ['two prefixes', { cidr: '10.0.0.0/8/8' }],
    ['octal numbers', { cidr: '010.0.0.0/8' }],
    ['a short address', { cidr: '10/8' }],
    ['IPv4 in IPv6', { cidr: '::ffff:10.0.0.0/104' }],
    ['a zone', { cidr: 'fe80::%eth0/64' }],
    ['two networks', { cidr: '10.0.0.0/8,11.0.0.0/8' }],
    ['a network of two lines', { cidr: '10.0.0.0/8\n' + 'host all all 0.0.0.0/0 trust' }],
    ['a role from a file', { role_name: '@/etc/hostname' }],
    ['a group', { role_name: '+grp' }],
    ['a pattern', { role_name: '/^a' }],
    ['two roles', { role_name: 'ana,ben' }],
    ['all roles by the word', { role_name: 'all' }],
    ['a role with a quote', { role_name: 'a" trust #' }],
    ['a role of two lines', { role_name: 'a\nb' }],
    ['a role that ends in a backslash', { role_name: 'a\\' }],
    ['a role with NUL', { role_name: 'a\0' }],
    ['a role of 64 bytes', { role_name: 'x'.repeat(64) }],
    ['a database from a file', { database_name: '@/etc/passwd' }],
    ['all databases and replication', { database_name: 'all,replication' }],
    ['replication', { database_name: 'replication' }],
    ['sameuser', { database_name: 'sameuser' }],
    ['samerole', { database_name: 'SAMEROLE' }],
    ['a database pattern', { database_name: '/.*' }],
    ['a database of two lines', { database_name: 'a\r' }],
    ['a name that ends in a backslash', { name: 'office \\' }],
    ['a name of two lines', { name: 'office\nhost all all 0.0.0.0/0 trust' }],
    ['a name with CR', { name: 'a\rb' }],
    ['a name with a line separator', { name: 'a\u2028b' }],
    ['no name', { name: '  ' }],
    ['a very long name', { name: 'x'.repeat(201) }],
  ])('POST /api/connections/{id}/access-rules with %s returns 400', async (_what, over) => {
    const { status, body } = await call('POST', '', rule(over));
    expect({ status, error: typeof body.error }).toEqual({ status: 400, error: 'string' });
    expect((await list()).rules).toEqual([]);
    const kept = await add({ name: 'kept' });
    expect((await call('PUT', `/${kept}`, rule(over))).status).toBe(400);
    expect((await list()).rules[0]).toMatchObject({ name: 'kept', cidr: '10.20.0.0/16' });
  });

  const open = (cidr: string, over = {}) => ({ name: cidr, cidr, database_name: '', role_name: '', ...over });

  test.each([
    ['two halves', ['0.0.0.0/1', '128.0.0.0/1']],
    ['two halves of IPv6', ['::/1', '8000::/1']],
    ['three quarters', ['0.0.0.0/1', '128.0.0.0/2']],
    ['a half and one machine', ['0.0.0.0/1', '198.51.100.7/32']],
  ])('%s without a database and a role return 400 together', async (_what, [first, second]) => {
    expect((await call('POST', '', rule(open(String(first))))).status).toBe(201);
    expect((await call('POST', '', rule(open(String(second))))).status).toBe(400);
    const off = await call('POST', '', rule(open(String(second), { enabled: false })));
    expect(off.status).toBe(201);
    expect((await call('PUT', `/${off.body.id}`, rule(open(String(second))))).status).toBe(400);
    expect(
      (await call('PUT', `/${off.body.id}`, rule(open(String(second), { role_name: 'ana' })))).status,
    ).toBe(200);
  });

  test.each([
    ['a database', { cidr: '0.0.0.0/0', database_name: 'gis', role_name: '' }],
    ['a role', { cidr: '::/0', database_name: '', role_name: 'ana' }],
    ['a private network for everybody', { cidr: '10.0.0.0/8', database_name: '', role_name: '' }],
    ['an e-mail address as a role', { role_name: 'ana@example.org' }],
    ['a name with spaces and umlauts', { database_name: 'Höhen 2026' }],
  ])('a rule for %s is accepted', async (_what, over) => {
    expect((await call('POST', '', rule(over))).status).toBe(201);
  });
});
