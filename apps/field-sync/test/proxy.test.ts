import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort, startService, startTestUpstream, until } from '@cairn/testing';
import type { Person, TestUpstream } from '@cairn/testing';
import { addLocalPerson } from './local-people.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let ada: Person;
let analysis: TestUpstream;
let formbuilder: TestUpstream;
let sync: TestUpstream;

beforeAll(async () => {
  [analysis, formbuilder, sync] = (await Promise.all(
    ['analysis', 'formbuilder', 'sync'].map((name) => startTestUpstream(name)),
  )) as [TestUpstream, TestUpstream, TestUpstream];
  app = await startTestFieldSync({
    env: {
      ANALYSIS_URL: `${analysis.url}/base/`,
      FORMBUILDER_URL: formbuilder.url,
      SYNC_UPSTREAM_URL: `${sync.url}/sync`,
      SUPER_ADMIN_ID: '7',
    },
  });
  ada = await app.signUp({ username: 'ada', isAdmin: true });
});
afterAll(async () => {
  await app.close();
  await Promise.all([analysis, formbuilder, sync].map((each) => each.close()));
});
beforeEach(() => {
  for (const each of [analysis, formbuilder, sync]) each.requests.length = 0;
});

const seen = () => [analysis, formbuilder, sync].flatMap(({ requests }) => requests);

function ask(query: string, init: RequestInit = {}, person: Person | null = ada): Promise<Response> {
  const headers = { ...(person ? { cookie: person.cookie } : {}), ...init.headers };
  return fetch(`${app.url}/api/proxy.php?${query}`, { redirect: 'manual', ...init, headers });
}

