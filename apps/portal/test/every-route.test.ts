import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contractRoutes, named, type ContractRoute } from '@cairn/testing';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

const routes = contractRoutes('portal', (parameter) => (parameter === 'service_key' ? 'vault' : '1'));

let portal: TestPortal;
let user: Person;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
  user = await portal.addUser();
});
afterAll(() => portal.close());

/** What supertest calls the method. */
const verb = (method: string) => method.toLowerCase() as 'get' | 'put' | 'post' | 'delete';
const call = (route: ContractRoute, who: { cookie?: string; bearer?: string }) =>
  portal.as(who)[verb(route.method)](route.path);

describe('access to operations by the contract', () => {
  const adminRoutes = routes.filter((route) => route.needs.admin && !route.isPage);
  const userRoutes = routes.filter((route) => route.needs.user === 'required' && !route.isPage);
  const serviceRoutes = routes.filter((route) => route.needs.serviceToken);

  test('operations below /api/admin/ and /admin/api/ are for administrators', () => {
    const open = routes
      .filter(({ path }) => /^\/(api\/admin|admin\/api)\//.test(path))
      .filter((route) => !route.needs.admin);
    expect(open.map((route) => route.name)).toEqual([]);
    expect(adminRoutes.length).toBeGreaterThan(50);
  });

  test.each(named(userRoutes))('%s returns 401 as JSON to visitors', async (_name, route) => {
    for (const who of [{}, { bearer: 'cairn_pat_wrong' }, { cookie: 'platform_session=wrong' }]) {
      const { status, body } = await call(route, who);
      expect(status).toBe(401);
      expect(body).toEqual({ error: expect.any(String) });
    }
  });

  test.each(named(adminRoutes))(
    '%s returns 403 to users who are not administrators',
    async (_name, route) => {
      const { status, body } = await call(route, user);
      expect(status).toBe(403);
      expect(body).toEqual({ error: expect.any(String) });
    },
  );

  test.each(named(serviceRoutes))('%s returns 401 to people', async (_name, route) => {
    for (const who of [{}, user, admin]) expect((await call(route, who)).status).toBe(401);
  });

  test.each(named(routes.filter((route) => route.method !== 'GET')))(
    '%s returns 403 to pages of another site',
    async (_name, route) => {
      expect((await call(route, admin).set('Origin', 'https://evil.example')).status).toBe(403);
      expect((await call(route, admin).set('Origin', 'null')).status).toBe(403);
      expect((await call(route, admin).set('Sec-Fetch-Site', 'cross-site')).status).toBe(403);
    },
  );
});

describe('the second prefix', () => {
  const ALIASES: [string, object | null, number][] = [
    ['GET /admin/api/users', null, 200],
    ['POST /admin/api/users', { username: 'by-alias', password: 'long enough' }, 201],
    ['GET /admin/api/users/{id}', null, 200],
    ['PUT /admin/api/users/{id}', { email: 'a@example.org' }, 200],
    ['POST /admin/api/users/{id}/password', { password: 'long enough' }, 200],
    ['GET /admin/api/groups', null, 200],
    ['POST /admin/api/groups', { name: 'By alias' }, 201],
    ['PUT /admin/api/groups/{id}', { name: 'By alias again' }, 200],
    ['POST /admin/api/groups/{id}/users', { user_id: 1 }, 200],
    ['DELETE /admin/api/groups/{id}/users/{user_id}', null, 204],
    ['GET /admin/api/resources', null, 200],
    ['GET /admin/api/resource-access-overview', null, 200],
    ['GET /admin/api/resources/{id}/permissions', null, 200],
    ['PUT /admin/api/resources/{id}/permissions', { visibility: 'public', matrix: [] }, 200],
    ['GET /admin/api/permissions', null, 200],
    ['POST /admin/api/permissions', { resource_id: 1, group_id: 1, permission: 'view' }, 201],
    ['DELETE /admin/api/permissions/{id}', null, 204],
    ['DELETE /admin/api/groups/{id}', null, 204],
  ];

  test.each(ALIASES)('%s works as below /api/admin/', async (name, body, expected) => {
    const [method = '', template = ''] = name.split(' ');
    const subject = await portal.addUser();
    const group = await portal.addGroup();
    const resource = await portal.addResource();
    const [grant] = await portal.rows<{ id: number }>(
      `INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, 'edit') RETURNING id`,
      [resource, group],
    );
    const id = template.includes('/users/{id}')
      ? subject.id
      : template.includes('/groups/')
        ? group
        : template.includes('/permissions/')
          ? grant?.id
          : resource;
    const path = template.replace('{id}', String(id)).replace('{user_id}', String(subject.id));
    const sent =
      body && 'user_id' in body
        ? { user_id: subject.id }
        : body && 'resource_id' in body
          ? { ...body, resource_id: resource }
          : body;
    const request = portal.as(admin)[verb(method)](path);
    expect((await (sent ? request.send(sent) : request)).status).toBe(expected);
  });
});
