import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { until } from '@cairn/testing';
import { DOCUMENT } from './test-report-server.ts';
import { planOf, startTestRuns } from './runs-app.ts';
import type { TestRuns } from './runs-app.ts';

let runs: TestRuns;
beforeAll(async () => {
  runs = await startTestRuns({ env: { MAIL_MAX_BYTES: '65536' }, mailServer: { maxBytes: 40_000 } });
  runs.app.work();
});
afterEach(() => {
  runs.mail.setFault(null);
  runs.reportServer.answerWith({ document: DOCUMENT });
});
afterAll(() => runs.close());

const mailsTo = (address: string) =>
  runs.mail.messages.filter(({ envelope }) => envelope.to.includes(address));
const sendAgain = (id: string) =>
  runs.app.ask(runs.boss, { path: `/api/v1/deliveries/${id}/send-again`, method: 'POST' });

test('each person gets a mail of their own, and an execution of which one address is refused is partial', async () => {
  runs.mail.setFault({ at: 'rcpt', code: 550, text: 'No such user here', recipient: 'bad@example.org' });
  const id = await runs.run({}, ['one@example.org', 'bad@example.org', 'two@example.org']);
  const deliveries = await runs.mailed(id);
  expect(
    deliveries.map(({ address, status, last_code, attempts }) => [address, status, last_code, attempts]),
  ).toEqual([
    ['bad@example.org', 'rejected', 550, 1],
    ['one@example.org', 'sent', null, 1],
    ['two@example.org', 'sent', null, 1],
  ]);
  expect(deliveries[0].last_reply).toContain('No such user here');
  expect((await runs.execution(id)).email_status).toBe('partial');
  for (const address of ['one@example.org', 'two@example.org'])
    expect(mailsTo(address).map(({ envelope }) => envelope.to)).toEqual([[address]]);
});

test('a mail whose connection ends behind its last byte is unknown, and is sent again by an administrator alone, with its Message-ID', async () => {
  runs.mail.setFault({ at: 'message', action: 'cut' });
  const id = await runs.run({}, ['lost@example.org']);
  const [delivery] = await runs.mailed(id);
  expect(delivery).toMatchObject({ status: 'unknown', attempts: 1, next_attempt_at: null });
  expect((await runs.execution(id)).email_status).toBe('unknown');
  const seen = runs.mail.connections();
  runs.mail.setFault(null);
  await runs.passRetryDelay();
  const jobs = await runs.app.admin.query(`SELECT status FROM report_mgmt.jobs WHERE payload @> $1`, [
    JSON.stringify({ delivery_id: delivery.id }),
  ]);
  expect(jobs.rows).toEqual([{ status: 'succeeded' }]);
  expect(runs.mail.connections()).toBe(seen);

  expect((await sendAgain(delivery.id)).body).toMatchObject({
    status: expect.stringMatching(/queued|sending|sent/),
  });
  const [again] = await runs.mailed(id);
  expect(again).toMatchObject({ status: 'sent', message_id: delivery.message_id });
  expect(mailsTo('lost@example.org').at(-1)!.headers.get('message-id')).toBe(delivery.message_id);
});

test('a mail that the server cannot take now is tried again after 1, 5, 15 and 60 minutes, and then fails', async () => {
  runs.mail.setFault({ at: 'rcpt', code: 451, text: 'Try later' });
  const id = await runs.run({}, ['busy@example.org']);
  for (const [attempts, minutes] of [
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 60],
  ] as const) {
    await until(`attempt ${attempts} ended`, async () => {
      const [row] = await runs.deliveries(id);
      return row?.attempts === attempts && row.status === 'queued';
    });
    const [row] = await runs.deliveries(id);
    const wait = (row.next_attempt_at.getTime() - row.updated_at.getTime()) / 60_000;
    expect(wait).toBeCloseTo(minutes, 1);
    await until('its job waits', async () => {
      const { rows } = await runs.app.admin.query(`SELECT status FROM report_mgmt.jobs WHERE id = $1`, [
        row.job_id,
      ]);
      return rows[0].status === 'queued';
    });
    await runs.passRetryDelay();
  }
  expect(await runs.mailed(id)).toMatchObject([{ status: 'failed', attempts: 5, last_code: 451 }]);
  expect((await runs.execution(id)).email_status).toBe('failed');
});

