import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { config, itemsApp } from './fixture/items-app.ts';

const app = itemsApp();
const ann = { Cookie: 'sid=ann' };

describe('1: writes that another site asks for', () => {
  const post = (headers: Record<string, string>, target = app): request.Test =>
    request(target)
      .post('/api/books')
      .set(ann)
      .set('Host', 'maps.example.org')
      .set(headers)
      .send({ title: 'T' });
  const behindTls = itemsApp({ config: { ...config, publicUrl: 'https://maps.example.org' } });

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
  const addressed = itemsApp({ config: { ...config, publicUrl: 'https://maps.example.org' } });
  const strangers = itemsApp({ config: { ...config, trustedProxies: ['192.0.2.1'] } });

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
    expect(login.headers.location).toBe('/login?next=%2Fitems%2F');
    const moved = await request(addressed).get('/moved').set(headers);
    expect(moved.headers.location).toBe('/items/links');
    const page = await request(addressed).get('/').set(ann).set(headers);
    expect(page.text).toContain('<base href="/items/">');
    const { body } = await request(addressed).get('/links').set(headers);
    expect([body.origin, body.base_path]).toEqual(['https://maps.example.org', '/items']);
  });

  test('a prefix from a trusted proxy counts, from a stranger it does not', async () => {
    const headers = { 'X-Forwarded-Prefix': '/maps/items', 'X-Forwarded-For': '203.0.113.9' };
    const trusted = (await request(app).get('/links').set(headers)).body;
    expect([trusted.base_path, trusted.ip]).toEqual(['/maps/items', '203.0.113.9']);
    const { body } = await request(strangers).get('/links').set(headers);
    expect([body.base_path, body.ip]).toEqual(['/items', '127.0.0.1']);
  });

  test('without a public address a malformed host is not repeated', async () => {
    const { body } = await request(app)
      .get('/links')
      .set({ 'X-Forwarded-Host': 'evil/<script>', 'X-Forwarded-Proto': 'javascript' });
    expect(body.origin).toBe('http://localhost');
  });

  test('paths are served with the prefix and without it', async () => {
    for (const path of ['/items/api/health', '/api/health', '/proxied/api/health']) {
      const response = await request(app).get(path).set('X-Forwarded-Prefix', '/proxied');
      expect(response.status).toBe(200);
    }
    expect((await request(app).get('/itemsish/api/health')).status).toBe(404);
  });
});
