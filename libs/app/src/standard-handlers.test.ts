import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import supertest from 'supertest';
import type { ContractDocument } from '@cairn/contracts';
import { ANONYMOUS, createLogger, createServiceApp } from '@cairn/service';
import { standardHandlers } from './standard-handlers.ts';

const operation = (operationId: string, types: string, more: object = {}) => ({
  get: {
    operationId,
    'x-access': { user: 'none' },
    responses: { 200: { description: 'Found', content: { [types]: {} } }, 404: { description: 'Missing' } },
    ...more,
  },
});
const path = { name: 'path', in: 'path', required: true, 'x-wildcard': true, schema: { type: 'string' } };
const contract = {
  openapi: '3.1.0',
  info: { title: 'Roads', version: '1' },
  paths: {
    '/roads': operation('roadsPage', 'text/html'),
    '/api/health': operation('health', 'application/json'),
    '/shared/ui/{path}': operation('sharedAsset', '*/*', { parameters: [path] }),
    '/api/roads': operation('listRoads', 'application/json'),
  },
} as unknown as ContractDocument;

let folder: string;
const server = createServer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-app-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><head><base href="/"></head>');
  await writeFile(join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const app = createServiceApp<any>({
    service: 'roads',
    contract,
    handlers: {
      ...standardHandlers(contract, { pages: folder, sharedAssets: folder }),
      listRoads: (() => ['A1']) as never,
    },
    guard: { identify: async () => ANONYMOUS, allows: async () => false },
    config: {
      host: '127.0.0.1',
      port: 0,
      internalPort: 0,
      basePath: '/roads-app',
      trustedProxies: [],
      logLevel: 'silent',
      nodeEnv: 'test',
    },
    logger: createLogger({ service: 'roads', level: 'silent' }),
    ready: () => ({}),
  });
  server.on('request', app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const get = (address: string) => supertest(server).get(`/roads-app${address}`);

test('an operation whose id ends in Page serves the web app with its base path', async () => {
  const { status, text } = await get('/roads');
  expect(status).toBe(200);
  expect(text).toContain('<base href="/roads-app/">');
});

test('GET /api/health answers without a handler of the service', async () => {
  expect(await get('/api/health')).toMatchObject({ status: 200, body: { status: expect.any(String) } });
});

test('GET /shared/ui/{path} sends shared assets, and 404 for an unknown or outside file', async () => {
  const { status, headers } = await get('/shared/ui/mark.svg');
  expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(headers['cache-control']).toBe('public, no-cache');
  expect((await get('/shared/ui/none.svg')).status).toBe(404);
  expect((await get('/shared/ui/..%2f..%2fetc%2fpasswd')).status).toBeGreaterThanOrEqual(400);
});

test('the other operations keep the handlers of the service', async () => {
  expect((await get('/api/roads')).body).toEqual(['A1']);
});
