import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, startTestMailServer, until } from '@cairn/testing';
import type { RunningService, TestMailServer } from '@cairn/testing';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';

let mail: TestMailServer;
let app: TestFieldSync;
let serverId: number;
let linkId: number;
const workers: RunningService[] = [];
beforeAll(async () => {
  [mail, app] = await Promise.all([startTestMailServer(), startTestFieldSync()]);
  const projects = testProjects(app);
  // A wrong password, so that nobody polls it.
  serverId = await projects.addServer('Mergin', { sign_in_problem: 'The password is wrong.' });
  linkId = await projects.addLink('Target');
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await app?.close();
  await mail?.close();
});

async function startWorker(): Promise<RunningService> {
  const worker = await startService({
    script: resolve(import.meta.dirname, 'sync-process.ts'),
    config: app.config,
    env: {
      ...{ NODE_ENV: 'test', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal' },
      ...{ SMTP_URL: `${mail.url}?tls=none`, FOLDER_PROVIDER_ROOT: app.config.folderProviderRoot },
    },
  });
  workers.push(worker);
  return worker;
}

const addFailing = (name: string) =>
  testProjects(app).startProject({ name, serverId, linkId, row: { sync_admins: ['ann@example.org'] } });
const statuses = async () =>
  (await app.admin.query('SELECT status FROM field_sync.alert_mails ORDER BY created_at')).rows.map(
    ({ status }) => status as string,
  );

test('a worker that is killed loses no mail, and none that it may have handed over is sent twice', async () => {
  mail.setFault({ at: 'rcpt', action: 'hang' });
  const first = await startWorker();
  await addFailing('Before');
  await until('the mail server was called', () => mail.connections() > 0);
  await first.kill();
  mail.setFault(null);
  const second = await startWorker();
  await until('the mail was sent', async () => (await statuses())[0] === 'sent');
  expect(mail.messages).toHaveLength(1);

  mail.setFault({ at: 'message', action: 'hang' });
  await addFailing('After');
  await until('the mail server has the message', () => mail.messages.length === 2);
  expect(await statuses()).toEqual(['sent', 'sending']);
  await second.kill();
  mail.setFault(null);
  await startWorker();
  await until('the mail has ended', async () => (await statuses())[1] !== 'sending');
  expect(await statuses()).toEqual(['sent', 'unknown']);
  await addFailing('Later');
  await until('the next mail was sent', async () => (await statuses())[2] === 'sent');
  expect(mail.messages.map(({ subject }) => subject)).toEqual(
    ['Before', 'After', 'Later'].map((name) => `Field project "${name}" needs attention`),
  );
});
