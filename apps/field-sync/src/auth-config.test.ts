import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFieldSyncConfig } from './config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-sync-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const CLIENT_SECRET = 'f0Yc1dK2u9sTqLr7';
const DATABASE = 'postgres://a:b@127.0.0.1/cairn';
const read = (env: Record<string, string>) =>
  readFieldSyncConfig({ SERVICE_SECRET: 'c6e1f5a94b0d4f0f8a3f7e2b1d9c8a70', ...env });
const file = (text: string) => {
  const path = join(folder, 'sync.json');
  writeFileSync(path, text);
  return path;
};

describe('the mode of signing in', () => {
  test.each([
    [
      'SYNC_AUTH_MODE before all others',
      { SYNC_AUTH_MODE: 'local', CENTRAL_LOGIN_URL: '/login' },
      'local',
      false,
    ],
    ['central with the platform’s database', { CENTRAL_DATABASE_URL: DATABASE }, 'central', false],
    ['central with the platform’s sign-in page', { CENTRAL_LOGIN_URL: '/login' }, 'central', false],
    ['local without any word', {}, 'local', true],
    ['local for empty variables', { SYNC_AUTH_MODE: '', CENTRAL_LOGIN_URL: '' }, 'local', true],
  ])('is %s', (_what, env, mode, cookieRaises) => {
    expect(read(env as Record<string, string>).signIn).toMatchObject({ mode, cookieRaises });
  });

  test.each([
    ['{"mode": "central"}', 'central', false],
    ['{"mode": "local"}', 'local', true],
    ['{}', 'local', true],
  ])('is what the file says last: %s', (text, mode, cookieRaises) => {
    expect(read({ SYNC_CONFIG_FILE: file(text) }).signIn).toMatchObject({ mode, cookieRaises });
    const central = read({ SYNC_CONFIG_FILE: file(text), CENTRAL_LOGIN_URL: '/login' });
    expect(central.signIn.mode).toBe('central');
  });

  test.each(['', 'mode: local', '{"mode": "none"}', 'null'])('fails at startup for the file %j', (text) => {
    expect(() => read({ SYNC_CONFIG_FILE: file(text) })).toThrow('SYNC_CONFIG_FILE');
  });

  test('keeps no address of the platform’s sessions outside central mode', () => {
    const env = { CENTRAL_DATABASE_URL: DATABASE };
    expect(read(env).centralDatabaseUrl).toBe(DATABASE);
    expect(read({ ...env, SYNC_AUTH_MODE: 'local' }).centralDatabaseUrl).toBeUndefined();
  });
});

test('the portal’s identity is asked of the configured addresses, or where the portal usually is', () => {
  const own = { CENTRAL_API_ME_URL: 'https://maps.example/me' };
  expect(read({ ...own, PORTAL_URL: 'http://portal:8888/' }).meUrls).toEqual([
    'https://maps.example/me',
    'http://portal:8888/api/me',
  ]);
  expect(read(own).meUrls).toEqual(['https://maps.example/me']);
  expect(read({ PUBLIC_URL: 'https://maps.example' }).meUrls).toEqual([
    'http://127.0.0.1:8888/api/me',
    'https://maps.example/api/me',
  ]);
});

test.each([
  ['SYNC_AUTH_MODE', { SYNC_AUTH_MODE: 'none' }],
  ['CENTRAL_LOGIN_URL', { CENTRAL_LOGIN_URL: '//evil.example' }],
  ['CENTRAL_LOGIN_URL', { CENTRAL_LOGIN_URL: 'javascript:alert(1)' }],
  ['CENTRAL_LOGOUT_URL', { CENTRAL_LOGOUT_URL: '/a\r\nb' }],
  ['SYNC_SESSION_COOKIE', { SYNC_SESSION_COOKIE: 'platform_session' }],
  ['SYNC_SESSION_COOKIE', { SYNC_SESSION_COOKIE: 'a=b' }],
  ['SYNC_BASE_PATH', { SYNC_BASE_PATH: 'crews' }],
  ['SUPER_ADMIN_ID', { SUPER_ADMIN_ID: '0' }],
  ['SYNC_ADMIN_PASSWORD', { SYNC_ADMIN_EMAIL: 'a@example.org' }],
])('a bad %s fails at startup', (name, env) => {
  expect(() => read(env as Record<string, string>)).toThrow(name);
});