test('a mail whose connection ends before the message arrives once', async () => {
  runs.mail.setFault({ at: 'body', action: 'cut' });
  const id = await runs.run({}, ['again@example.org']);
  await until(
    'the first attempt ended',
    async () => (await runs.deliveries(id))[0]?.next_attempt_at instanceof Date,
  );
  runs.mail.setFault(null);
  await runs.passRetryDelay();
  expect(await runs.mailed(id)).toMatchObject([{ status: 'sent', attempts: 2 }]);
  expect(mailsTo('again@example.org')).toHaveLength(1);
});

test('an address that is refused in three runs is suppressed until that is lifted, and a mail that arrives begins to count again', async () => {
  const address = 'Gone@example.org';
  const run = async () => (await runs.mailed(await runs.run({}, [address])))[0];
  const refuse = () =>
    runs.mail.setFault({ at: 'rcpt', code: 550, text: '5.1.1 Unknown', recipient: address });
  refuse();
  const first = await run();
  expect(first.status).toBe('rejected');
  // The same run again is no other run.
  await sendAgain(first.id);
  await runs.mailed(first.execution_id);
  await run();
  expect(await runs.recipient(address)).toMatchObject({ hard_bounces: 2, suppressed_at: null });
  runs.mail.setFault(null);
  expect((await run()).status).toBe('sent');
  expect(await runs.recipient(address)).toMatchObject({ hard_bounces: 0 });
  refuse();
  for (let count = 0; count < 3; count += 1) expect((await run()).status).toBe('rejected');
  const { id, suppressed_at: at } = await runs.recipient(address);
  expect(at).not.toBeNull();
  const seen = runs.mail.connections();
  const suppressed = await run();
  expect(suppressed).toMatchObject({ status: 'suppressed', attempts: 0 });
  expect((await runs.execution(suppressed.execution_id)).email_status).toBe('failed');
  expect(runs.mail.connections()).toBe(seen);

  runs.mail.setFault(null);
  await runs.app.ask(runs.boss, { path: `/api/v1/recipients/${id}/lift`, method: 'POST' });
  expect((await run()).status).toBe('sent');
});

