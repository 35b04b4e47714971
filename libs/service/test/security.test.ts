import { afterAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { config, shelfApp } from './fixture/shelf-app.ts';
import { readConfig } from '../src/index.ts';

const app = shelfApp();
const ann = { Cookie: 'sid=ann' };

afterAll(() => expect(({} as Record<string, unknown>).polluted).toBeUndefined());

describe('1: writes that another site asks for', () => {
  const post = (headers: Record<string, string>, target = app): request.Test =>
    request(target)
      .post('/api/books')
      .set(ann)
      .set('Host', 'maps.example.org')
      .set(headers)
      .send({ title: 'T' });
  const behindTls = shelfApp({ config: { ...config, publicUrl: 'https://maps.example.org' } });

  test.each([
    [{ Origin: 'https://evil' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'http://maps.example.org.evil' }, 403],
    [{ Origin: 'http://maps.example.org:81' }, 403],
    [{ Origin: 'file://maps.example.org' }, 403],
    [{ Origin: '' }, 403],
    [{ Origin: 'https://maps.example.org' }, 403],
    [{ Origin: 'https://maps.example.org', 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Origin: 'https://maps.example.org', 'Sec-Fetch-Site': 'same-origin' }, 201],
    [{ Origin: 'https://evil', 'Sec-Fetch-Site': 'same-origin' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Origin: 'http://maps.example.org' }, 201],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 201],
    [{ 'Sec-Fetch-Site': 'none' }, 201],
    [{}, 201],
  ])('POST /api/books with %j is answered %i', async (headers, status) => {
    expect((await post(headers as Record<string, string>)).status).toBe(status);
  });

  test('behind TLS the public origin counts', async () => {
    expect((await post({ Origin: 'https://maps.example.org' }, behindTls)).status).toBe(201);
    expect((await post({ Origin: 'https://evil.example.org' }, behindTls)).status).toBe(403);
  });

  test.each([
    ['text/plain', {}, 415],
    ['text/plain', { Origin: 'https://evil' }, 403],
    ['application/x-www-form-urlencoded', {}, 415],
    ['multipart/form-data; boundary=x', {}, 415],
    ['', {}, 415],
  ])('JSON sent as %j with %j is answered %i', async (type, headers, status) => {
    const response = await request(app)
      .post('/api/books')
      .set({ ...ann, ...headers, 'Content-Type': type })
      .send('{"title":"T"}');
    expect(response.status).toBe(status);
  });

  test('an unknown path refuses a foreign write before it says that it is unknown', async () => {
    expect((await request(app).post('/nowhere').set('Origin', 'https://evil')).status).toBe(403);
  });
});

describe('2: identity from headers', () => {
  test.each([
    { 'X-User-ID': '1' },
    { 'X-Forwarded-User': 'admin' },
    { 'X-Remote-User': 'root' },
    { 'X-Auth-Request-Email': 'root@example.org' },
  ])('%j is ignored and does not reach handlers', async (headers) => {
    expect((await request(app).get('/api/me').set(headers)).body).toEqual({ username: null });
    expect((await request(app).get('/api/admin/users').set(headers)).status).toBe(401);
    const seen = await request(app).get('/links').set(headers);
    expect(Object.keys(seen.body.headers)).not.toContain(Object.keys(headers)[0]!.toLowerCase());
  });
});

describe('3: addresses from headers', () => {
  const addressed = shelfApp({ config: { ...config, publicUrl: 'https://maps.example.org' } });
  const strangers = shelfApp({ config: { ...config, trustedProxies: ['192.0.2.1'] } });

  test.each<Record<string, string>>([
    { 'X-Forwarded-Prefix': '//evil' },
    { 'X-Forwarded-Prefix': '/evil//x' },
    { 'X-Forwarded-Prefix': 'evil' },
    { 'X-Forwarded-Prefix': '/evil/..' },
    { 'X-Forwarded-Prefix': '/evil"><script>' },
    { 'X-Forwarded-Prefix': '/evil?x' },
    { 'X-Forwarded-Prefix': 'https://evil/' },
    { Host: 'evil' },
    { 'X-Forwarded-Host': 'evil' },
    { 'X-Forwarded-Proto': 'evil' },
    { Forwarded: 'host=evil' },
  ])('%j appears in no redirect, link or page', async (headers) => {
    const login = await request(addressed).get('/').set(headers);
    expect(login.headers.location).toBe('/login?next=%2Fshelf%2F');
    const moved = await request(addressed).get('/moved').set(headers);
    expect(moved.headers.location).toBe('/shelf/links');
    const page = await request(addressed).get('/').set(ann).set(headers);
    expect(page.text).toContain('<base href="/shelf/">');
    const { body } = await request(addressed).get('/links').set(headers);
    expect([body.origin, body.base_path]).toEqual(['https://maps.example.org', '/shelf']);
  });

  test('a prefix from a trusted proxy counts, from a stranger it does not', async () => {
    const headers = { 'X-Forwarded-Prefix': '/maps/shelf', 'X-Forwarded-For': '203.0.113.9' };
    const trusted = (await request(app).get('/links').set(headers)).body;
    expect([trusted.base_path, trusted.ip]).toEqual(['/maps/shelf', '203.0.113.9']);
    const { body } = await request(strangers).get('/links').set(headers);
    expect([body.base_path, body.ip]).toEqual(['/shelf', '127.0.0.1']);
  });

  test('without a public address a malformed host is not repeated', async () => {
    const { body } = await request(app)
      .get('/links')
      .set({ 'X-Forwarded-Host': 'evil/<script>', 'X-Forwarded-Proto': 'javascript' });
    expect(body.origin).toBe('http://localhost');
  });

  test('paths are served with the prefix and without it', async () => {
    for (const path of ['/shelf/api/health', '/api/health', '/proxied/api/health']) {
      const response = await request(app).get(path).set('X-Forwarded-Prefix', '/proxied');
      expect(response.status).toBe(200);
    }
    expect((await request(app).get('/shelfish/api/health')).status).toBe(404);
  });
});