describe('OIDC mode', () => {
  const OIDC = {
    ...{ SYNC_AUTH_MODE: 'oidc', SYNC_OIDC_ISSUER: 'https://id.example', SYNC_OIDC_CLIENT_ID: 'sync' },
    ...{ SYNC_OIDC_CLIENT_SECRET: CLIENT_SECRET, PUBLIC_URL: 'https://maps.example' },
  };

  test('derives its addresses from the public one, and takes roles as they are compared', () => {
    expect(read({ ...OIDC, SYNC_OIDC_REQUIRED_ROLES: '/Crew, ROLE_boss' }).signIn.oidc).toEqual({
      ...{ issuer: 'https://id.example', clientId: 'sync', clientSecret: CLIENT_SECRET, rolesClaim: null },
      ...{ requiredRoles: ['crew', 'boss'], adminRoles: ['admin', 'geosync_admin'] },
      redirectUri: 'https://maps.example/field-sync/auth/oidc/callback.php',
      afterLogin: 'https://maps.example/field-sync/index.php',
      afterLogout: 'https://maps.example/field-sync/login.php',
    });
  });

  test('SYNC_BASE_PATH comes before BASE_PATH, also in the addresses for the provider', () => {
    const { basePath, signIn } = read({ ...OIDC, BASE_PATH: '/field-sync', SYNC_BASE_PATH: '/crews/' });
    expect(basePath).toBe('/crews');
    expect(signIn.oidc?.redirectUri).toBe('https://maps.example/crews/auth/oidc/callback.php');
  });

  test('takes the file where no variable is set, but never a secret from it', () => {
    const oidc = {
      issuer: 'https://file.example',
      client_id: 'file',
      admin_roles: ['Boss'],
      client_secret: 'x',
    };
    const SYNC_CONFIG_FILE = file(JSON.stringify({ mode: 'oidc', oidc }));
    const env = {
      SYNC_CONFIG_FILE,
      SYNC_OIDC_ISSUER: 'https://id.example',
      PUBLIC_URL: 'https://maps.example',
    };
    const { oidc: settings } = read({ ...env, SYNC_OIDC_CLIENT_SECRET: CLIENT_SECRET }).signIn;
    expect(settings).toMatchObject({
      ...{ issuer: 'https://id.example', clientId: 'file', adminRoles: ['boss'] },
    });
    expect(() => read(env)).toThrow('SYNC_OIDC_CLIENT_SECRET is not set');
  });

  test.each([
    ['SYNC_OIDC_ISSUER', { SYNC_OIDC_ISSUER: '' }],
    ['SYNC_OIDC_ISSUER', { SYNC_OIDC_ISSUER: 'id.example' }],
    ['SYNC_OIDC_CLIENT_ID', { SYNC_OIDC_CLIENT_ID: '' }],
    ['SYNC_OIDC_CLIENT_SECRET', { SYNC_OIDC_CLIENT_SECRET: CLIENT_SECRET.slice(1) }],
    ['SYNC_OIDC_CLIENT_SECRET', { SYNC_OIDC_CLIENT_SECRET: 'secretsecretsecret' }],
    ['SYNC_OIDC_CLIENT_SECRET', { SYNC_OIDC_CLIENT_SECRET: '<YOUR-CLIENT-SECRET>' }],
    ['SYNC_OIDC_CLIENT_SECRET', { SYNC_OIDC_CLIENT_SECRET: 'change-me-at-first' }],
    ['SYNC_OIDC_REDIRECT_URI', { PUBLIC_URL: '' }],
    ['SYNC_OIDC_POST_LOGIN_REDIRECT', { SYNC_OIDC_POST_LOGIN_REDIRECT: '//evil.example' }],
    ['SYNC_OIDC_POST_LOGOUT_REDIRECT', { SYNC_OIDC_POST_LOGOUT_REDIRECT: '/login.php' }],
  ])('fails at startup for a bad %s: %j', (name, change) => {
    expect(() => read({ ...OIDC, ...change } as Record<string, string>)).toThrow(name);
  });
});
