import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createAuth } from '@cairn/auth';
import type { Auth } from '@cairn/auth';
import { ANONYMOUS } from '@cairn/service';
import { SERVICE_SECRET, startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let auth: Auth;
let user: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  user = await portal.addUser({ username: 'reader', email: 'r@example.org' });
  auth = createAuth({
    centralDatabaseUrl: portal.database.url('vault'),
    serviceSecret: SERVICE_SECRET,
    serviceName: 'vault',
    acceptTokens: false,
  });
  await portal.until(async () => auth.caching(), Boolean);
});
afterAll(async () => {
  await auth.close();
  await portal.close();
});

const request = (headers: Record<string, string>) => ({ headers }) as never;

describe('the views that the portal publishes', () => {
  test('have the columns that other services use', async () => {
    const rows = await portal.rows<{ view: string; columns: string[] }>(
      `SELECT table_name AS view, array_agg(column_name::text ORDER BY ordinal_position) AS columns
       FROM information_schema.columns WHERE table_schema = 'portal' AND table_name LIKE 'auth\\_%' GROUP BY 1 ORDER BY 1`,
    );
    expect(Object.fromEntries(rows.map((row) => [row.view, row.columns]))).toEqual({
      auth_grants: [
        'resource_type',
        'resource_key',
        'level',
        'is_public',
        'group_id',
        'user_id',
        'is_shared',
      ],
      auth_groups: ['group_id', 'group_name'],
      auth_sessions: ['credential_id', 'token_hash', 'user_id', 'last_used_at', 'expires_at'],
      auth_tokens: ['credential_id', 'token_hash', 'user_id', 'last_used_at', 'expires_at', 'scopes'],
      auth_users: ['user_id', 'username', 'email', 'enabled', 'is_admin', 'group_names', 'group_ids'],
    });
  });

  test('have keys without line breaks, so that a list of keys can be one text', async () => {
    for (const key of ['a\nb', 'a\u0001', '\u001f'])
      await expect(portal.addResource({ key })).rejects.toThrow('resources_key_one_line');
    expect(await portal.addResource({ key: 'Ünö (2) / ✓' })).toBeGreaterThan(0);
  });

  test('are all that other services can read, and they write only the time of the last use', async () => {
    const client = new pg.Client({ connectionString: portal.database.url('vault') });
    await client.connect();
    const refused = [
      'portal.users',
      'portal.sessions',
      'portal.tokens',
      'portal.audit_events',
      'portal.services',
    ];
    for (const table of refused)
      await expect(client.query(`SELECT * FROM ${table}`)).rejects.toThrow('permission denied');
    await expect(client.query('DELETE FROM portal.auth_sessions')).rejects.toThrow('permission denied');
    for (const view of ['auth_users', 'auth_groups', 'auth_sessions', 'auth_tokens', 'auth_grants'])
      await client.query(`SELECT * FROM portal.${view}`);
    const { rows } = await client.query('SELECT * FROM portal.auth_users');
    expect(JSON.stringify(rows)).not.toContain('argon2');
    await client.query(`SELECT portal.auth_touch('x')`);
    await client.end();
  });
});

