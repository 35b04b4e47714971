import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { config, handlers, itemsApp, itemsContract } from './fixture/items-app.ts';
import type { operations } from './fixture/items.ts';
import type { Call, Handlers } from '../src/index.ts';

const app = itemsApp();
const ann = { Cookie: 'sid=ann' };
const root = { Cookie: 'sid=root' };

describe('binding', () => {
  test('an operation without a handler keeps the service from starting', () => {
    const { me: _left, ...rest } = handlers;
    expect(() => itemsApp({ handlers: rest as Handlers<operations> })).toThrow(
      'operation me (GET /api/me) has no handler',
    );
  });

  test('a handler without an operation keeps the service from starting', () => {
    const more = { ...handlers, stray: () => undefined } as Handlers<operations>;
    expect(() => itemsApp({ handlers: more })).toThrow('handler stray has no operation');
  });

  test.each([
    ['no x-access', undefined, 'x-access is missing'],
    ['an unknown word', { user: 'sometimes' }, 'user must be one of'],
    ['an unknown field', { user: 'none', role: 'admin' }, 'unknown field "role"'],
    ['a permission without a user', { user: 'none', service: 'view' }, 'a permission but no user'],
    [
      'a resource without parameter',
      { user: 'required', resource: { type: 'book', key: 'x', permission: 'view' } },
      '"x"',
    ],
  ])('%s keeps the service from starting', (_what, access, message) => {
    const contract = itemsContract();
    contract.paths['/api/me']!.get!['x-access'] = access as never;
    expect(() => itemsApp({ contract })).toThrow(message);
  });
});

