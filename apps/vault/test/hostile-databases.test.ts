/** @own-process because it measures memory. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { flood, openFalseDatabase } from './hostile-databases.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let worker: ReturnType<TestVault['work']>;
let ada: Person;

beforeAll(async () => {
  app = await startTestVault({ inspects: false, env: { OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8' } });
  worker = app.work();
  await worker.ready;
  ada = await app.signUp({ username: 'ada' });
});

afterAll(async () => {
  await worker.stop();
  await app.close();
});

function load(dataset: string, port: number) {
  const target = { host: '127.0.0.1', port: String(port), dbname: 'gis', user: 'ada', password: 'x' };
  const fields = Object.fromEntries(
    Object.entries(target).map(([name, value]) => [`spatialdb_${name}`, value]),
  );
  return upload(app, ada, {
    file: 'countries.gpkg',
    dataset,
    fields: { spatialdb_import: '1', ...fields },
  });
}

test('a load into a server that stops answering ends when it is cancelled, and its worker is free again', async () => {
  const received = Promise.withResolvers<void>();
  const server = await openFalseDatabase(() => received.resolve());
  try {
    const answer = load('silent', server.port);
    await received.promise;
    const { body: active } = await ask(app, ada, { path: '/api/jobs?status=active' });
    const job = active.find(({ kind }: any) => kind === 'postgis.load');
    await ask(app, ada, { path: `/api/jobs/${job.id}/cancel`, method: 'POST' });
    const { status, body } = await answer;
    expect(status).toBe(201);
    expect(body.spatialdb).toMatchObject({ success: false, error: expect.stringMatching(/cancelled/) });
    expect(server.connections()).toBe(0);
  } finally {
    server.close();
  }
});

test('a load into a server that does not answer after the sign-in fails with a message', async () => {
  const server = await openFalseDatabase(() => undefined);
  try {
    const { body } = await load('mute', server.port);
    expect(body.spatialdb).toMatchObject({
      success: false,
      error: expect.stringMatching(/No database responds/),
    });
    expect(server.connections()).toBe(0);
  } finally {
    server.close();
  }
});

test('a load into a server that sends endless data fails with bounded memory', async () => {
  const server = await openFalseDatabase((socket) => void flood(socket));
  const before = process.memoryUsage().rss;
  try {
    const { body } = await load('flooded', server.port);
    expect(body.spatialdb).toMatchObject({
      success: false,
      error: expect.stringMatching(/No database responds/),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(700 * 1024 * 1024);
    expect(server.connections()).toBe(0);
  } finally {
    server.close();
  }
});
