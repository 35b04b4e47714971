import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import tls from 'node:tls';
import { createSelfSignedCertificate, until } from '@cairn/testing';
import type { RunningService } from '@cairn/testing';
import { startTestRuns } from './runs-app.ts';
import type { TestRuns } from './runs-app.ts';

const PASSWORD = 'planted-secret/42';
const FORMS = [
  PASSWORD,
  encodeURIComponent(PASSWORD),
  Buffer.from(PASSWORD).toString('base64'),
  Buffer.from(`\0mailer\0${PASSWORD}`).toString('base64'),
];

const certificate = createSelfSignedCertificate('localhost');
const authorities = tls.getCACertificates();

let runs: TestRuns;
let worker: RunningService;
beforeAll(async () => {
  tls.setDefaultCACertificates([...authorities, certificate.cert.toString()]);
  runs = await startTestRuns({
    // The password is wrong, and the server repeats what was sent.
    mailServer: { login: { user: 'mailer', password: 'another' }, tls: certificate },
    smtpUrl: (address) =>
      address.replace('://127.0.0.1', `://mailer:${encodeURIComponent(PASSWORD)}@localhost`),
  });
  const trusted = join(runs.app.reportsRoot, 'certificate.pem');
  await writeFile(trusted, certificate.cert);
  worker = await runs.startWorker({ LOG_LEVEL: 'trace', NODE_EXTRA_CA_CERTS: trusted });
});
afterAll(async () => {
  tls.setDefaultCACertificates(authorities);
  await worker.kill();
  await runs.close();
});

test('the password of the mail server is in no row, no line of a log and no answer, even if the server repeats it', async () => {
  const id = await runs.run();
  await until('the login was refused', async () => Boolean((await runs.deliveries(id))[0]?.last_reply));
  const [delivery] = await runs.deliveries(id);
  expect(delivery).toMatchObject({
    last_code: 535,
    last_reply: expect.stringContaining('wrong login [secret]'),
  });
  const test = { path: '/api/v1/email-templates/test', method: 'POST', json: { body: 'x' } };
  await runs.app.admin.query(`UPDATE portal.users SET email = 'bea@example.org' WHERE id = $1`, [
    runs.boss.id,
  ]);
  const seen = [
    await runs.app.ask(runs.boss, { path: `/api/v1/executions/${id}` }),
    await runs.app.ask(runs.boss, { path: '/api/jobs' }),
    await runs.app.ask(runs.boss, test),
    worker.lines,
  ];
  for (const table of ['executions', 'deliveries', 'jobs', 'audit_events', 'recipients'])
    seen.push((await runs.app.admin.query(`SELECT * FROM report_mgmt.${table}`)).rows as never);
  const text = JSON.stringify(seen);
  expect(text).toContain('[secret]');
  for (const form of FORMS) expect(text).not.toContain(form);
});