describe('access', () => {
  test.each([
    ['GET', '/api/me', {}, 200],
    ['GET', '/api/me', { Cookie: 'sid=broken-store' }, 503],
    ['GET', '/api/books/1', {}, 401],
    ['GET', '/api/books/1', ann, 200],
    ['GET', '/api/books/2', ann, 403],
    ['GET', '/api/books/2', root, 200],
    ['GET', '/api/books/3', ann, 404],
    ['GET', '/api/books/3', root, 404],
    ['GET', '/api/books/x', ann, 400],
    ['GET', '/api/books/99999999999999999999', ann, 400],
    ['GET', '/api/admin/users', {}, 401],
    ['GET', '/api/admin/users', ann, 403],
    ['GET', '/api/admin/users', root, 200],
    ['GET', '/admin/api/users', {}, 401],
    ['GET', '/admin/api/users', ann, 403],
    ['GET', '/admin/api/users', root, 200],
    ['GET', '/api/admin/users', { Cookie: 'sid=broken-store' }, 503],
    ['DELETE', '/api/books/1', ann, 403],
    ['DELETE', '/api/books/1', root, 204],
    ['PUT', '/internal/books/x', {}, 401],
    ['PUT', '/internal/books/x', root, 401],
    ['PUT', '/internal/books/x', { Cookie: 'sid=portal' }, 204],
    ['GET', '/api/admin/users', { Cookie: 'sid=portal' }, 401],
  ])('%s %s with %j is answered %i', async (method, path, headers, status) => {
    const response = await request(app)[method.toLowerCase() as 'get'](path).set(headers);
    expect(response.status).toBe(status);
    if (status >= 400) expect(response.body).toEqual({ error: expect.stringMatching(/^["A-Z].*[.)]$/) });
  });

  test.each([
    ['/api/books/1', ann, ['one']],
    ['/api/books/2', root, ['two']],
    ['/api/me', ann, []],
  ])('GET %s hands the keys of the checked resources to its handler', async (path, headers, keys) => {
    const seen: unknown[] = [];
    const noting = (name: 'getBook' | 'me') => ({
      [name]: (input: never, actor: never, call: Call) => {
        seen.push(call.resourceKeys);
        return (handlers[name] as (...args: unknown[]) => unknown)(input, actor, call);
      },
    });
    const noted = { ...handlers, ...noting('getBook'), ...noting('me') } as Handlers<operations>;
    const response = await request(itemsApp({ handlers: noted }))
      .get(path)
      .set(headers);
    expect([response.status, seen]).toEqual([200, [keys]]);
  });

  test('a page asks the browser to sign in, and to come back', async () => {
    const response = await request(app).get('/items/?view=map&x=1').set('Accept', 'text/html');
    expect(response.status).toBe(303);
    expect(response.headers.location).toBe('/login?next=%2Fitems%2F%3Fview%3Dmap%26x%3D1');
  });
});

describe('input', () => {
  test('parameters arrive with their types and defaults; unknown ones are ignored', async () => {
    expect((await request(app).get('/api/books?tag=a&tag=b&lent=true&else=1')).body).toEqual({
      limit: 10,
      tag: ['a', 'b'],
      lent: true,
    });
    expect((await request(app).get('/api/books?limit=7&tag=a+b&lent=')).body).toEqual({
      limit: 7,
      tag: ['a b'],
    });
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=0x10',
    'limit=%201',
    'lent=maybe',
    'limit=1&limit=2',
    'q=%ff',
    'q=%00',
  ])('GET /api/books?%s is a bad request', async (query) => {
    expect((await request(app).get(`/api/books?${query}`)).status).toBe(400);
  });

  test('a body is checked, and a closed schema refuses unknown fields', async () => {
    const post = (body: object): request.Test => request(app).post('/api/books').set(ann).send(body);
    const created = await post({ title: 'Two', year: 1999 });
    expect([created.status, created.body, created.headers.location]).toEqual([
      201,
      { id: 2, title: 'Two' },
      '/api/books/2',
    ]);
    expect((await post({ title: 'x', owner: 1 })).body.error).toContain('unknown field "owner"');
    expect((await post({ year: 1999 })).body.error).toContain('lacks the field "title"');
    expect((await post({ title: '' })).body.error).toContain('must not be empty');
    expect((await request(app).post('/api/books').set(ann)).status).toBe(400);
  });

  test('an open schema drops unknown fields at every level and fills in defaults', async () => {
    const response = await request(app)
      .patch('/api/books/1')
      .set(ann)
      .send({ title: 'T', is_admin: true, place: { deep: 1 } });
    expect(response.body).toEqual({ title: 'T', place: { row: 1 } });
  });

  test('a form is read like JSON, with types, and errors come in the form that the contract states', async () => {
    const send = (text: string): request.Test =>
      request(app).patch('/api/books/1').set(ann).type('form').send(text);
    expect((await send('title=A%20B&copies=3&else=1')).body).toEqual({ title: 'A B', copies: 3 });
    const refused = await send('copies=3');
    expect([refused.status, refused.body]).toEqual([400, { success: false, message: expect.any(String) }]);
  });

  test('a streaming handler gets the multipart body unread', async () => {
    const response = await request(app)
      .post('/covers')
      .set(ann)
      .attach('file', Buffer.alloc(100_000), 'c.png');
    expect(response.status).toBe(201);
    expect(response.body.bytes).toBeGreaterThan(100_000);
  });

  test('a wildcard takes the rest of the path, and no way up', async () => {
    expect((await request(app).get('/files/a/b%20c.txt')).text).toBe('a/b c.txt');
    for (const path of ['/files/', '/files/a//b', '/files/%2e%2e/x', '/files/a/..%2fb', '/files/a%5c..']) {
      expect((await request(app).get(path)).status).toBe(404);
    }
  });
});

describe('answers', () => {
  test.each(['undeclared', 'status', 'extra', 'shape', 'text-shape', 'nothing'])(
    'in tests GET /fail/{how} (%s) fails and the log says why',
    async (how) => {
      const lines: Record<string, unknown>[] = [];
      expect((await request(itemsApp({ lines })).get(`/fail/${how}`)).status).toBe(500);
      expect(JSON.stringify(lines)).toContain('Operation fail');
    },
  );

  test('in production undeclared fields are removed, logged once, and the rest is sent', async () => {
    const lines: Record<string, unknown>[] = [];
    const production = itemsApp({
      lines,
      checkResponses: false,
      config: { ...config, nodeEnv: 'production' },
    });
    for (let i = 0; i < 2; i++) {
      const response = await request(production).get('/fail/extra');
      expect([response.status, response.body]).toEqual([200, { id: 1, title: 'One' }]);
    }
    expect(lines.filter((line) => line.field === 'secret_note')).toHaveLength(1);
    const [access] = lines.filter((line) => line.msg === 'request');
    expect(access).toMatchObject({
      method: 'GET',
      path: '/fail/extra',
      status: 200,
      request_id: expect.any(String),
    });
  });

  test('JSON that a handler wrote itself travels as it is', async () => {
    const response = await request(app).get('/fail/text');
    expect([response.status, response.type, response.text]).toEqual([
      200,
      'application/json',
      '{"id":1,"title":"Ünö"}',
    ]);
    expect(response.headers['content-length']).toBe('24');
  });

  test('HEAD follows GET, guard included', async () => {
    const response = await request(app).head('/api/books/1').set(ann);
    expect([response.status, response.text]).toEqual([200, undefined]);
    expect(response.headers['content-length']).toBeDefined();
    expect((await request(app).head('/api/admin/users').set(ann)).status).toBe(403);
  });

  test('another method is refused with what is allowed', async () => {
    const response = await request(app).put('/api/books');
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, POST, HEAD']);
  });

  test('errors come as text, action, HTML or JSON as the contract and the client say', async () => {
    const text = await request(app).get('/files/none');
    expect([text.status, text.text, text.type]).toEqual([404, 'There is no such file.\n', 'text/plain']);
    const action = await request(app).patch('/api/books/2').set(ann).send({});
    expect([action.status, action.body.success]).toEqual([403, false]);
    const html = await request(app).get('/nowhere').set('Accept', 'text/html,*/*');
    expect([html.status, html.type]).toEqual([404, 'text/html']);
    const json = await request(app).get('/nowhere');
    expect([json.status, json.type]).toEqual([404, 'application/json']);
  });

  test('Retry-After is sent in whole seconds', async () => {
    const response = await request(app).get('/fail/late');
    expect([response.status, response.headers['retry-after']]).toEqual([503, '2']);
  });
});

describe('what every service serves', () => {
  test('the contract, for machines and for people', async () => {
    expect((await request(app).get('/openapi.json')).body).toEqual(
      JSON.parse(JSON.stringify(itemsContract())),
    );
    const page = await request(app).get('/items/api-docs');
    expect(page.text).toContain('/api/books/{id}');
    expect(page.text).toContain('href="/items/openapi.json"');
  });

  test('checkReadiness names its checks; one that throws or hangs counts as false', async () => {
    expect((await request(app).get('/readyz')).body).toEqual({ ready: true, checks: { items: true } });
    const ready = () => ({
      good: true,
      broken: Promise.reject(new Error('no')),
      hangs: new Promise<boolean>(() => {}),
    });
    const response = await request(itemsApp({ ready })).get('/readyz');
    expect([response.status, response.body]).toEqual([
      503,
      { ready: false, checks: { good: true, broken: false, hangs: false } },
    ]);
  });

  test('the page carries its mount point, a policy and an ETag', async () => {
    const page = await request(app).get('/items/').set(ann);
    expect(page.text).toContain('<base href="/items/">');
    expect(page.headers['content-security-policy']).toContain("object-src 'none'");
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await request(app)
      .get('/items/')
      .set({ ...ann, 'If-None-Match': page.headers.etag! });
    expect(again.status).toBe(304);
  });

  test('hashed assets are immutable and come compressed; others are revalidated', async () => {
    const script = await request(app).get('/items/assets/app-Dk3f9aQz.js').set('Accept-Encoding', 'br');
    expect(script.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const plain = await request(app).get('/assets/plain.txt').set('Accept-Encoding', 'br');
    expect([plain.text, plain.headers['cache-control']]).toEqual(['items\n', 'public, no-cache']);
    for (const path of [
      '/assets/../index.html',
      '/assets/%2e%2e/index.html',
      '/assets/.hidden',
      '/assets/',
      '/assets',
    ]) {
      expect((await request(app).get(path)).status).toBe(404);
    }
  });
});
