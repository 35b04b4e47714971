import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import type { RunningService } from '@cairn/testing';
import { DOCUMENT } from './test-report-server.ts';
import { startTestRuns } from './runs-app.ts';
import type { TestRuns } from './runs-app.ts';

let runs: TestRuns;
let worker: RunningService;
beforeAll(async () => {
  runs = await startTestRuns();
});
afterEach(async () => {
  await worker.kill();
  runs.mail.setFault(null);
  runs.reportServer.answerWith({ document: DOCUMENT });
});
afterAll(() => runs.close());

const mailsTo = (address: string) =>
  runs.mail.messages.filter(({ envelope }) => envelope.to.includes(address));

/** What the killed worker had goes to one of this process, until the work is done. */
async function takeOver<T>(work: () => Promise<T>): Promise<T> {
  await runs.app.expireLeases();
  const other = runs.app.work();
  try {
    return await work();
  } finally {
    await other.stop();
  }
}

test('a worker that is killed while the report runs leaves one document and one mail', async () => {
  runs.reportServer.answerWith('hang');
  worker = await runs.startWorker();
  const id = await runs.run({}, ['render@example.org']);
  await until('the report server was asked', () => runs.reportServer.runs.length > 0);
  await worker.kill();
  runs.reportServer.answerWith({ document: DOCUMENT });
  await takeOver(async () => expect(await runs.mailed(id)).toMatchObject([{ status: 'sent' }]));
  expect(mailsTo('render@example.org')).toHaveLength(1);
  expect(await runs.objects()).toEqual([(await runs.execution(id)).output_object]);
});

test('a worker that ends between the document and its mails leaves the mails to the next', async () => {
  worker = await runs.startWorker();
  await worker.kill();
  const renderer = runs.app.work('execution.run');
  const id = await runs.run({}, ['between@example.org']);
  await runs.ended(id);
  await renderer.stop();
  expect(await runs.deliveries(id)).toMatchObject([{ status: 'queued', attempts: 0 }]);
  expect(mailsTo('between@example.org')).toEqual([]);
  await takeOver(async () => expect(await runs.mailed(id)).toMatchObject([{ status: 'sent' }]));
  expect(mailsTo('between@example.org')).toHaveLength(1);
});

test('a mail whose worker is killed between the last byte and the answer is unknown, and is in the mailbox once for ever', async () => {
  runs.mail.setFault({ at: 'message', action: 'hang' });
  worker = await runs.startWorker();
  const id = await runs.run({}, ['data@example.org']);
  await until('the message is in the mailbox', () => mailsTo('data@example.org').length === 1);
  expect(await runs.deliveries(id)).toMatchObject([{ status: 'sending', attempts: 1 }]);
  await worker.kill();
  runs.mail.setFault(null);
  await takeOver(async () => {
    expect(await runs.mailed(id)).toMatchObject([
      { status: 'unknown', attempts: 1, last_reply: expect.stringContaining('not sent again by itself') },
    ]);
    await runs.passRetryDelay();
  });
  expect((await runs.execution(id)).email_status).toBe('unknown');
  expect(mailsTo('data@example.org')).toHaveLength(1);
});

test('a mail that was accepted is sent, even if the connection ends right behind the answer', async () => {
  runs.mail.setFault({ at: 'answered', action: 'cut' });
  worker = await runs.startWorker();
  const id = await runs.run({}, ['accepted@example.org']);
  expect(await runs.mailed(id)).toMatchObject([{ status: 'sent', attempts: 1 }]);
  expect(mailsTo('accepted@example.org')).toHaveLength(1);
});

test('a mail server that hangs does not hold up the runs of reports, however many mails wait', async () => {
  runs.mail.setFault({ at: 'greeting', action: 'hang' });
  worker = await runs.startWorker();
  const people = Array.from({ length: 100 }, (_each, index) => `hang${index}@example.org`);
  const id = await runs.run({}, people);
  await until('two mails are being sent', async () => {
    const deliveries = await runs.deliveries(id);
    return deliveries.filter(({ status }) => status === 'sending').length === 2;
  });
  const next = await runs.run({}, []);
  // Each of the mails that wait would hold it up for half a second: 50 in all.
  const hasEnded = async () => (await runs.execution(next)).status === 'succeeded';
  await until('it succeeded', hasEnded, { limitMs: 30_000 });
  expect((await runs.deliveries(id)).filter(({ status }) => status === 'sending')).toHaveLength(2);
});
