import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mountSmallDisk, until } from '@cairn/testing';
import { DOCUMENT } from './test-report-server.ts';
import { REPORT, startTestRuns } from './runs-app.ts';
import type { TestRuns } from './runs-app.ts';

let runs: TestRuns;
beforeAll(async () => {
  runs = await startTestRuns();
  runs.app.work();
});
afterEach(() => runs.reportServer.answerWith({ document: DOCUMENT }));
afterAll(() => runs.close());

const NOTHING = { output_object: null, email_status: 'failed' };

async function expectNothingMailed(id: string) {
  expect(await runs.deliveries(id)).toEqual([]);
  expect(runs.mail.messages.filter(({ headers }) => String(headers.get('message-id')).includes(id))).toEqual(
    [],
  );
}

test('a slot runs for its owner, and its document arrives in the mailbox with figures in the history', async () => {
  const id = await runs.run();
  const [delivery] = await runs.mailed(id);
  expect(await runs.execution(id)).toMatchObject({
    ...{
      status: 'succeeded',
      email_status: 'sent',
      rows: '12',
      pages: 1,
      db_ms: 20,
      warnings: ['One warning.'],
    },
    ...{ output_name: 'rivers daily.pdf', output_bytes: String(DOCUMENT.length), attempt: 1, error: null },
  });
  const run = runs.reportServer.runs.at(-1)!;
  expect(run).toMatchObject({ report: REPORT, format: 'pdf', onBehalfOf: String(runs.owner.id) });
  expect(run.query.getAll('region')).toEqual(['north', 'south']);
  const mail = runs.mail.messages.at(-1)!;
  expect(mail.envelope).toEqual({ from: 'reports@example.org', to: ['ann@example.org'] });
  expect(mail.attachments).toMatchObject([{ fileName: 'rivers daily.pdf', content: DOCUMENT }]);
  expect(mail.text).toContain('region: north, south');
  expect(delivery).toMatchObject({ status: 'sent', attempts: 1, message_id: `<${delivery.id}@example.org>` });
});

test('a slot is executed once, however often it is claimed', async () => {
  const slot = new Date('2026-11-27T05:00:00Z');
  await runs.run({ slot }, []);
  await expect(runs.run({ slot }, [])).rejects.toThrow('claimed before');
});

test.each([
  [
    'the report produced nothing',
    { document: Buffer.alloc(0) },
    'report-mgmt.no_output',
    'The report produced no output.',
  ],
  [
    'the engine refuses',
    { status: 422, message: 'The band is too tall.' },
    'report-mgmt.engine_refused',
    'The band is too tall.',
  ],
])('nothing is stored or mailed where %s', async (_what, answer, code, error) => {
  runs.reportServer.answerWith(answer);
  const id = await runs.run();
  expect(await runs.ended(id)).toMatchObject({ ...NOTHING, status: 'failed', error_code: code, error });
  await expectNothingMailed(id);
});

test('nothing is mailed where the owner lost view on the report or the account, and the run says so', async () => {
  const eve = await runs.app.signUp({ username: 'eve' });
  const withdrawn = await runs.run({ requestedBy: eve.id, requestedByName: 'eve' });
  expect(await runs.ended(withdrawn)).toMatchObject({
    ...{ ...NOTHING, status: 'failed', error_code: 'report-mgmt.requester_may_not_view' },
    error: expect.stringContaining('eve may no longer view this report'),
  });
  await runs.app.admin.query('UPDATE portal.users SET enabled = false WHERE id = $1', [eve.id]);
  const gone = await runs.run({ requestedBy: eve.id });
  expect(await runs.ended(gone)).toMatchObject({ ...NOTHING, error_code: 'report-mgmt.requester_gone' });
  await expectNothingMailed(withdrawn);
  await expectNothingMailed(gone);
});

test('a report without a definition fails with its key', async () => {
  await runs.app.grant({ to: runs.owner, on: 'lakes', permission: 'view', resourceType: 'report' });
  const id = await runs.run({ reportKey: 'lakes', requestedBy: runs.boss.id }, []);
  expect(await runs.ended(id)).toMatchObject({
    ...{ status: 'failed', error_code: 'report-mgmt.report_gone', email_status: 'not_requested' },
    error: expect.stringContaining('"lakes"'),
  });
});