test.each([
  ['GET /api/proxy.php analysis api/connections', '/base/api/connections'],
  ['GET /api/proxy.php analysis api/columns', '/base/api/columns'],
  ['GET /api/proxy.php formbuilder api/field_servers', '/api/field_servers'],
  ['GET /api/proxy.php form-builder api/field_servers', '/api/field_servers'],
  ['GET /api/proxy.php form-builder health', '/health'],
  ['GET /api/proxy.php sync api/field_servers.php', '/sync/api/field_servers.php'],
  ['POST /api/proxy.php analysis api/points-in-geometry', '/base/api/points-in-geometry'],
  ['POST /api/proxy.php analysis api/insights', '/base/api/insights'],
  ['POST /api/proxy.php analysis api/save-config', '/base/api/save-config'],
  ['POST /api/proxy.php form-builder generate', '/generate'],
])('%s goes to the upstream with the rest of the request, and nothing else', async (title, address) => {
  const [method = '', , service, path] = title.split(' ');
  const isPost = method === 'POST';
  const answer = await ask(`a=1%2F2&service=${service}&b=x+y&path=${path}&a=%25`, {
    method,
    headers: { accept: 'application/json', 'x-user-id': '99', 'x-other': '1' },
    ...(isPost ? { body: '{"some": "text"}' } : {}),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(answer.headers.get('set-cookie')).toBeNull();
  const [request, ...others] = seen();
  expect(others).toEqual([]);
  expect(request).toMatchObject({ method, address: `${address}?a=1%2F2&b=x+y&a=%25` });
  expect(request!.body).toBe(isPost ? '{"some": "text"}' : '');
  expect(request!.headers).toMatchObject({
    ...{ accept: 'application/json', 'content-type': 'application/json', 'x-user-id': '7' },
  });
  for (const name of ['cookie', 'x-other', 'authorization'])
    expect(request!.headers).not.toHaveProperty(name);
});

test.each([
  'path=api/points/../x',
  'path=api/points%2f..%2fx',
  'path=api%252Fconnections',
  'path=%252e%252e/x',
  'path=//evil',
  'path=/api/connections',
  'path=api/connections/',
  'path=API/connections',
  'path=api/connections%20',
  'path=api/connections&path=api/connections',
  'path=api/connections&path=api/columns',
  'path=api/cluster',
  'path=generate',
  'path=http://evil.example/',
  'path=',
  'other=1',
])('GET /api/proxy.php is 403 for %s and the upstream sees nothing', async (rest) => {
  const answer = await ask(`service=analysis&${rest}`);
  expect(answer.status).toBe(403);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(seen()).toEqual([]);
});

test.each(['PUT', 'DELETE', 'PATCH'])('%s is refused without a request to an upstream', async (method) => {
  expect((await ask('service=analysis&path=api/connections', { method })).status).toBe(405);
  expect(seen()).toEqual([]);
});

test('POST /api/proxy.php is 403 for what is only read, GET /api/proxy.php for what is only sent', async () => {
  const answers = await Promise.all([
    ask('service=analysis&path=api/connections', { method: 'POST', body: '{}' }),
    ask('service=sync&path=api/field_servers.php', { method: 'POST', body: '{}' }),
    ask('service=form-builder&path=generate'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(seen()).toEqual([]);
});

test.each([
  '',
  'service=',
  'service=Analysis',
  'service=form_builder',
  'service=analysis&service=analysis',
  'service=%2561nalysis',
])('GET /api/proxy.php is 400 as text for "%s", before the path is looked at', async (query) => {
  const answer = await ask(`${query}&path=../x`);
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(seen()).toEqual([]);
});

test('GET /api/proxy.php is 401 as text for nobody, whatever the query', async () => {
  const answer = await ask('service=nothing&path=../x', {}, null);
  expect([answer.status, answer.headers.get('location')]).toEqual([401, null]);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
});

test('GET /api/proxy.php passes on the statuses of refusals and failures, and all successes as 200', async () => {
  for (const [status, expected] of [
    [201, 200],
    [204, 200],
    [404, 404],
    [422, 422],
    [500, 500],
    [503, 503],
  ] as const) {
    formbuilder.answer('/health', {
      status,
      body: status === 204 ? '' : `says ${status}`,
      headers: { 'content-type': 'text/x-own' },
    });
    const answer = await ask('service=formbuilder&path=health');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([expected, 'text/x-own']);
    expect(await answer.text()).toBe(status === 204 ? '' : `says ${status}`);
  }
});

test('GET /api/proxy.php is 502 as text for a redirect, whose target is not called', async () => {
  formbuilder.answer('/health', { status: 302, headers: { location: `${analysis.url}/secret` } });
  const answer = await ask('service=formbuilder&path=health');
  expect([answer.status, answer.headers.get('location')]).toEqual([502, null]);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(analysis.requests).toEqual([]);
});

test('GET /api/proxy.php cuts the connection where that of the upstream was cut', async () => {
  formbuilder.answer('/health', { body: 'half', cut: true });
  await expect(ask('service=formbuilder&path=health').then((answer) => answer.text())).rejects.toThrow();
});

test('POST /api/proxy.php form-builder generate answers JSON as it is, and anything else as project.zip', async () => {
  formbuilder.answer('/generate', {
    body: '{"ok":true}',
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
  const send = () => ask('service=form-builder&path=generate', { method: 'POST', body: '{}' });
  const json = await send();
  expect([json.headers.get('content-type'), json.headers.get('content-disposition')]).toEqual([
    'application/json; charset=utf-8',
    null,
  ]);
  formbuilder.answer('/generate', {
    body: Buffer.from('PK\u0003\u0004'),
    headers: { 'content-type': 'text/html' },
  });
  const zip = await send();
  expect(zip.headers.get('content-type')).toBe('application/zip');
  expect(zip.headers.get('content-disposition')).toBe('attachment; filename="project.zip"');
  expect(await zip.text()).toBe('PK\u0003\u0004');
  formbuilder.answer('/generate', {
    status: 422,
    body: 'no form',
    headers: { 'content-type': 'text/plain' },
  });
  const refusal = await send();
  expect([refusal.status, refusal.headers.get('content-type')]).toEqual([422, 'text/plain']);
  expect(refusal.headers.get('content-disposition')).toBeNull();
});

test('POST /api/proxy.php streams a body that is larger than what forms may be', async () => {
  const body = `"${'x'.repeat(3 * 1024 * 1024)}"`;
  await ask('service=analysis&path=api/save-config', { method: 'POST', body });
  expect(analysis.requests[0]?.body).toBe(body);
});

test('POST /api/proxy.php with a body leaves a service in production running, which logs the address of the caller', async () => {
  const env = { ANALYSIS_URL: analysis.url, FORMBUILDER_URL: `http://127.0.0.1:${await freePort()}` };
  const script = join(import.meta.dirname, '../src/main.ts');
  const service = await startService({ script, config: app.config, env });
  const send = async (query: string) => {
    const headers = { cookie: ada.cookie, connection: 'close' };
    const init = { method: 'POST', body: '{}', headers };
    const answer = await fetch(`${service.url}/api/proxy.php?${query}`, init);
    await answer.text();
    return answer.status;
  };
  expect(await send('service=analysis&path=api/insights')).toBe(200);
  expect(await send('service=formbuilder&path=generate')).toBe(502);
  await until(
    'both are logged',
    () => service.lines.filter((line) => line.includes('"ip":"127')).length === 2,
  );
  expect(await service.stop()).toBe(0);
});

describe('in local mode', () => {
  let local: TestFieldSync;
  let uma: Person;
  beforeAll(async () => {
    local = await startTestFieldSync({
      env: {
        SYNC_AUTH_MODE: 'local',
        ANALYSIS_URL: `http://127.0.0.1:${await freePort()}`,
        FORMBUILDER_URL: formbuilder.url,
      },
    });
    uma = await addLocalPerson(local, { name: 'uma' });
  });
  afterAll(() => local.close());
  const read = (query: string, cookie?: string) =>
    fetch(`${local.url}/api/proxy.php?${query}`, { redirect: 'manual', headers: cookie ? { cookie } : {} });

  test('GET /api/proxy.php names the account to the upstream', async () => {
    formbuilder.answer('/health', {});
    expect((await read('service=formbuilder&path=health', uma.cookie)).status).toBe(200);
    expect(formbuilder.requests[0]?.headers['x-user-id']).toBe(String(uma.id));
  });

  test('GET /api/proxy.php is 401 as text for nobody', async () => {
    const answer = await read('service=formbuilder&path=health');
    expect([answer.status, answer.headers.get('location')]).toEqual([401, null]);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  });

  test('GET /api/proxy.php is 502 as text without a connection, and with a sentence where nothing is configured', async () => {
    const away = await read('service=analysis&path=api/columns', uma.cookie);
    expect([away.status, await away.text()]).toEqual([502, expect.stringContaining('cannot be reached')]);
    const none = await read('service=sync&path=api/field_servers.php', uma.cookie);
    expect([none.status, await none.text()]).toEqual([502, expect.stringContaining('SYNC_UPSTREAM_URL')]);
  });
});
