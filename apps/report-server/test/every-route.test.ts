import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contractRoutes, named, type ContractRoute, type Person } from '@cairn/testing';
import { startTestReportServer } from './test-app.ts';
import type { TestReportServer } from './test-app.ts';

const routes = contractRoutes('report-server');

let app: TestReportServer;
let admin: Person;
let viewer: Person;
let stranger: Person;
beforeAll(async () => {
  app = await startTestReportServer();
  admin = await app.signUp({ username: 'root', isAdmin: true });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
  stranger = await app.signUp({ username: 'stranger', service: null });
});
afterAll(() => app.close());

const call = ({ method, path }: ContractRoute, person: Person | null, headers: Record<string, string> = {}) =>
  app.ask(person, { method, path, headers });

const CREDENTIALS: Record<string, string>[] = [
  {},
  { authorization: 'Bearer cairn_pat_wrong' },
  { cookie: 'platform_session=wrong' },
];
const OTHER_SITES: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
];

/** An error as JSON, or as a line of text where the contract says so. */
function expectError(
  { operation }: ContractRoute,
  answer: { status: number; body: unknown },
  status: number,
): void {
  const body =
    operation['x-errors'] === 'text'
      ? expect.stringMatching(/^[^\n]+\n?$/)
      : { error: expect.any(String), code: expect.stringMatching(/^[a-z-]+\.[a-z_]+$/) };
  expect(answer).toMatchObject({ status, body });
}

describe('access to operations by the contract', () => {
  const signedIn = routes.filter((route) => route.needs.user === 'required' && !route.isPage);
  const optional = routes.filter((route) => route.needs.user === 'optional' && !route.isPage);
  const unsafe = routes.filter((route) => route.method !== 'GET' && route.needs.user !== undefined);

  test('operations below /api/v1/datasources and /api/audit are for administrators', () => {
    const open = routes.filter(({ path }) => /^\/api\/(v1\/datasources|audit)/.test(path));
    expect(open.length).toBeGreaterThan(5);
    expect(open.filter((route) => !route.needs.admin)).toEqual([]);
  });

  test.each(named(signedIn))('%s returns 401 to visitors', async (_name, route) => {
    for (const headers of CREDENTIALS) expectError(route, await call(route, null, headers), 401);
  });

  test.each(named([...signedIn, ...optional]))(
    '%s returns 403 to an embed token as a bearer token, signed in or not',
    async (_name, route) => {
      const headers = { authorization: `Bearer emb_${'a'.repeat(43)}` };
      for (const person of [null, admin]) expectError(route, await call(route, person, headers), 403);
    },
  );

  test('operations of embedded pages return 401 without a token and 403 for an unknown one', async () => {
    for (const route of routes.filter((each) => each.needs.embed)) {
      expect([route.name, (await call(route, admin)).status]).toEqual([route.name, 401]);
      const secret = `emb_${'a'.repeat(43)}`;
      const asked = { ...route, path: route.isPage ? `${route.path}?et=${secret}` : route.path };
      const answer = await call(asked, admin, { 'x-embed-session': secret });
      expect([route.name, answer.status]).toEqual([route.name, 403]);
      expect(JSON.stringify(answer.body)).not.toContain(secret);
    }
  });

  test.each(named(signedIn.filter((route) => route.needs.service)))(
    '%s returns 403 to people without the service',
    async (_name, route) => expectError(route, await call(route, stranger), 403),
  );

  test.each(named(signedIn.filter((route) => route.needs.service === 'edit')))(
    '%s returns 403 to people who may only view the service',
    async (_name, route) => expectError(route, await call(route, viewer), 403),
  );

  test.each(named(routes.filter((route) => route.needs.admin && !route.isPage)))(
    '%s returns 403 to users who are not administrators',
    async (_name, route) => expectError(route, await call(route, viewer), 403),
  );

  test.each(named(unsafe))('%s returns 403 to pages of another site', async (_name, route) => {
    for (const headers of OTHER_SITES) expectError(route, await call(route, admin, headers), 403);
  });

  test.each(named(signedIn.filter((route) => route.needs.admin)))(
    '%s believes no header that names an administrator',
    async (_name, route) => {
      const headers = { 'x-user-id': String(admin.id), 'x-forwarded-user': 'root' };
      expectError(route, await call(route, viewer, headers), 403);
    },
  );
});

test.each([
  '//api/v1/datasources',
  '/./api/v1/datasources',
  '/%61pi/v1/datasources',
  '/API/V1/datasources',
  '/api/v1/datasources/',
])('GET %s, another spelling of an address for administrators, is not answered to others', async (path) => {
  const { status } = await app.ask(viewer, { path });
  expect([301, 308, 400, 403, 404]).toContain(status);
});
