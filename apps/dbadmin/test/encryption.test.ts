import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let encrypting: TestServer;
let plain: TestServer;
let admin: Person;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-certificate-'));
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=db.example.org',
  ];
  execFileSync('openssl', [...request, '-keyout', join(folder, 'key'), '-out', join(folder, 'cert')], {
    stdio: 'ignore',
  });
  const certificate = { key: readFileSync(join(folder, 'key')), cert: readFileSync(join(folder, 'cert')) };
  rmSync(folder, { recursive: true });
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
])('sslmode %s to a server %s encrypt: signed in, encrypted is %p', async (sslmode, which, encrypted) => {
  const outcome = await tested(sslmode, which === 'that can' ? encrypting : plain);
  expect(outcome.test).toMatchObject({ ok: true, encrypted });
  expect(outcome.names).toContain('postgres');
});

test.each([
  ['require', 'that cannot encrypt'],
  ['verify-ca', 'whose certificate nobody signed'],
  ['verify-full', 'whose certificate nobody signed'],
])('sslmode %s to a server %s: no password is sent, and a sentence says why', async (sslmode, which) => {
  const outcome = await tested(sslmode, which === 'that cannot encrypt' ? plain : encrypting);
  expect(outcome.test).toEqual({ ok: false, error: expect.stringContaining('with this sslmode') });
  expect(outcome.names).toEqual({ error: expect.stringContaining('with this sslmode') });
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