describe('5: other spellings of an administrators-only path', () => {
  test.each([
    '//api/admin/users',
    '/api//admin/users',
    '/./api/admin/users',
    '/api/./admin/users',
    '/x/../api/admin/users',
    '/api/%61dmin/users',
    '/api/ADMIN/users',
    '/API/admin/users',
    '/api/admin/users/',
    '/api/admin/users/.',
    '/api/admin/users%2f',
    '/api/admin%2fusers',
    '/api\\admin\\users',
    '/api/admin/users;x=1',
    '/api/admin/users%00',
    '/shelf/shelf/api/admin/users',
    '/admin/api//users',
    '/shelf//api/admin/users',
  ])('GET %s is no way in for ann', async (path) => {
    for (const method of ['get', 'head'] as const) {
      const response = await request(app)
        [method]('/')
        .set(ann)
        .redirects(0)
        .ok(() => true);
      expect(response.status).toBe(200);
      const probe = await raw(method.toUpperCase(), path, ann);
      expect([400, 401, 403, 404]).toContain(probe);
    }
  });

  test.each([
    ['HEAD', '/api/admin/users', {}],
    ['GET', '/shelf/api/admin/users', {}],
    ['GET', '/admin/api/users', {}],
    ['POST', '/api/me', { 'X-HTTP-Method-Override': 'GET' }],
    [
      'GET',
      '/api/books/1?_method=DELETE',
      { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' },
    ],
  ])('%s %s with %j does not do what only administrators may', async (method, path, headers) => {
    const status = await raw(method, path, { ...ann, ...headers });
    // Reading the book is ann's right; deleting it would be 204.
    expect(status).toBe(path.startsWith('/api/books') ? 200 : method === 'POST' ? 405 : 403);
  });

  test('GET with X-HTTP-Method-Override: GET on a DELETE route stays a DELETE', async () => {
    expect(await raw('DELETE', '/api/books/1', { ...ann, 'X-HTTP-Method-Override': 'GET' })).toBe(403);
  });
});

describe('6: JSON and queries that reach for the prototype', () => {
  const post = (text: string): request.Test =>
    request(app).patch('/api/books/1').set(ann).set('Content-Type', 'application/json').send(text);

  test.each([
    ['__proto__', '{"__proto__":{"polluted":1}}'],
    ['an escaped __proto__', '{"\\u005f_proto__":{"polluted":1}}'],
    ['a nested __proto__', '{"shelf":{"x":[{"__proto__":{"polluted":1}}]}}'],
    ['constructor', '{"constructor":{"prototype":{"polluted":1}}}'],
    ['duplicate keys', '{"title":"a","title":"b"}'],
    ['duplicate keys, one escaped', '{"title":"a","t\\u0069tle":"b"}'],
    ['depth 100,000 of arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['depth 100,000 of objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['an unclosed document', '{"title":"a"'],
    ['an unclosed string', '{"title":"a'],
    ['a lone quote', '"'],
    ['a trailing comma', '{"title":"a",}'],
    ['NaN', '{"title":NaN}'],
    ['a NUL character', '{"title":"a\\u0000b"}'],
    ['half a character', '{"title":"a\\uD83Db"}'],
    ['nothing but spaces', '   '],
    ['a text instead of an object', '"title"'],
    ['more than 1 MiB', JSON.stringify({ title: 'x'.repeat(1024 * 1024) })],
  ])('%s is a bad request', async (_what, text) => {
    const response = await post(text);
    expect([response.status, response.body.success]).toEqual([400, false]);
  });

  test('bytes that are no UTF-8 are a bad request', async () => {
    const response = await request(app)
      .patch('/api/books/1')
      .set(ann)
      .set('Content-Type', 'application/json')
      .serialize((body: unknown) => body as string)
      .send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    expect(response.status).toBe(400);
  });

  test('the same words as values, and the same name in two objects, are fine', async () => {
    expect((await post('{"title":"__proto__: {} \\\\","shelf":{"row":2}}')).status).toBe(200);
    expect((await post('{"title":"\\uD83D\\uDE00"}')).body).toMatchObject({ title: '😀' });
    const twice = '{"title":"a","x":{"title":"b"},"y":[{"title":"c"},{"title":"d"}]}';
    expect((await post(twice)).body).toMatchObject({ title: 'a' });
  });

  test('a cap that the contract declares as 413 is answered 413', async () => {
    const response = await request(app)
      .post('/api/books')
      .set(ann)
      .send({ title: 'x'.repeat(1024 * 1024) });
    expect(response.status).toBe(413);
  });

  test.each([
    '__proto__=1',
    '__proto__[polluted]=1',
    'constructor=1',
    'constructor[prototype][polluted]=1',
    'limit[]=1',
    'a[]=1',
    'tag[0]=x',
    'limit=1&limit=2',
    '%5f_proto__=1',
  ])('GET /api/books?%s is a bad request', async (query) => {
    expect((await request(app).get(`/api/books?${query}`)).status).toBe(400);
  });
});

describe('7: secrets that are none', () => {
  const read = (secret: string | undefined): unknown =>
    readConfig(
      { properties: { SERVICE_SECRET: { type: 'string', format: 'secret' } }, required: ['SERVICE_SECRET'] },
      { SERVICE_SECRET: secret },
    );

  test.each([
    undefined,
    '',
    'short',
    '0'.repeat(64),
    'change-me-change-me-change-me-change-me',
    'this-is-an-example-secret-0123456789abcdef',
    'replace_this_with_32_random_bytes_please',
    'secretsecretsecretsecretsecretsecret',
  ])('%j refuses to start', (secret) => {
    expect(() => read(secret)).toThrow(/SERVICE_SECRET (must be a secret|is not set)/);
  });

  test('random hex is accepted', () => {
    const secret = '9f2c4e6a8b0d1f3e5c7a9b8d6f4e2c0a1b3d5f7e9c8a6b4d';
    expect(read(secret)).toEqual({ SERVICE_SECRET: secret });
  });
});

describe('8: what developers leave behind', () => {
  test.each([
    '/debug/vars',
    '/debug/pprof/',
    '/__server.php',
    '/.git/config',
    '/.env',
    '/metrics',
    '/server-status',
  ])('GET %s is not there', async (path) => {
    expect((await request(app).get(path)).status).toBe(404);
    expect((await request(app).get(`/assets${path}`)).status).toBe(404);
  });
});

describe('9: errors that say too much', () => {
  test.each(['json', 'html'])('a forced 500 shows no stack, SQL or path (%s)', async (kind) => {
    const lines: Record<string, unknown>[] = [];
    const response = await request(shelfApp({ lines }))
      .get('/fail/boom')
      .set('Accept', kind === 'html' ? 'text/html' : 'application/json');
    expect(response.status).toBe(500);
    expect(response.text).not.toMatch(/select|secrets|\/srv|\.ts|at /i);
    expect(response.text).toContain(response.headers['x-request-id']);
    expect(JSON.stringify(lines)).toContain('select * from secrets');
  });

  test('every answer carries the protective headers, and none names the software', async () => {
    for (const path of ['/api/health', '/nowhere', '/fail/boom', '/readyz', '/assets/plain.txt']) {
      const { headers } = await request(app).get(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'content-security-policy': expect.stringContaining('frame-ancestors'),
        'x-request-id': expect.any(String),
      });
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['strict-transport-security']).toBeUndefined();
    }
    const secure = shelfApp({ config: { ...config, publicUrl: 'https://maps.example.org' } });
    expect((await request(secure).get('/api/health')).headers['strict-transport-security']).toContain(
      'max-age',
    );
  });

  test('a harmless request id travels on; a harmful one is replaced', async () => {
    const ids = await Promise.all(
      ['abcdef-0123456789', 'short', 'x'.repeat(65), 'a"b\\c<script>'].map(
        async (id) => (await request(app).get('/api/health').set('X-Request-Id', id)).headers['x-request-id'],
      ),
    );
    expect(ids[0]).toBe('abcdef-0123456789');
    for (const id of ids.slice(1)) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });
});

/** Sends the path as it is; supertest would normalise it. */
async function raw(method: string, path: string, headers: Record<string, string>): Promise<number> {
  const { createServer, request: send } = await import('node:http');
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  try {
    return await new Promise<number>((resolve, reject) => {
      send({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode!));
      })
        .once('error', reject)
        .end();
    });
  } finally {
    server.close();
  }
}
