import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault } from './test-app.ts';

let app: TestVault;

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
});

afterAll(() => app.close());

test('a title that people write is what the portal calls the dataset, whose owner stays', async () => {
  const ada = await app.signUp({ username: 'ada' });
  await upload(app, ada, { file: 'populated-places.geojson' });
  const path = '/datasets/populated-places/metadata';
  expect((await ask(app, ada, { path, method: 'POST', json: { title: 'Cities and capitals' } })).status).toBe(
    200,
  );
  const worker = app.work();
  try {
    await until('the portal knows the title', async () => {
      const { rows } = await app.admin.query(
        `SELECT display_name, owner_id FROM portal.resources WHERE resource_key = 'populated-places'`,
      );
      return rows[0].display_name === 'Cities and capitals' && rows[0].owner_id === ada.id;
    });
  } finally {
    await worker.stop();
  }
});