describe('sign-in at another service', () => {
  test('a session identifies its user with groups and permissions', async () => {
    const group = await portal.addGroup('Readers');
    await portal.join(group, user.id);
    const actor = await auth.identify(request({ cookie: `a=b; ${user.cookie}; c=d` }));
    expect(actor).toEqual({
      kind: 'user',
      id: user.id,
      username: 'reader',
      email: 'r@example.org',
      isAdmin: false,
      groups: ['Readers'],
      groupIds: [group],
      via: 'session',
      credentialId: String(user.sessionId),
      service: null,
    });
  });

  test('a user is found by id with current data, and not when disabled', async () => {
    const person = await portal.addUser({ username: 'later' });
    const group = await portal.addGroup();
    await portal.join(group, person.id);
    expect(await auth.user(person.id)).toMatchObject({
      kind: 'user',
      username: 'later',
      isAdmin: false,
      groupIds: [group],
      via: null,
    });
    await portal.rows('UPDATE users SET enabled = false WHERE id = $1', [person.id]);
    expect(await auth.user(person.id)).toBeNull();
    expect(await auth.user(999_999)).toBeNull();
  });

  test('personal access tokens are valid only where a service accepts them', async () => {
    const token = await portal.addToken(user.id);
    expect(await auth.identify(request({ authorization: `Bearer ${token.secret}` }))).toEqual(ANONYMOUS);
    expect((await portal.as({ bearer: token.secret }).get('/api/me')).body.authenticated).toBe(true);
  });

  test('a change of groups applies at once, although identities are cached', async () => {
    const before = await auth.identify(request({ cookie: user.cookie }));
    const group = await portal.addGroup();
    await portal.join(group, user.id);
    await portal.until(
      async () => (await auth.identify(request({ cookie: user.cookie }))).groupIds.length,
      (count) => count === before.groupIds.length + 1,
    );
  });

  test('signing out at the portal ends the session here within a second', async () => {
    const person = await portal.addUser();
    expect((await auth.identify(request({ cookie: person.cookie }))).kind).toBe('user');
    await portal.as(person).post('/logout');
    const begun = performance.now();
    await portal.until(
      async () => (await auth.identify(request({ cookie: person.cookie }))).kind,
      (kind) => kind === 'anonymous',
    );
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  test('using a session is recorded, at most once a minute', async () => {
    const { cookie, sessionId } = await portal.addSession(user.id, { age: '10 minutes' });
    const lastSeen = async () =>
      (
        await portal.rows<{ last_seen_at: Date }>('SELECT last_seen_at FROM sessions WHERE id = $1', [
          sessionId,
        ])
      )[0]?.last_seen_at;
    await auth.identify(request({ cookie }));
    const first = await portal.until(lastSeen, (at) => Date.now() - Number(at) < 60_000);
    auth.forget();
    await auth.identify(request({ cookie }));
    expect(await lastSeen()).toEqual(first);
  });

  test('nothing is cached without revocations, and sign-in continues', async () => {
    const lonely = createAuth({
      centralDatabaseUrl: portal.database.url('vault'),
      serviceSecret: SERVICE_SECRET,
      serviceName: 'lonely',
      acceptTokens: false,
    });
    await portal.until(async () => lonely.caching(), Boolean);
    const admin = new pg.Client({ connectionString: portal.database.adminUrl });
    await admin.connect();
    expect((await lonely.identify(request({ cookie: user.cookie }))).kind).toBe('user');
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lonely revocations'`,
    );
    await portal.until(
      async () => lonely.caching(),
      (caching) => !caching,
    );
    expect((await lonely.identify(request({ cookie: user.cookie }))).kind).toBe('user');
    await portal.until(async () => lonely.caching(), Boolean);
    await admin.end();
    await lonely.close();
  });
});

describe('permissions at another service', () => {
  test.each([
    ['view', true, false, false],
    ['edit', true, true, false],
    ['admin', true, true, true],
  ] as const)(
    'the permission %s allows view %s, edit %s, admin %s',
    async (permission, view, edit, admin) => {
      const [member, outsider] = [await portal.addUser(), await portal.addUser()];
      const group = await portal.addGroup();
      await portal.join(group, member.id);
      const key = `implies-${permission}`;
      const resource = await portal.addResource({ key });
      await portal.rows('INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, $3)', [
        resource,
        group,
        permission,
      ]);
      const actor = await auth.identify(request({ cookie: member.cookie }));
      const other = await auth.identify(request({ cookie: outsider.cookie }));
      const may = (who: typeof actor, wanted: 'view' | 'edit' | 'admin') =>
        auth.allows(who, { resourceType: 'vault_dataset', resourceKey: key, permission: wanted });
      expect([await may(actor, 'view'), await may(actor, 'edit'), await may(actor, 'admin')]).toEqual([
        view,
        edit,
        admin,
      ]);
      expect(await may(other, 'view')).toBe(false);
      expect(await may(ANONYMOUS, 'view')).toBe(false);
      expect(await auth.visibleKeys(actor, 'vault_dataset', permission)).toEqual([key]);
      expect(await auth.visibleKeys(other, 'vault_dataset', 'view')).not.toContain(key);
    },
  );

  test('public resources are visible to everyone, and all resources to administrators', async () => {
    const resource = await portal.addResource({ key: 'open', type: 'map' });
    const publicGroup = await portal.groupId('public');
    await portal.rows(`INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, 'view')`, [
      resource,
      publicGroup,
    ]);
    const check = { resourceType: 'map', resourceKey: 'open', permission: 'view' as const };
    expect(await auth.allows(ANONYMOUS, check)).toBe(true);
    expect(await auth.allows(ANONYMOUS, { ...check, permission: 'edit' })).toBe(false);
    expect(await auth.visibleKeys(ANONYMOUS, 'map', 'view')).toEqual(['open']);
    const admin = await auth.identify(request({ cookie: (await portal.addUser({ admin: true })).cookie }));
    expect(await auth.allows(admin, { ...check, resourceKey: 'not registered', permission: 'admin' })).toBe(
      true,
    );
    expect(await auth.visibleKeys(admin, 'map', 'admin')).toBe('all');
  });
});
