import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { NOTHING, traces, upload } from './client.ts';
import { geoJson, text } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { beginUpload } from './running-vault.ts';

const MIB = 1024 * 1024;
const HEAD = text('{"type":"FeatureCollection","features":[');

let app: TestVault;
let ada: Person;

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
});

afterAll(() => app.close());

test('a file beyond the size limit returns 413 with the limit and leaves nothing', async () => {
  const declared = await upload(app, ada, { file: new Uint8Array(10 * MIB), fileName: 'big.tif' });
  expect(declared.status).toBe(413);
  expect(declared.body.error).toContain('8 MiB');
  const sending = beginUpload(app.url, ada, { fileName: 'big.geojson', head: HEAD });
  await sending.send(9 * MIB);
  expect(await sending.finish()).toBe(413);
  expect(await traces(app)).toEqual(NOTHING);
});

test('an endless upload is closed at the size limit', async () => {
  const sending = beginUpload(app.url, ada, { fileName: 'endless.geojson', head: HEAD });
  sending.request.on('error', () => undefined);
  const answered = new Promise<number>((done) => {
    sending.request.once('response', (response) => done(response.statusCode ?? 0));
    sending.request.once('close', () => done(0));
  });
  let flowing = true;
  void (async () => {
    // Slowly beyond the limit: the server reads on for five seconds, so that clients see its answer.
    for (let sent = 0; flowing && !sending.request.destroyed; sent += MIB) {
      await Promise.race([sending.send(MIB), delay(100)]);
      if (sent > 16 * MIB) await delay(100);
    }
  })();
  const status = await answered;
  flowing = false;
  sending.request.destroy();
  expect([413, 0]).toContain(status);
  await until('nothing is left', async () => (await app.stored()).incoming.length === 0);
  expect(await traces(app)).toEqual(NOTHING);
});

test('a form without a file, with two files, or of another type returns 400', async () => {
  const send = (body: FormData | string, headers = {}) =>
    fetch(`${app.url}/projects/1/upload`, {
      method: 'POST',
      body,
      headers: { cookie: ada.cookie, ...headers },
    });
  const none = new FormData();
  none.set('dataset_name', 'x');
  const two = new FormData();
  for (const name of ['a.geojson', 'b.geojson']) two.append('file', new Blob([geoJson()]), name);
  const wrong = new FormData();
  wrong.set('data', new Blob([geoJson()]), 'a.geojson');
  for (const answer of [
    await send(none),
    await send(two),
    await send(wrong),
    await send('{}', { 'content-type': 'application/json' }),
    await send('--x\r\nbroken', { 'content-type': 'multipart/form-data; boundary=x' }),
  ]) {
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toMatch(/\.$/);
  }
  expect(await traces(app)).toEqual(NOTHING);
});

test('one of several concurrent first uploads under one name returns 201, the others 409', async () => {
  const root = await app.signUp({ username: 'root', isAdmin: true });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      upload(app, i % 2 ? ada : root, { file: geoJson({ i }), fileName: 'same.geojson' }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1);
  expect(statuses.every((status) => [201, 403, 409].includes(status))).toBe(true);
  expect(await app.rows('datasets')).toBe(1);
  const { objects, incoming, work } = await app.stored();
  expect({ objects: objects.length, incoming, work }).toEqual({
    objects: await app.rows('versions'),
    incoming: [],
    work: [],
  });
});

test('concurrent uploads to one dataset create consecutive versions', async () => {
  await upload(app, ada, { file: geoJson(), fileName: 'series.geojson' });
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      upload(app, ada, { file: geoJson({ i }), path: '/datasets/series/upload', fileName: 'x.json' }),
    ),
  );
  expect(answers.map(({ body }) => body.version).toSorted()).toEqual([2, 3, 4, 5, 6]);
});
