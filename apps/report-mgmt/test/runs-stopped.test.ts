import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { DOCUMENT } from './test-report-server.ts';
import { startTestRuns } from './runs-app.ts';
import type { TestRuns } from './runs-app.ts';

let runs: TestRuns;
beforeAll(async () => {
  runs = await startTestRuns();
});
afterEach(() => {
  runs.mail.setFault(null);
  runs.reportServer.answerWith({ document: DOCUMENT });
});
afterAll(() => runs.close());

const mailsTo = (address: string) =>
  runs.mail.messages.filter(({ envelope }) => envelope.to.includes(address));

/** Runs the report with a mail server that fails like this, until its mail is being sent. */
async function sendWith(fault: Parameters<typeof runs.mail.setFault>[0], address: string): Promise<string> {
  runs.mail.setFault(fault);
  const connections = runs.mail.connections();
  const id = await runs.run({}, [address]);
  await until('its mail is being sent', async () => (await runs.deliveries(id))[0]?.status === 'sending');
  await until('it is connected', () => runs.mail.connections() > connections);
  return id;
}

test('a worker that gets SIGTERM ends after its grace time, and leaves a run and a mail that wait to the next one, which does each once', async () => {
  const worker = await runs.startWorker();
  const answer = await sendWith({ at: 'message', action: 'hang' }, 'answer@example.org');
  await until('the message is in the mailbox', () => mailsTo('answer@example.org').length === 1);
  const greeting = await sendWith({ at: 'greeting', action: 'hang' }, 'greeting@example.org');
  runs.reportServer.answerWith('hang');
  const asked = runs.reportServer.runs.length;
  const render = await runs.run({}, ['render@example.org']);
  await until('the report server was asked', () => runs.reportServer.runs.length > asked);

  const stopped = performance.now();
  expect(await worker.stop()).toBe(0);
  // One second of grace, and what it takes to write how things are; the mail server would be waited for much longer.
  expect(performance.now() - stopped).toBeLessThan(20_000);
  await until('the report server was left', () => runs.reportServer.left() === 1);
  expect(await runs.execution(render)).toMatchObject({ status: 'queued', error: null });
  expect(await runs.deliveries(greeting)).toMatchObject([{ status: 'queued', attempts: 0 }]);
  expect(await runs.deliveries(answer)).toMatchObject([
    {
      status: 'unknown',
      attempts: 1,
      last_reply: expect.stringMatching(/^The worker stopped after the whole/),
    },
  ]);

  runs.mail.setFault(null);
  runs.reportServer.answerWith({ document: DOCUMENT });
  const next = runs.app.work();
  expect(await runs.mailed(render)).toMatchObject([{ status: 'sent', attempts: 1 }]);
  expect(await runs.mailed(greeting)).toMatchObject([{ status: 'sent', attempts: 1 }]);
  expect(await runs.mailed(answer)).toMatchObject([{ status: 'unknown', attempts: 1 }]);
  await next.stop();
  for (const name of ['render', 'greeting', 'answer']) expect(mailsTo(`${name}@example.org`)).toHaveLength(1);
  expect(runs.reportServer.runs.length).toBe(asked + 2);
});

test('a run and a mail that end within the grace time of a worker are finished by it', async () => {
  const worker = await runs.startWorker({ WORKER_GRACE_SECONDS: '30' });
  const id = await sendWith({ at: 'message', action: { delayMs: 400 } }, 'late@example.org');
  const document = Promise.withResolvers<void>();
  runs.reportServer.answerWith({ document: DOCUMENT, after: document.promise });
  const asked = runs.reportServer.runs.length;
  const run = await runs.run({}, []);
  await until('the report server was asked', () => runs.reportServer.runs.length > asked);
  const exit = worker.stop();
  setTimeout(document.resolve, 200);
  expect(await exit).toBe(0);
  expect((await runs.execution(run)).status).toBe('succeeded');
  expect(await runs.deliveries(id)).toMatchObject([{ status: 'sent', attempts: 1 }]);
  expect(mailsTo('late@example.org')).toHaveLength(1);
});

test('GET /reports/execute_report.php sends a whole document when its process gets SIGTERM in the meantime', async () => {
  const web = await runs.startWorker({}, 'main.ts');
  const document = Promise.withResolvers<void>();
  runs.reportServer.answerWith({ document: DOCUMENT, after: document.promise });
  const asked = runs.reportServer.runs.length;
  const answer = fetch(`${web.url}/report-mgmt/reports/execute_report.php?_repName=rivers&_repFormat=pdf`, {
    headers: { cookie: runs.owner.cookie },
  });
  await until('the report server was asked', () => runs.reportServer.runs.length > asked);
  const exit = web.stop();
  await until('new connections are refused', () =>
    fetch(web.url).then(
      () => false,
      () => true,
    ),
  );
  document.resolve();
  expect(Buffer.from(await (await answer).arrayBuffer())).toEqual(DOCUMENT);
  expect(await exit).toBe(0);
  const { rows } = await runs.app.admin.query(
    `SELECT status FROM report_mgmt.executions WHERE trigger = 'viewer'`,
  );
  expect(rows).toEqual([{ status: 'succeeded' }]);
});
