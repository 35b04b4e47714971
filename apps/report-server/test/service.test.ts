import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestReportServer } from './test-app.ts';
import type { TestReportServer } from './test-app.ts';

let app: TestReportServer;
beforeAll(async () => {
  app = await startTestReportServer();
});
afterAll(() => app.close());

test('GET /api/health answers without sign-in', async () => {
  expect(await app.ask(null, { path: '/api/health' })).toMatchObject({ status: 200, body: { status: 'ok' } });
});

test('GET /api/audit is for administrators of the platform', async () => {
  const [ada, admin] = [
    await app.signUp({ username: 'ada' }),
    await app.signUp({ username: 'root', isAdmin: true }),
  ];
  expect((await app.ask(ada, { path: '/api/audit' })).status).toBe(403);
  expect(await app.ask(admin, { path: '/api/audit' })).toMatchObject({ status: 200, body: { items: [] } });
});

test('an error has a sentence for people and a code for programs', async () => {
  const ada = await app.signUp({ username: 'ada of errors' });
  expect(await app.ask(ada, { path: '/api/jobs/999' })).toMatchObject({
    status: 404,
    body: { error: expect.any(String), code: expect.stringMatching(/^[a-z-]+\.[a-z_]+$/) },
  });
});
