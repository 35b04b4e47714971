import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { jobRequests } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { geoJson, sendFile } from './import-files.ts';

const FILE = geoJson(100);
/** What a form has beside its file. */
const FORM = 1024;

let app: TestDbadmin;
let server: TestServer;
let ana: Person;
let ben: Person;
let database: number;

beforeAll(async () => {
  const limits = {
    UPLOADS_PER_USER_BYTES: String(2 * FILE.length + FORM),
    UPLOADS_TOTAL_BYTES: String(3 * FILE.length + FORM),
  };
  [app, server] = await Promise.all([startTestDbadmin(limits), startTestServer()]);
  ana = await app.signUp({ username: 'ana', isAdmin: true });
  ben = await app.signUp({ username: 'ben', service: 'edit' });
  database = await jobRequests(app, ana).register(await app.connect(ana, server), await made('gis'));
});

beforeEach(() => app.admin.query('DELETE FROM dbadmin.uploads; DELETE FROM dbadmin.jobs'));

afterAll(async () => {
  await app.close();
  await server.stop();
});

async function made(name: string): Promise<string> {
  await server.query('postgres', `CREATE DATABASE ${name}`);
  return name;
}

const send = (person: Person, bytes = FILE) => sendFile(app, person, { database, name: 'a.geojson', bytes });
const folders = () => readdirSync(join(app.storageRoot, 'imports')).length;

async function sent(person: Person): Promise<string> {
  const { status, body } = await send(person);
  if (status !== 201) throw new Error(`not taken: ${status} ${JSON.stringify(body)}`);
  return join(app.storageRoot, body.source_path);
}

/** A job that will read the upload. */
async function need(path: string): Promise<void> {
  await app.admin.query(
    `INSERT INTO dbadmin.jobs (kind, payload, run_after)
     SELECT 'database.import', jsonb_build_object('upload_id', id), now() + interval '1 hour'
     FROM dbadmin.uploads WHERE source_path = $1`,
    [path],
  );
}

test('POST /api/databases/{id}/import/upload above the quota of a user deletes their oldest upload', async () => {
  const [first, second, third] = [await sent(ana), await sent(ana), await sent(ana)];
  expect([first, second, third].map((path) => existsSync(path!))).toEqual([false, true, true]);
  const path = `/api/databases/${database}/import`;
  const gone = await app.ask(ana, { path, method: 'POST', json: { source_path: first } });
  expect([gone.status, gone.body.error]).toEqual([400, expect.stringContaining('newer ones')]);
});

test('POST /api/databases/{id}/import/upload returns 413 and keeps nothing when jobs need the other uploads', async () => {
  const older = [await sent(ana), await sent(ana)];
  for (const path of older) await need(path);
  const before = folders();
  const answer = await send(ana);
  expect([answer.status, answer.body.error]).toEqual([413, expect.stringContaining('not enough space')]);
  expect([older.every(existsSync), folders()]).toEqual([true, before]);
});

test('POST /api/databases/{id}/import/upload returns 413 when the total is used up by other users', async () => {
  const others = [await sent(ana), await sent(ana)];
  const own = await sent(ben);
  await need(own);
  expect((await send(ben)).status).toBe(413);
  expect([...others, own].every(existsSync)).toBe(true);
});

test('concurrent uploads of a user stay within the quota', async () => {
  const before = folders();
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(ana)));
  const taken = answers.filter(({ status }) => status === 201);
  for (const { status } of answers) expect([201, 413]).toContain(status);
  expect(taken.length).toBeGreaterThan(0);
  expect(folders() - before).toBeLessThanOrEqual(2);
});
