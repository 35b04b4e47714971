import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import supertest from 'supertest';
import { readPortalConfig } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { portal as portalService } from '../src/service.ts';
import { SERVICE_SECRET, startTestPortal } from './test-app.ts';

const cookie = `platform_session=${'a'.repeat(43)}`;

describe('a portal without a database', () => {
  const config = readPortalConfig({ NODE_ENV: 'test', SERVICE_SECRET, LOG_LEVEL: 'silent' });
  const context = buildContext(config, pino({ level: 'silent' }));
  const server = createServer(portalService.createApp(context));
  const portal = () => supertest.agent(server);

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(async () => {
    server.close();
    await context.close();
  });

  test('GET /api/me returns authenticated false with any credentials', async () => {
    const { status, body } = await portal().get('/api/me').set('Cookie', cookie);
    expect(status).toBe(200);
    expect(body).toMatchObject({ authenticated: false, user: null, admin: false });
  });

  test('GET /api/catalog returns an empty catalog with a warning', async () => {
    const { status, body } = await portal().get('/api/catalog').set('Cookie', cookie);
    expect(status).toBe(200);
    expect(body).toEqual({
      datasets: [],
      maps: [],
      dashboards: [],
      reports: [],
      warnings: [expect.stringContaining('no database')],
    });
  });

  test('GET /api/portal/cards returns no cards and a note', async () => {
    const { status, body } = await portal().get('/api/portal/cards');
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [],
      total: 0,
      categories: [],
      note: expect.stringContaining('no database'),
    });
  });

  test.each(['/', '/login', '/api/health', '/api/maps', '/readyz'])(
    'GET %s works, or returns what is missing',
    async (path) => {
      const { status } = await portal().get(path);
      expect(path === '/' ? [200, 503] : [200]).toContain(status);
    },
  );

  test.each(['GET /logout', 'POST /logout'])(
    '%s clears the cookie and redirects to the form',
    async (operation) => {
      const [method = 'GET', path = ''] = operation.split(' ');
      const answer = await portal()[method.toLowerCase() as 'get' | 'post'](path).set('Cookie', cookie);
      expect(answer.status).toBe(303);
      expect(answer.headers['set-cookie']).toHaveLength(1);
    },
  );

  test('POST /login returns 503 as a page', async () => {
    const { status, headers, text } = await portal()
      .post('/login')
      .type('form')
      .send({ username: 'a', password: 'b' });
    expect(status).toBe(503);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('DATABASE_URL');
  });

  test.each([
    ['get', '/api/me/tokens'],
    ['post', '/api/me/tokens'],
    ['delete', '/api/me/tokens/1'],
    ['get', '/api/admin/portal/cards'],
    ['post', '/api/admin/portal/cards'],
    ['post', '/api/admin/portal/cards/reorder'],
    ['get', '/api/admin/users'],
    ['get', '/admin/api/groups'],
    ['put', '/internal/services/vault'],
  ] as const)('%s %s answers 503 with a sentence, with and without credentials', async (method, path) => {
    for (const header of ['', cookie]) {
      const { status, body } = await portal()[method](path).set('Cookie', header);
      expect(status).toBe(503);
      expect(body.error).toMatch(/database/);
    }
  });

  test('GET /account returns 503 as a page', async () => {
    const { status, headers } = await portal().get('/account').set('Cookie', cookie);
    expect(status).toBe(503);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('a portal whose database becomes unavailable', () => {
  test('returns 500 when a look-up fails and 503 where sign-in is needed within 4 s, without details of the database', async () => {
    const portal = await startTestPortal();
    const user = await portal.addUser();
    await portal.context.close();
    const begun = performance.now();
    const me = await portal.as(user).get('/api/me');
    const tokens = await portal.as(user).get('/api/me/tokens');
    const cards = await portal.as(user).get('/api/portal/cards');
    const catalog = await portal.as(user).get('/api/catalog');
    expect([me.status, tokens.status, cards.status, catalog.status]).toEqual([500, 503, 500, 503]);
    expect(performance.now() - begun).toBeLessThan(4000);
    expect(JSON.stringify([me.body, tokens.body, cards.body, catalog.body])).not.toMatch(
      /select|pool|postgres|127\.0\.0\.1|\.ts/i,
    );
    const visited = await portal.as().get('/api/catalog');
    expect([visited.status, visited.body.warnings.length]).toEqual([200, 2]);
    expect((await portal.as(user).get('/login')).status).toBe(200);
    expect((await portal.as().get('/api/me')).status).toBe(200);
    expect((await portal.as().get('/api/health')).status).toBe(200);
    expect((await portal.as().get('/readyz')).status).toBe(503);
    await portal.close();
  });
});