test('a run that fills the disk fails with a sentence and leaves and mails nothing, and the next one succeeds when there is space', async () => {
  const { storage } = runs.app.context;
  const disk = mountSmallDisk(storage.root);
  try {
    runs.reportServer.answerWith({ document: Buffer.alloc(200_000, 'x') });
    await disk.fill(100_000);
    const id = await runs.run();
    expect(await runs.ended(id)).toMatchObject({
      ...{ ...NOTHING, status: 'failed', error_code: 'files.no_space' },
      error: expect.stringContaining('no space left'),
    });
    await expectNothingMailed(id);
    expect(await readdir(join(storage.root, 'incoming'))).toEqual([]);
    expect(await runs.objects()).toEqual([]);
    await disk.empty();
    const next = await runs.run();
    expect(await runs.mailed(next)).toMatchObject([{ status: 'sent' }]);
    expect(await runs.objects()).toEqual([(await runs.execution(next)).output_object]);
  } finally {
    disk.unmount();
  }
});

test('a run waits for a report server that is away, and runs once when it is back', async () => {
  await runs.reportServer.stop();
  const before = runs.reportServer.runs.length;
  const id = await runs.run();
  await until('it was tried again', async () => (await runs.execution(id)).attempt >= 2);
  await until('it waits', async () => (await runs.execution(id)).status === 'queued');
  expect((await runs.execution(id)).error).toContain('cannot be reached');
  await runs.reportServer.start();
  await runs.mailed(id);
  expect(await runs.execution(id)).toMatchObject({ status: 'succeeded', error: null, email_status: 'sent' });
  expect(runs.reportServer.runs.length).toBe(before + 1);
});

test('a run that breaks off in its document, or is answered 503, or 401 for an old token, is tried again', async () => {
  for (const answer of [
    { cut: Buffer.alloc(2_000) },
    { status: 503, message: 'Busy.' },
    { status: 401, message: 'The token has expired.' },
  ]) {
    runs.reportServer.answerWith(answer);
    const id = await runs.run({}, []);
    await until('it was tried again', async () => (await runs.execution(id)).attempt >= 2);
    runs.reportServer.answerWith({ document: DOCUMENT });
    expect(await runs.ended(id)).toMatchObject({
      status: 'succeeded',
      output_bytes: String(DOCUMENT.length),
    });
  }
});

test('a slot is missed when the report server stays away beyond the grace time, and a run of a person fails', async () => {
  runs.reportServer.answerWith({ status: 503, message: 'The report server starts.' });
  const retryUntil = new Date(Date.now() + 300);
  const slot = await runs.run({ retryUntil });
  expect(await runs.ended(slot)).toMatchObject({
    ...{ ...NOTHING, status: 'missed', error_code: 'report-mgmt.engine_away' },
    error: expect.stringMatching(/could not be run until .* \(Europe\/Berlin\).* The report server starts\./),
  });
  const person = await runs.run({ retryUntil: new Date(), trigger: 'run_now' });
  expect(await runs.ended(person)).toMatchObject({ ...NOTHING, status: 'failed' });
});

test('three slots in a row without a document write to the owner once, and a document begins to count again', async () => {
  const { rows } = await runs.app.admin.query(
    `INSERT INTO report_mgmt.schedules (report_key, datasource, format, filename, mode, rule, time_zone, owner_id, owner, tz_version)
     VALUES ('rivers', 'hydro', 'pdf', 'rivers', 'daily', '{}', 'Europe/Berlin', $1, 'olga', 'x') RETURNING id`,
    [runs.owner.id],
  );
  const scheduleId = rows[0].id as number;
  const failures = async () =>
    (await runs.app.admin.query('SELECT failures FROM report_mgmt.schedules WHERE id = $1', [scheduleId]))
      .rows[0].failures;
  const notices = () => runs.mail.messages.filter(({ subject }) => subject.includes('keeps failing'));
  runs.reportServer.answerWith({ status: 422, message: 'No such column: depth.' });
  for (let count = 1; count <= 4; count += 1) {
    const id = await runs.run({ scheduleId });
    expect((await runs.ended(id)).email_status).toBe('failed');
    expect(await failures()).toBe(count);
    if (count === 3) await until('the owner was written to', () => notices().length === 1);
  }
  expect(notices()).toMatchObject([{ envelope: { to: ['olga@example.org'] } }]);
  expect(notices()[0]!.text).toContain('No such column: depth.');
  runs.reportServer.answerWith({ document: DOCUMENT });
  await runs.ended(await runs.run({ scheduleId }, []));
  expect(await failures()).toBe(0);
});