test('a document above the limit is a link, with attach=file it fails with the limit, and with attach=link it is always a link', async () => {
  runs.reportServer.answerWith({ document: Buffer.alloc(60_000, 'x') });
  const linkIn = ({ text }: { text: string }) =>
    /https:\/\/maps\.example\.org\/report-mgmt\/output\.php\?token=[\w-]{43}/.exec(text)?.[0];
  const big = await runs.mailed(await runs.run({ delivery: planOf(['big@example.org']) }));
  expect(big).toMatchObject([{ status: 'sent', link_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  const mail = mailsTo('big@example.org')[0]!;
  expect([mail.attachments.length, typeof linkIn(mail)]).toEqual([0, 'string']);
  expect(JSON.stringify(big)).not.toContain(linkIn(mail)!.split('token=')[1]);

  const file = await runs.run({ delivery: planOf(['file@example.org'], { attach: 'file' }) });
  expect(await runs.mailed(file)).toMatchObject([
    {
      status: 'failed',
      last_reply: expect.stringMatching(/at most 65,536 are allowed.*send a link/),
      link_sha256: null,
    },
  ]);
  runs.reportServer.answerWith({ document: DOCUMENT });
  const body = 'Your numbers, {{recipient_name}}.';
  await runs.mailed(await runs.run({ delivery: planOf(['link@example.org'], { attach: 'link', body }) }));
  const linked = mailsTo('link@example.org')[0]!;
  expect([linked.attachments.length, typeof linkIn(linked)]).toEqual([0, 'string']);
  expect(linked.text).toContain('Your numbers, link@example.org.');
});

test('a document above the limit that the server names is a link in the same attempt', async () => {
  runs.reportServer.answerWith({ document: Buffer.alloc(35_000, 'x') });
  const id = await runs.run({}, ['small@example.org']);
  expect(await runs.mailed(id)).toMatchObject([
    { status: 'sent', attempts: 1, link_expires_at: expect.any(Date) },
  ]);
  const [mail] = mailsTo('small@example.org');
  expect(mail!.attachments).toEqual([]);
  expect(mail!.text).toContain('output.php?token=');
});

test('values of a run cannot add headers or recipients to its mail', async () => {
  const evil = 'Rivers\r\nBcc: eve@example.org\r\n\r\nboo';
  const id = await runs.run(
    {
      reportTitle: evil,
      fileName: 'a\r\nX-Bad: 1.pdf',
      parameters: { a: ['{{download_link}}\r\n.\r\nMAIL FROM:<x>'] },
    },
    ['safe@example.org'],
  );
  await runs.mailed(id);
  const [mail] = mailsTo('safe@example.org');
  expect(mail!.envelope.to).toEqual(['safe@example.org']);
  expect([...mail!.headers.keys()]).not.toEqual(expect.arrayContaining(['bcc']));
  expect(mail!.headers.has('x-bad')).toBe(false);
  expect(mailsTo('eve@example.org')).toEqual([]);
});

test('a mail whose document is gone fails with a sentence', async () => {
  runs.mail.setFault({ at: 'rcpt', code: 451 });
  const id = await runs.run({}, ['late@example.org']);
  await until(
    'the first attempt ended',
    async () => (await runs.deliveries(id))[0]?.next_attempt_at instanceof Date,
  );
  const { output_object: object } = await runs.execution(id);
  await rm(runs.app.context.storage.path(object));
  await runs.app.admin.query('UPDATE report_mgmt.executions SET output_object = NULL WHERE id = $1', [id]);
  runs.mail.setFault(null);
  await runs.passRetryDelay();
  expect(await runs.mailed(id)).toMatchObject([
    { status: 'failed', last_reply: expect.stringContaining('was removed') },
  ]);
});

test('a mail that waits is not sent once the person of its run may no longer view the report', async () => {
  const { app, owner, mail } = runs;
  mail.setFault({ at: 'rcpt', code: 451 });
  const id = await runs.run({}, ['later@example.org']);
  await until(
    'the first attempt ended',
    async () => (await runs.deliveries(id))[0]?.next_attempt_at instanceof Date,
  );
  mail.setFault(null);
  await app.admin.query('UPDATE portal.users SET enabled = false WHERE id = $1', [owner.id]);
  await runs.passRetryDelay();
  expect(await runs.mailed(id)).toMatchObject([
    { status: 'failed', last_reply: expect.stringContaining('may no longer view it') },
  ]);
  await app.admin.query('UPDATE portal.users SET enabled = true WHERE id = $1', [owner.id]);
  expect(mailsTo('later@example.org')).toEqual([]);
});

test('POST /api/v1/deliveries/{id}/send-again is 403 for others than administrators, 404 and 409 for mails that cannot be repeated', async () => {
  const [delivery] = await runs.mailed(await runs.run());
  const path = `/api/v1/deliveries/${delivery.id}/send-again`;
  expect((await runs.app.ask(runs.owner, { path, method: 'POST' })).status).toBe(403);
  expect((await runs.app.ask(null, { path, method: 'POST' })).status).toBe(401);
  expect(await sendAgain(delivery.id)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('is sent') },
  });
  expect((await sendAgain('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  const { rows } = await runs.app.admin.query(
    `SELECT actor_name, subject FROM report_mgmt.audit_events WHERE event = 'delivery.repeated' LIMIT 1`,
  );
  expect(rows).toMatchObject([{ actor_name: 'bea' }]);
});
