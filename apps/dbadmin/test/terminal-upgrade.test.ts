import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mintToken } from '@cairn/auth';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { childPrograms, upgradeOf } from './terminal-page.ts';

let app: TestDbadmin;
let admin: Person;
let viewer: Person;

beforeAll(async () => {
  app = await startTestDbadmin();
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  viewer = await app.signUp({ username: 'viewer', service: 'admin' });
});

afterAll(() => app.close());

const SOCKETS = [
  ['WS /api/terminal/ws/dbshell', '/api/terminal/ws/dbshell'],
  ['WS /api/terminal/ws/server', '/api/terminal/ws/server'],
  ['WS /api/terminal/ws/logs', '/api/terminal/ws/logs'],
] as const;

const CALLERS: [string, () => Record<string, string>, number][] = [
  ['nobody', () => ({ origin: app.url }), 401],
  ['nobody, without an Origin', () => ({}), 401],
  [
    'a session that never was',
    () => ({ cookie: `platform_session=${'x'.repeat(43)}`, origin: app.url }),
    401,
  ],
  ['an administrator of the service alone', () => ({ cookie: viewer.cookie, origin: app.url }), 403],
  ['an administrator without an Origin', () => ({ cookie: admin.cookie }), 403],
  ['an administrator with the Origin null', () => ({ cookie: admin.cookie, origin: 'null' }), 403],
  [
    'an administrator from another site',
    () => ({ cookie: admin.cookie, origin: 'https://evil.example' }),
    403,
  ],
  [
    'an administrator from a site whose name begins like ours',
    () => ({ cookie: admin.cookie, origin: `${app.url}.evil` }),
    403,
  ],
  [
    'an administrator from another scheme',
    () => ({ cookie: admin.cookie, origin: app.url.replace('http', 'https') }),
    403,
  ],
  ['identity headers', () => ({ 'x-user-id': '1', 'x-forwarded-user': 'admin', origin: app.url }), 401],
  ['a token that nobody has', () => ({ authorization: `Bearer ${mintToken().secret}` }), 401],
];

describe.each(SOCKETS)('11, 12 and 24: %s', (_name, path) => {
  test.each(CALLERS)(
    '%s is refused before the upgrade, in plain text, and nothing is started',
    async (_who, headers, status) => {
      const before = childPrograms(/./).length;
      const answer = await upgradeOf(app, headers(), { path, query: { connection_id: 1 } });
      expect(answer).toMatchObject({ status, type: 'text/plain; charset=utf-8' });
      expect(answer.body).toMatch(/^[A-Z].*\.\n$/);
      expect(childPrograms(/./)).toHaveLength(before);
    },
  );

  test('below the base path', async () => {
    const answer = await upgradeOf(
      app,
      { cookie: viewer.cookie, origin: app.url },
      {
        path: `/dbadmin${path}`,
        query: { connection_id: 1 },
      },
    );
    expect(answer.status).toBe(403);
  });

  test('a plain request returns 426 to an administrator and is refused to others', async () => {
    const ask = (person: Person | null) => app.ask(person, { path: `${path}?connection_id=1` });
    expect((await ask(admin)).status).toBe(426);
    expect((await ask(viewer)).status).toBe(403);
    expect((await ask(null)).status).toBe(401);
  });

  test('a similar path returns 404', async () => {
    const headers = { cookie: admin.cookie, origin: app.url };
    for (const near of [`${path}/`, `/${path}`, `${path}/.websocket`, path.replace('ws', '%77s')]) {
      expect((await upgradeOf(app, headers, { path: near, query: { connection_id: 1 } })).status).toBe(404);
    }
  });
});
