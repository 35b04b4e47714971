import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { runHousekeeping } from '../src/housekeeping.ts';
import { jobRequests } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { geoJson, sendFile } from './import-files.ts';

let app: TestDbadmin;
let server: TestServer;
let other: TestServer;
let admin: Person;
let steps: ReturnType<typeof jobRequests>;

beforeAll(async () => {
  [app, server, other] = await Promise.all([startTestDbadmin(), startTestServer(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  await app.work().ready;
  steps = jobRequests(app, admin);
  for (const each of [server, other]) await each.query('postgres', 'CREATE DATABASE roads');
  await server.query('roads', 'CREATE TABLE segments AS SELECT 42 AS id');
});

afterAll(async () => {
  await app.close();
  await Promise.all([server.stop(), other.stop()]);
});

const forget = (connection: number) =>
  app.ask(admin, { path: `/api/connections/${connection}`, method: 'DELETE' });
const backups = async (database: number) =>
  (await app.ask(admin, { path: `/api/databases/${database}/backups` })).body;

test('DELETE /api/connections/{id} keeps the backups for the next connection to that server', async () => {
  const first = await app.connect(admin, server, 'first');
  const database = await steps.register(first, 'roads');
  await steps.backUp(database, 'before the move');
  const [made] = await backups(database);
  expect((await forget(first)).status).toBe(200);
  const { body } = await app.ask(admin, { path: '/api/audit?limit=1' });
  expect(body.items[0]).toMatchObject({ event: 'connection.deleted', details: { backups_kept: 1 } });
  await runHousekeeping(app.context);
  expect(existsSync(join(app.config.backupRoot, made.artifact))).toBe(true);

  const elsewhere = await steps.register(await app.connect(admin, other, 'elsewhere'), 'roads');
  expect(await backups(elsewhere)).toEqual([]);
  const again = await steps.register(await app.connect(admin, server, 'again'), 'roads');
  expect(await backups(again)).toEqual([made]);
  await server.query('roads', 'DROP TABLE segments');
  const { body: queued } = await steps.restore(again, { artifact: made.artifact });
  await steps.succeeded(queued.job_id);
  expect(await server.query('roads', 'SELECT id FROM segments')).toEqual([{ id: 42 }]);
});

test('uploads to a deleted connection are swept', async () => {
  const connection = await app.connect(admin, server, 'brief');
  const database = await steps.register(connection, 'roads');
  const { body } = await sendFile(app, admin, { database, name: 'a.geojson', bytes: geoJson(2) });
  expect((await forget(connection)).status).toBe(200);
  const anHourAgo = Date.now() / 1000 - 3_700;
  utimesSync(join(app.storageRoot, dirname(body.source_path)), anHourAgo, anHourAgo);
  await runHousekeeping(app.context);
  expect(readdirSync(join(app.storageRoot, 'imports'))).toEqual([]);
});
