import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { serveTestApp, until } from '@cairn/testing';
import { createRunNow } from '../src/features/schedules/run-now.ts';
import { reportMgmt } from '../src/service.ts';
import { startDeliveryServers, startSchedulesApp } from './schedules-app.ts';
import type { SchedulesApp } from './schedules-app.ts';
import { DOCUMENT } from './test-report-server.ts';

const LIMIT_MS = 700;

let servers: Awaited<ReturnType<typeof startDeliveryServers>>;
let app: SchedulesApp;
beforeAll(async () => {
  servers = await startDeliveryServers();
  app = await startSchedulesApp({ env: servers.env });
  app.work();
});
afterEach(async () => {
  servers.reportServer.answerWith({ document: DOCUMENT });
  servers.mail.messages.length = 0;
  await app.clear();
});
afterAll(async () => {
  await app.close();
  await servers.close();
});

const RUN_NOW = 'POST /action/schedule.php run_now=1';
const runNow = (id: number, person = app.person) => app.post(person, { run_now: 1, id });

test(`${RUN_NOW} runs the report, mails it and returns the name of the document`, async () => {
  const id = await app.create({ email: 'ann@example.org, bob@example.org' });
  const before = await app.schedule(id);
  const { status, body } = await runNow(id);
  const [execution] = await app.executions(id);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      success: true,
      message: 'The report ran and was mailed.',
      execution_id: execution.id,
      output_file: 'sales.pdf',
      output_url: `/report-mgmt/api/v1/executions/${execution.id}/output`,
      email_status: 'sent',
    },
  });
  expect(execution).toMatchObject({ trigger: 'run_now', status: 'succeeded', requested_by_name: 'ada' });
  expect(servers.mail.messages.map(({ envelope }) => envelope.to[0]).toSorted()).toEqual([
    'ann@example.org',
    'bob@example.org',
  ]);
  const path = body.output_url.replace('/report-mgmt', '');
  expect((await app.ask(app.person, { path })).body).toEqual(DOCUMENT);
  // The plan is as it was.
  expect(await app.schedule(id)).toEqual(before);
  const { body: audit } = await app.ask(app.person, { path: `/api/audit?object_id=${id}` });
  expect(audit.items[0]).toMatchObject({
    event: 'schedule.started',
    details: { execution_id: execution.id },
  });
});

test(`${RUN_NOW} runs a paused schedule, and mails nothing with noemail`, async () => {
  const id = await app.create({ enabled: 0, noemail: 1, format: 'csv' });
  const { body } = await runNow(id);
  expect(body).toMatchObject({ success: true, output_file: 'sales.csv', email_status: 'not_requested' });
  expect(await app.schedule(id)).toMatchObject({ enabled: false, next_run_at: null });
  expect(servers.mail.messages).toEqual([]);
});

test(`${RUN_NOW} returns the sentence of a run that failed`, async () => {
  servers.reportServer.answerWith({ status: 422, message: 'The band is too tall.' });
  const id = await app.create();
  const { status, body } = await runNow(id);
  const [execution] = await app.executions(id);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      success: false,
      message: 'The report did not run. The band is too tall.',
      execution_id: execution.id,
    },
  });
  expect(servers.mail.messages).toEqual([]);
});

test(`${RUN_NOW} has the rights of the owner, also when another administrator calls it`, async () => {
  const id = await app.create({ noemail: 1 });
  await runNow(id, app.otherAdmin);
  expect(servers.reportServer.runs.at(-1)).toMatchObject({ onBehalfOf: String(app.person.id) });
});

test(`${RUN_NOW} runs beside other runs of the same moment, and the slot of that moment still comes`, async () => {
  const id = await app.create({ noemail: 1, daily_time: '10:00', time_zone: 'UTC' });
  app.clock.set('2026-11-28T10:00:00Z');
  const answers = await Promise.all([runNow(id), runNow(id), runNow(id)]);
  expect(answers.map(({ body }) => body.success)).toEqual([true, true, true]);
  await app.context.tick();
  const rows = await app.executions(id);
  expect(rows.map(({ trigger }) => trigger)).toEqual(['schedule', 'run_now', 'run_now', 'run_now']);
  expect(rows[0].slot).toEqual(new Date('2026-11-28T10:00:00Z'));
  app.clock.set('2026-11-27T10:00:00Z');
});

const runTest = (id: number, person = app.person) => app.post(person, { run_now: 1, test: 1, id });
async function setEmail(email: string) {
  await app.admin.query(`UPDATE portal.users SET email = $1 WHERE id = $2`, [email, app.person.id]);
  // The notification of the change may come after the next request.
  app.context.auth.forget();
}

