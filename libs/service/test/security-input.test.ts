import { createServer, request as send } from 'node:http';
import { afterAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { NO_SUCH_PATH } from '../src/errors.ts';
import { itemsApp } from './fixture/items-app.ts';

const app = itemsApp();
const ann = { Cookie: 'sid=ann' };

afterAll(() => expect(({} as Record<string, unknown>).polluted).toBeUndefined());

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
    '/items/items/api/admin/users',
    '/admin/api//users',
    '/items//api/admin/users',
  ])('GET %s refuses ann', async (path) => {
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
    ['GET', '/items/api/admin/users', {}],
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
    ['a nested __proto__', '{"place":{"x":[{"__proto__":{"polluted":1}}]}}'],
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

  test('bytes that are not UTF-8 are a bad request', async () => {
    const response = await request(app)
      .patch('/api/books/1')
      .set(ann)
      .set('Content-Type', 'application/json')
      .serialize((body: unknown) => body as string)
      .send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    expect(response.status).toBe(400);
  });

  test('the same words as values, and the same name in two objects, are fine', async () => {
    expect((await post('{"title":"__proto__: {} \\\\","place":{"row":2}}')).status).toBe(200);
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

describe('8: what developers leave behind', () => {
  test.each([
    '/debug/vars',
    '/debug/pprof/',
    '/__server.php',
    '/.git/config',
    '/.env',
    '/metrics',
    '/server-status',
  ])('GET %s is 404', async (path) => {
    for (const each of [path, `/assets${path}`]) {
      const { status, body } = await request(app).get(each);
      expect([status, body.error]).toEqual([404, NO_SUCH_PATH]);
    }
  });
});

/** Sends the path as it is; supertest would normalise it. */
async function raw(method: string, path: string, headers: Record<string, string>): Promise<number> {
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
