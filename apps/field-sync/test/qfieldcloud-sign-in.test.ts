import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { htmlPage, tooManyRequests } from '@cairn/testing';
import { memoryStore } from './memory-store.ts';
import { PACKAGE, readBody, startQFieldCloudConnections } from './qfieldcloud-connections.ts';
import type { QFieldCloudConnections } from './qfieldcloud-connections.ts';

let cloud: QFieldCloudConnections;
beforeAll(async () => {
  cloud = await startQFieldCloudConnections();
});
afterEach(() => cloud.reset());
afterAll(() => cloud.close());

test('401 is: one sign-in and one repeat, without a project that is paused', async () => {
  const project = await cloud.addProject('renewed');
  const [provider, [file]] = [cloud.connect(), await cloud.connect().files(project.id, 'any')];
  await provider.poll([project.id]);
  cloud.server.expireTokens();
  cloud.server.reset();
  expect((await provider.poll([project.id])).get(project.id)).toMatchObject({
    version: project.dataLastUpdatedAt,
  });
  expect([cloud.signIns(), cloud.paths().length]).toEqual([1, 2]);
  cloud.server.expireTokens();
  const response = await provider.open(project.id, {
    version: 'any',
    file: file!,
    from: 50_000,
    signal: cloud.signal,
  });
  expect((await readBody(response.body)).equals(PACKAGE.subarray(50_000))).toBe(true);
});

test('401 that stays is: pause, after one more sign-in', async () => {
  const project = await cloud.addProject('barred');
  const provider = cloud.connect();
  cloud.server.fail({
    path: /\/files\//,
    status: 401,
    body: { code: 'token_authentication_failed', message: 'Token authentication failed' },
    times: 9,
  });
  await expect(provider.files(project.id, 'any')).rejects.toMatchObject({
    outcome: 'pause',
    message: expect.stringContaining('Token authentication failed'),
  });
  expect([cloud.signIns(), cloud.paths().length]).toEqual([2, 2]);
});

test('a wrong password is: sign_in, asked for once, and no account gets locked', async () => {
  const tokens = memoryStore();
  const [one, other] = [
    cloud.connect({ password: 'wrong', tokens }),
    cloud.connect({ password: 'wrong', tokens }),
  ];
  for (const provider of [one, one, other, other, one, other])
    await expect(provider.poll(['x'])).rejects.toMatchObject({
      outcome: 'sign_in',
      message: expect.stringContaining('rejects the login'),
    });
  expect([cloud.signIns(), cloud.paths()]).toEqual([1, []]);
  expect(tokens.problem).toContain('Enter user name and password again');
  expect(tokens.problem).not.toContain('wrong password');
});

test('an account that is locked is: later, after half an hour', async () => {
  cloud.server.fail({
    path: /auth/,
    status: 401,
    body: { code: 'too_many_failed_login_attempts', message: 'Too many failed login attempts!' },
  });
  const tokens = memoryStore();
  await expect(cloud.connect({ tokens }).poll(['x'])).rejects.toMatchObject({
    outcome: 'later',
    retryAfterMs: 1_800_000,
  });
  expect(tokens.problem).toBeNull();
});

test('two services with one account do not end each other’s session', async () => {
  const project = await cloud.addProject('shared');
  const [one, other] = [cloud.connect(), cloud.connect()];
  for (let i = 0; i < 3; i += 1) for (const provider of [one, other]) await provider.poll([project.id]);
  expect(cloud.signIns()).toBe(2);
  expect(cloud.server.requests.map(({ path }) => path)).not.toContain('/api/v1/auth/logout/');
});

test.each([
  ['a connection that is cut is: retry', { cutAt: 20 }, { outcome: 'retry' }],
  ['a connection that is dropped is: retry', { drop: true }, { outcome: 'retry' }],
  ['500 is: retry', { status: 500, body: '<html>Server error</html>' }, { outcome: 'retry' }],
  ['503 is: retry', { status: 503 }, { outcome: 'retry' }],
  [
    '429 is: retry, after the seconds that the provider names',
    tooManyRequests(90),
    { outcome: 'retry', retryAfterMs: 90_000 },
  ],
  ['a page with 200 is: damaged', htmlPage(), { outcome: 'damaged' }],
  ['half of a document is: damaged', { shortTo: 20 }, { outcome: 'damaged' }],
  [
    '400 is: pause',
    { status: 400, body: { code: 'validation_error', message: 'Validation error' } },
    { outcome: 'pause' },
  ],
  [
    '403 is: pause',
    { status: 403, body: { code: 'permission_denied', message: 'Permission denied' } },
    { outcome: 'pause' },
  ],
  [
    '404 is: pause',
    { status: 404, body: { code: 'object_not_found', message: 'Object not found' } },
    { outcome: 'pause' },
  ],
  [
    'maintenance is: later',
    { status: 503, body: { detail: 'In maintenance' } },
    { outcome: 'later', retryAfterMs: 900_000 },
  ],
])('%s', async (_title, fault, expected) => {
  const project = await cloud.addProject(`faulty ${_title}`);
  cloud.server.fail({ path: /^\/api\/v1\/files\//, ...fault });
  const provider = cloud.connect();
  await expect(provider.files(project.id, 'any')).rejects.toMatchObject(expected);
  expect(await provider.files(project.id, 'any')).toHaveLength(1);
  expect(cloud.signIns()).toBe(1);
});

test('a file that is refused is: pause or retry, with the words of the provider', async () => {
  const project = await cloud.addProject('unread');
  const [file] = await cloud.connect().files(project.id, 'any');
  cloud.server.fail({
    path: /survey/,
    status: 404,
    body: { code: 'object_not_found', message: 'Object not found' },
  });
  await expect(cloud.open(project.id, file!)).rejects.toMatchObject({
    outcome: 'pause',
    message: expect.stringContaining('Object not found'),
  });
  cloud.server.fail({ path: /survey/, status: 502, body: '<html>Bad gateway</html>' });
  await expect(cloud.open(project.id, file!)).rejects.toMatchObject({ outcome: 'retry' });
});
