import { join, resolve } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createReader } from '../src/index.ts';

const COUNTRIES = resolve(import.meta.dirname, '../../../tools/sample-data/countries.gpkg');
const reader = createReader({ processes: 2, idleMs: 200 });

afterAll(() => reader.close());

test('a few processes serve many requests', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => reader.run({ task: 'layers', file: COUNTRIES })),
  );
  expect(answers.map(({ layers }) => layers[0]?.name)).toEqual(Array(20).fill('countries'));
});

test('an unreadable file fails its own request, and the next one succeeds', async () => {
  await expect(
    reader.run({ task: 'layers', file: join(import.meta.dirname, 'reader.test.ts') }),
  ).rejects.toMatchObject({ reason: 'failed' });
  await expect(reader.run({ task: 'layers', file: COUNTRIES })).resolves.toMatchObject({
    layers: [{ name: 'countries' }],
  });
});

test('an aborted request rejects at once and ends its process, and the next one succeeds', async () => {
  const controller = new AbortController();
  const asked = reader.run({ task: 'layers', file: COUNTRIES }, { signal: controller.signal });
  controller.abort(new Error('the client left'));
  await expect(asked).rejects.toThrow('the client left');
  await expect(reader.run({ task: 'layers', file: COUNTRIES })).resolves.toHaveProperty('layers');
});
