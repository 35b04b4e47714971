import { expect, test } from '@jest/globals';
import request from 'supertest';
import { parseContract } from '@cairn/contracts/parse';
import { createLogger, createServiceApp } from '../src/index.ts';
import { config, guard } from './fixture/items-app.ts';

const ANSWER = `
      x-access: { user: none }
      responses: { '200': { description: Done, content: { text/plain: { schema: { type: string } } } } }`;
const CONTRACT = `
openapi: 3.1.0
info: { title: Methods, version: 1.0.0 }
paths:
  /open:
    post:
      operationId: open${ANSWER}
  /earlier:
    post:
      operationId: earlier
      x-status-map: { method_not_allowed: 404 }${ANSWER}
`;

test('an operation that maps other methods to 404 hides its path from them, and from no other path', async () => {
  const app = createServiceApp({
    ...{ service: 'vault', contract: parseContract(CONTRACT), guard, config },
    ...{ handlers: { open: () => 'open', earlier: () => 'earlier' } as never, ready: () => ({}) },
    logger: createLogger({ service: 'vault', level: 'silent' }),
  });
  expect((await request(app).post('/earlier')).status).toBe(200);
  const unknown = await request(app).get('/nowhere');
  for (const method of ['get', 'head', 'put', 'delete', 'options'] as const) {
    const hidden = await request(app)[method]('/earlier');
    expect([method, hidden.status, hidden.headers.allow]).toEqual([method, 404, undefined]);
    if (method !== 'head') expect(hidden.body).toEqual(unknown.body);
    expect((await request(app)[method]('/open')).status).toBe(405);
  }
});
