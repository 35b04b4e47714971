import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
beforeAll(async () => {
  app = await startTestFieldSync();
});
afterAll(() => app.close());

test('GET /api/health answers without a session', async () => {
  expect((await app.ask(null, { path: '/api/health' })).status).toBe(200);
});
