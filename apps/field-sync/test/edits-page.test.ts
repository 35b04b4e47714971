import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { ProviderError } from '../src/features/providers/errors.ts';
import type { Provider, WaitingEdits } from '../src/features/providers/types.ts';
import { testProjects } from './test-projects.ts';
import { readPage } from './read-page.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { createPolledProvider } from './polled-provider.ts';

const EDITS: WaitingEdits = {
  count: 3,
  byStatus: { CONFLICT: 2, NOT_APPLIED: 1 },
  newest: [
    {
      ...{ label: 'trees 7', status: 'CONFLICT', author: 'will' },
      ...{ at: new Date(), reason: 'The row was changed by <bea>.' },
    },
  ],
  conflictFiles: ['trees (conflicted copy, will v12).gpkg'],
};

let provider: Provider;
let app: TestFieldSync;
let ada: Person;
let id: number;
beforeAll(async () => {
  ({ provider } = createPolledProvider());
  app = await startTestFieldSync({ overrides: { providerOf: async () => provider } });
  ada = await app.signUp({ username: 'ada', isAdmin: true });
  ({ id } = await testProjects(app).addProject());
});
afterAll(() => app.close());

const open = () => readPage(app, ada, `/admin/project_settings.php?id=${id}&tab=edits`);

test('GET /admin/project_settings.php tab=edits shows the edits that the provider did not apply, with their reasons', async () => {
  provider = { ...provider, waiting: async () => EDITS };
  const page = await open();
  expect(page.withAttribute('data-edits')[0]?.attributes).toMatchObject({
    ...{ 'data-count': '3', 'data-conflict': '2', 'data-not_applied': '1' },
  });
  expect(page.withAttribute('data-edit')[0]?.attributes).toMatchObject({ 'data-author': 'will' });
  expect(page.withAttribute('data-conflict-file')[0]?.attributes).toEqual({
    'data-conflict-file': EDITS.conflictFiles[0],
  });
  expect(page.html).toContain('The row was changed by &lt;bea&gt;.');
});

test('GET /admin/project_settings.php tab=edits says so when nothing waits, and why when the provider does not tell', async () => {
  provider = {
    ...provider,
    waiting: async () => ({ count: 0, byStatus: {}, newest: [], conflictFiles: [] }),
  };
  expect((await open()).html).toContain('No edits wait at the provider');
  const message = 'The provider is in maintenance. Try again later.';
  provider = {
    ...provider,
    waiting: () => Promise.reject(new ProviderError({ outcome: 'later', code: 'x.y', message })),
  };
  const page = await open();
  expect([page.status, page.html.includes(message)]).toEqual([200, true]);
  const { waiting: _waiting, ...folder } = provider;
  provider = folder;
  expect((await open()).html).toContain('Folders have no waiting edits');
});
