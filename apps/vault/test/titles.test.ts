import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { openHouse } from './house.ts';
import type { House } from './house.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse({ inspects: false });
});

afterAll(() => house.close());

test('a title that people write is what the portal calls the dataset, whose owner stays', async () => {
  const ada = await house.signUp({ username: 'ada' });
  await upload(house, ada, { file: 'populated-places.geojson' });
  const path = '/datasets/populated-places/metadata';
  expect(
    (await ask(house, ada, { path, method: 'POST', json: { title: 'Cities and capitals' } })).status,
  ).toBe(200);
  const worker = house.work();
  try {
    await until('the portal knows the title', async () => {
      const { rows } = await house.admin.query(
        `SELECT display_name, owner_id FROM portal.resources WHERE resource_key = 'populated-places'`,
      );
      return rows[0].display_name === 'Cities and capitals' && rows[0].owner_id === ada.id;
    });
  } finally {
    await worker.stop();
  }
});
