import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { readConfig } from '../src/index.ts';
import { config, itemsApp } from './fixture/items-app.ts';

const app = itemsApp();

describe('7: secrets that are weak', () => {
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

describe('9: errors that say too much', () => {
  test.each(['json', 'html'])('a forced 500 shows no stack, SQL or path (%s)', async (kind) => {
    const lines: Record<string, unknown>[] = [];
    const response = await request(itemsApp({ lines }))
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
    const secure = itemsApp({ config: { ...config, publicUrl: 'https://maps.example.org' } });
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
