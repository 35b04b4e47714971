import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadContract, METHODS } from '@cairn/contracts';
import type { Operation } from '@cairn/contracts';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

interface Route {
  name: string;
  method: 'get' | 'put' | 'post' | 'delete';
  path: string;
  operation: Operation;
}

const contract = loadContract('portal');
const aliases = Object.entries(contract['x-path-aliases'] ?? {});
const routes: Route[] = Object.entries(contract.paths).flatMap(([template, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    const templates = [
      template,
      ...aliases.flatMap(([alias, prefix]) =>
        template.startsWith(prefix) ? [alias + template.slice(prefix.length)] : [],
      ),
    ];
    return templates.map((each) => ({
      name: `${method.toUpperCase()} ${each}`,
      method: method as Route['method'],
      path: each.replaceAll('{service_key}', 'vault').replaceAll(/\{[^}]+\}/g, '1'),
      operation,
    }));
  }),
);
const isPage = (route: Route) => route.operation['x-page'] === true;
const needs = (route: Route) => route.operation['x-access'] ?? {};

let portal: TestPortal;
let user: Person;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
  user = await portal.addUser();
});
afterAll(() => portal.close());

const call = (route: Route, who: { cookie?: string; bearer?: string }) =>
  portal.as(who)[route.method](route.path);

describe('access to operations by the contract', () => {
  const adminRoutes = routes.filter((route) => needs(route).admin && !isPage(route));
  const userRoutes = routes.filter((route) => needs(route).user === 'required' && !isPage(route));
  const serviceRoutes = routes.filter((route) => needs(route).serviceToken);

  test('operations below /api/admin/ and /admin/api/ are for administrators', () => {
    const open = routes
      .filter(({ path }) => /^\/(api\/admin|admin\/api)\//.test(path))
      .filter((route) => !needs(route).admin);
    expect(open.map((route) => route.name)).toEqual([]);
    expect(adminRoutes.length).toBeGreaterThan(50);
  });

  test.each(userRoutes.map((route) => [route.name, route] as const))(
    '%s returns 401 as JSON to visitors',
    async (_name, route) => {
      for (const who of [{}, { bearer: 'cairn_pat_wrong' }, { cookie: 'platform_session=wrong' }]) {
        const { status, body } = await call(route, who);
        expect(status).toBe(401);
        expect(body).toEqual({ error: expect.any(String) });
      }
    },
  );

  test.each(adminRoutes.map((route) => [route.name, route] as const))(
    '%s returns 403 to users who are not administrators',
    async (_name, route) => {
      const { status, body } = await call(route, user);
      expect(status).toBe(403);
      expect(body).toEqual({ error: expect.any(String) });
    },
  );

  test.each(serviceRoutes.map((route) => [route.name, route] as const))(
    '%s returns 401 to people',
    async (_name, route) => {
      for (const who of [{}, user, admin]) expect((await call(route, who)).status).toBe(401);
    },
  );

  test.each(routes.filter((route) => route.method !== 'get').map((route) => [route.name, route] as const))(
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
    const request = portal.as(admin)[method.toLowerCase() as Route['method']](path);
    expect((await (sent ? request.send(sent) : request)).status).toBe(expected);
  });
});
