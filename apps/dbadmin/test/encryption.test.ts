import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSelfSignedCertificate, startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { describeShells } from './shell-app.ts';
import { PROMPT, openPage } from './terminal-page.ts';

let app: TestDbadmin;
let encrypting: TestServer;
let plain: TestServer;
let admin: Person;

beforeAll(async () => {
  const certificate = createSelfSignedCertificate('db.example.org');
  [app, encrypting, plain] = await Promise.all([
    startTestDbadmin(),
    startTestServer({}, certificate),
    startTestServer(),
  ]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
});

afterAll(async () => {
  await app.close();
  await Promise.all([encrypting.stop(), plain.stop()]);
});

test.each([
  ['prefer', 'that can', true],
  ['require', 'that can', true],
  ['disable', 'that can', false],
  ['prefer', 'that cannot', false],
])(
  'with sslmode %s to a server %s encrypt, signs in with encryption %p',
  async (sslmode, which, encrypted) => {
    const outcome = await tested(sslmode, which === 'that can' ? encrypting : plain);
    expect(outcome.test).toMatchObject({ ok: true, encrypted });
    expect(outcome.names).toContain('postgres');
  },
);

test.each([
  ['require', 'that cannot encrypt', 'does not encrypt connections'],
  ['verify-ca', 'whose certificate nobody signed', 'with this sslmode'],
  ['verify-full', 'whose certificate nobody signed', 'with this sslmode'],
])('with sslmode %s to a server %s, sends no password and explains why', async (sslmode, which, reason) => {
  const outcome = await tested(sslmode, which === 'that cannot encrypt' ? plain : encrypting);
  expect(outcome.test).toEqual({ ok: false, error: expect.stringContaining(reason) });
  expect(outcome.names).toEqual({ error: expect.stringContaining(reason) });
});

describeShells('a shell on a server that encrypts', () => {
  test.each(['require', 'prefer'])(
    'sslmode %s: the relay encrypts, signs in with SCRAM, and Ctrl-C reaches the server',
    async (sslmode) => {
      const id = await app.connect(admin, { ...encrypting, sslmode }, `shell ${sslmode}`);
      const page = await openPage(app, admin, {
        path: '/api/terminal/ws/dbshell',
        query: { connection_id: id },
      });
      await page.until(PROMPT);
      expect(await page.enter('SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid();')).toMatch(
        /TLSv1\.[23]/,
      );
      expect(
        await page.enter("SELECT count(*), sum(length(repeat('x', 1000))) FROM generate_series(1, 10000);"),
      ).toMatch(/10000 \| 10000000/);
      page.type('SELECT pg_sleep(60);\r');
      await until('the server works', async () => {
        const [row] = await encrypting.query(
          'postgres',
          `SELECT count(*)::int FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60);' AND state = 'active'`,
        );
        return row.count === 1;
      });
      page.type('\u0003');
      await page.until(/canceling statement due to user request/);
      page.ws.close(1000);
    },
  );
});

async function tested(sslmode: string, server: TestServer) {
  const { body } = await app.ask(admin, {
    path: '/api/connections',
    method: 'POST',
    json: {
      name: `${sslmode} ${server.port}`,
      host: '127.0.0.1',
      port: server.port,
      sslmode,
      admin_username: 'postgres',
      admin_password: server.password,
    },
  });
  const path = `/api/connections/${body.id}`;
  return {
    test: (await app.ask(admin, { path: `${path}/test`, method: 'POST' })).body,
    names: (await app.ask(admin, { path: `${path}/databases` })).body,
  };
}