test(`${RUN_NOW} with test=1 mails the caller alone, says so in the subject, and shows at the schedule as nothing`, async () => {
  await setEmail('ada@example.org');
  const id = await app.create({ email: 'ann@example.org, ada@example.org', email_subject: 'Numbers' });
  const before = await app.schedule(id);
  const { body } = await runTest(id);
  const [execution] = await app.executions(id);
  expect(body).toMatchObject({
    ...{ success: true, message: 'Sent a test to ada@example.org.', email_status: 'sent' },
    ...{ execution_id: execution.id, output_file: 'sales.pdf' },
  });
  expect(execution).toMatchObject({ trigger: 'test', requested_by_name: 'ada' });
  expect(servers.mail.messages.map(({ envelope }) => envelope.to)).toEqual([['ada@example.org']]);
  const [mail] = servers.mail.messages;
  expect(mail!.headers.get('subject')).toBe('Test: Numbers');
  expect(mail!.attachments).toHaveLength(1);
  // The plan is as it was, and its last run and results are those of others.
  expect(await app.schedule(id)).toEqual(before);
  const { body: shown } = await app.ask(app.person, { path: `/api/v1/schedules/${id}` });
  expect(shown).toMatchObject({
    last_run: null,
    history: [],
    recipients: [{ status: null }, { status: null }],
  });
  const { body: history } = await app.ask(app.person, {
    path: `/api/v1/executions?schedule=${id}&trigger=test`,
  });
  expect(history.executions.map((run: { id: string }) => run.id)).toEqual([execution.id]);
  const { body: audit } = await app.ask(app.person, { path: `/api/audit?object_id=${id}` });
  expect(audit.items[0]).toMatchObject({ event: 'schedule.tested', details: { execution_id: execution.id } });

  // Mailed again from the history, it is a test again.
  const again = {
    path: `/api/v1/executions/${execution.id}/run-again`,
    method: 'POST',
    json: { mail: true },
  };
  expect((await app.ask(app.person, again)).body).toMatchObject({ trigger: 'test' });
  await until('it is mailed again', async () => servers.mail.messages.length === 2);
  expect(servers.mail.messages[1]!.headers.get('subject')).toBe('Test: Numbers');
});

test(`${RUN_NOW} with test=1 counts neither refusals nor arrivals for the address`, async () => {
  await setEmail('ada@example.org');
  const id = await app.create();
  const bounces = async () =>
    (await app.admin.query(`SELECT email, hard_bounces FROM report_mgmt.recipients`)).rows;
  servers.mail.setFault({ at: 'rcpt', code: 550, text: 'No such user here' });
  expect((await runTest(id)).body).toMatchObject({
    message: 'The report ran. The test to ada@example.org could not be sent; look at the history.',
    email_status: 'failed',
  });
  expect(await bounces()).toEqual([]);
  servers.mail.setFault(null);
  await app.admin.query(
    `INSERT INTO report_mgmt.recipients (email, hard_bounces) VALUES ('ada@example.org', 2)`,
  );
  expect((await runTest(id)).body).toMatchObject({ email_status: 'sent' });
  expect(await bounces()).toEqual([{ email: 'ada@example.org', hard_bounces: 2 }]);
});

test(`${RUN_NOW} with test=1 is refused without an address of one's own and where nothing is mailed, and test=0 is no test`, async () => {
  await setEmail('');
  const id = await app.create();
  expect((await runTest(id)).body).toEqual({
    success: false,
    message: expect.stringContaining('Your account has no email address.'),
  });
  await setEmail('ada@example.org');
  const silent = await app.create({ noemail: 1 });
  expect((await runTest(silent)).body).toEqual({
    success: false,
    message: expect.stringContaining('This schedule sends no mail.'),
  });
  expect([...(await app.executions(id)), ...(await app.executions(silent))]).toEqual([]);
  expect(servers.mail.messages).toEqual([]);
  await app.post(app.person, { run_now: 1, test: '0', id });
  expect(servers.mail.messages.map(({ envelope }) => envelope.to)).toEqual([['ann@example.org']]);
});

test(`${RUN_NOW} says after its limit that the report is still running, and the run goes on`, async () => {
  const release = Promise.withResolvers<void>();
  servers.reportServer.answerWith({ document: DOCUMENT, after: release.promise });
  // The same service, with another limit.
  const { context } = app;
  const { url, close } = await serveTestApp(reportMgmt, {
    ...context,
    runNow: createRunNow({ ...context, waitMs: LIMIT_MS }),
  });
  try {
    const id = await app.create();
    const started = performance.now();
    const { status, body } = await app.post(app.person, { run_now: 1, id }, { url });
    const [execution] = await app.executions(id);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: false,
        message: expect.stringMatching(/still running after 1 seconds? and goes on/),
        execution_id: execution.id,
      },
    });
    expect(performance.now() - started).toBeGreaterThan(LIMIT_MS - 50);
    release.resolve();
    await until('the run has ended', async () => (await app.executions(id))[0].email_status === 'sent');
    expect((await app.executions(id))[0]).toMatchObject({ id: execution.id, status: 'succeeded' });
    expect(servers.mail.messages).toHaveLength(1);
  } finally {
    await close();
  }
});
