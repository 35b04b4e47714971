import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JobContext } from '@cairn/jobs';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { unavailable } from '@cairn/service';
import { backupDatabaseJob } from '../src/features/backups/dump-job.ts';
import { KINDS } from '../src/server-jobs/kinds.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let database: number;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  const connection = await app.connect(admin, server);
  await server.query('postgres', 'CREATE DATABASE roads');
  const path = `/api/connections/${connection}/databases`;
  database = (await app.ask(admin, { path, method: 'POST', json: { name: 'roads' } })).body.id;
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

test('a backup whose commit got no response exists once, with its file', async () => {
  const { context } = app;
  const back = backupDatabaseJob({ ...context, backupRoot: context.config.backupRoot });
  let attempts = 0;
  async function deaf(payload: unknown, job: JobContext): Promise<unknown> {
    attempts += 1;
    if (attempts > 1) return back(payload, job);
    const commit: JobContext['commit'] = async (fn, step) => {
      await job.commit(fn, step);
      throw unavailable('db.unavailable', 'The database does not answer.');
    };
    return back(payload, { ...job, commit });
  }
  const worker = context.jobs.work({ processors: { [KINDS.backup]: deaf }, concurrency: 1 });
  const path = `/api/databases/${database}/backup`;
  const { body } = await app.ask(admin, { path, method: 'POST', json: {} });
  const job = await app.ended(admin, body.job_id);
  await worker.stop();
  const { body: backups } = await app.ask(admin, { path: `/api/databases/${database}/backups` });
  expect([attempts, job.status, backups.length]).toEqual([2, 'succeeded', 1]);
  expect(backups[0]).toMatchObject({ filename: job.result.filename, artifact: job.result.artifact });
  await access(join(app.config.backupRoot, job.result.artifact));
});
