import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';
import { startTcpProxy } from './tcp-proxy.ts';

type Proxy = Awaited<ReturnType<typeof startTcpProxy>>;

let portal: TestPortal;
let proxy: Proxy;
let admin: Person;

beforeAll(async () => {
  const cluster = new URL(process.env.CAIRN_TEST_POSTGRES_URL ?? '');
  proxy = await startTcpProxy({ host: cluster.hostname, port: Number(cluster.port) });
  portal = await startTestPortal({}, throughProxy);
  admin = await portal.addUser({ admin: true });
});
afterAll(async () => {
  await portal.close();
  await proxy.stop();
});

function throughProxy(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${proxy.port}`;
  return url.href;
}

async function timed(path: string, who: { cookie?: string } = admin) {
  const began = performance.now();
  const { status } = await portal.as(who).get(path);
  return { status, milliseconds: performance.now() - began };
}

describe('a database that fails', () => {
  test('that hangs makes reads return 503 in time and health 200, and is used again when it is back', async () => {
    expect((await timed('/api/admin/users')).status).toBe(200);
    proxy.fallSilent();
    const answers = await Promise.all([
      timed('/api/me/tokens'),
      timed('/api/admin/users'),
      timed('/api/health', {}),
      timed('/api/me', {}),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([503, 503, 200, 200]);
    expect(Math.max(...answers.map((answer) => answer.milliseconds))).toBeLessThan(8_000);
    expect(answers[2]?.milliseconds).toBeLessThan(1_000);
    expect((await timed('/readyz', {})).status).toBe(503);
    proxy.comeBack();
    await portal.until(
      async () => (await timed('/api/admin/users')).status,
      (status) => status === 200,
    );
  }, 40_000);

  test('that hangs makes parallel sign-ins of one user return 503 in time', async () => {
    const user = await portal.addUser();
    proxy.fallSilent();
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        portal.as().post('/login').type('form').send({ username: user.username, password: 'x' }),
      ),
    );
    const milliseconds = performance.now() - began;
    proxy.comeBack();
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(milliseconds).toBeLessThan(8_000);
    await portal.until(
      async () => (await timed('/api/admin/users')).status,
      (status) => status === 200,
    );
  }, 40_000);

  test('that closes all connections is used again at once, also for revocations', async () => {
    proxy.cut();
    await portal.until(
      async () => (await timed('/api/admin/users')).status,
      (status) => status === 200,
    );
    await portal.until(async () => portal.context.auth.caching(), Boolean);
  });

  test('that fails within a transaction saves nothing of it', async () => {
    const group = await portal.addGroup();
    const resource = await portal.addResource();
    const groups = await Promise.all(Array.from({ length: 300 }, () => portal.addGroup()));
    const path = `/api/admin/resources/${resource}/permissions`;
    const put = (ids: number[]) =>
      portal
        .as(admin)
        .put(path)
        .send({ visibility: 'restricted', matrix: ids.map((id) => ({ group_id: id, view: true })) });
    expect((await put([group])).status).toBe(200);
    const killer = new pg.Client({ connectionString: portal.database.adminUrl });
    await killer.connect();
    const saving = put(groups);
    await killer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'portal'`,
    );
    const { status } = await saving;
    const kept = await portal.rows('SELECT 1 FROM permissions WHERE resource_id = $1', [resource]);
    // Either all was saved before the blow, or nothing of it was.
    expect(kept).toHaveLength(status === 200 ? 300 : 1);
    await portal.until(
      async () => (await timed('/api/admin/users')).status,
      (code) => code === 200,
    );
    await killer.end();
  });

  test('that accepts few connections makes requests succeed or return 503, without deadlocks', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => timed('/api/admin/users')));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    const owner = new pg.Client({ connectionString: portal.database.adminUrl });
    await owner.connect();
    await owner.query(`ALTER DATABASE ${portal.database.name} CONNECTION LIMIT 4`);
    try {
      proxy.cut();
      const limited = await Promise.all(Array.from({ length: 40 }, () => timed('/api/admin/users')));
      expect(limited.every((answer) => answer.status === 200 || answer.status === 503)).toBe(true);
      expect(Math.max(...limited.map((answer) => answer.milliseconds))).toBeLessThan(6_000);
    } finally {
      await owner.query(`ALTER DATABASE ${portal.database.name} CONNECTION LIMIT -1`);
      await owner.end();
    }
    await portal.until(
      async () => (await timed('/api/admin/users')).status,
      (code) => code === 200,
    );
  }, 30_000);

  test('that hangs does not prevent the portal from stopping', async () => {
    const doomed = await startTestPortal({}, throughProxy);
    const person = await doomed.addUser();
    expect((await doomed.as(person).get('/api/me/tokens')).status).toBe(200);
    await doomed.until(async () => doomed.context.auth.caching(), Boolean);
    proxy.fallSilent();
    const began = performance.now();
    await Promise.race([doomed.context.close(), delay(8_000, undefined, { ref: false })]);
    const milliseconds = performance.now() - began;
    proxy.comeBack();
    await doomed.close();
    expect(milliseconds).toBeLessThan(6_000);
  }, 30_000);
});
