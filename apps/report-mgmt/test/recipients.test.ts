import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';
import { sendForm } from './send-form.ts';
import { shutDatabase } from './shut-database.ts';

let app: TestReportMgmt;
let boss: Person;
let editor: Person;
beforeAll(async () => {
  app = await startTestReportMgmt();
  boss = await app.signUp({ username: 'bea', isAdmin: true });
  editor = await app.signUp({ username: 'eddy' });
});
afterAll(() => app.close());

const ACTION = '/action/recipient.php';
const post = (person: Person | null, fields: Record<string, string>, options = {}) =>
  sendForm(app, person, { path: ACTION, fields, isUrlencoded: true, ...options });
const rows = async () => (await app.admin.query('SELECT * FROM report_mgmt.recipients ORDER BY id')).rows;
const list = async (query = '') => (await app.ask(boss, { path: `/api/v1/recipients${query}` })).body;

test('POST /action/recipient.php saves a recipient, changes it by id and answers success and message alone', async () => {
  const created = await post(boss, { name: 'Ann', email: ' ann@Bücher.example ', notes: 'Likes pdf' });
  expect(created).toEqual({ status: 200, body: { success: true, message: 'Saved the recipient.' } });
  const [row] = (await rows()).slice(-1);
  expect(row).toMatchObject({ name: 'Ann', email: 'ann@xn--bcher-kva.example', notes: 'Likes pdf' });
  const changed = await post(boss, { id: String(row.id), email: 'ann@example.org' }, { isUrlencoded: false });
  expect(changed.body.success).toBe(true);
  expect((await rows()).at(-1)).toMatchObject({ id: row.id, name: '', email: 'ann@example.org', notes: '' });
});

test('POST /action/recipient.php with delete=1 deletes the recipient', async () => {
  await post(boss, { email: 'gone@example.org' });
  const { id } = (await rows()).at(-1);
  const deleted = await post(boss, { delete: '1', id: String(id) });
  expect(deleted).toEqual({ status: 200, body: { success: true, message: 'Deleted the recipient.' } });
  expect((await rows()).some((row) => row.id === id)).toBe(false);
  expect((await post(boss, { delete: '1', id: String(id) })).body).toMatchObject({ success: false });
});

test.each([
  ['no email', { name: 'Ann' }, 'Enter an email address.'],
  ['a bad email', { email: 'a@x.org\r\nBcc: e@y.org' }, 'is not an email address'],
  ['two emails', { email: 'a@x.org, b@x.org' }, 'is not an email address'],
  ['an id that is not a number', { id: '0x1', email: 'a@x.org' }, 'id must be a positive whole number.'],
  ['an unknown id', { id: '999999', email: 'a@x.org' }, 'There is no recipient 999999.'],
  ['delete=1 without an id', { delete: '1' }, 'Send the id'],
  ['a name of 201 characters', { email: 'a@x.org', name: 'x'.repeat(201) }, 'at most 200 characters'],
])(
  'POST /action/recipient.php with %s answers 200 with success false and a sentence',
  async (_what, fields, sentence) => {
    const before = await rows();
    const { status, body } = await post(boss, fields);
    expect([status, body]).toEqual([200, { success: false, message: expect.stringContaining(sentence) }]);
    expect(await rows()).toEqual(before);
  },
);

test('POST /action/recipient.php refuses an address that another recipient has, in any case of letters', async () => {
  await post(boss, { email: 'twice@example.org' });
  expect((await post(boss, { email: 'Twice@Example.org' })).body).toMatchObject({
    success: false,
    message: expect.stringContaining('already a recipient'),
  });
});

test('POST /action/recipient.php is 403 for editors, visitors and pages of other sites, and stores nothing', async () => {
  const before = await rows();
  const fields = { email: 'eve@example.org' };
  for (const person of [editor, null]) {
    expect(await post(person, fields)).toMatchObject({ status: 403, body: { success: false } });
  }
  const foreign = await post(boss, fields, { headers: { origin: 'https://evil.example' } });
  expect(foreign).toMatchObject({ status: 403, body: { success: false } });
  expect(await rows()).toEqual(before);
});

test('POST /action/recipient.php and POST /action/email_template.php answer 503 while the database is away', async () => {
  const away = await shutDatabase(app);
  try {
    for (const path of [ACTION, '/action/email_template.php']) {
      const fields = { name: 'x', email: 'x@example.org' };
      const answer = await sendForm(app, boss, { path, fields, isUrlencoded: true });
      expect(answer).toMatchObject({ status: 503, body: { success: false, message: expect.any(String) } });
    }
  } finally {
    await away.open();
  }
  expect((await post(boss, { email: 'back@example.org' })).body.success).toBe(true);
});

test('GET /api/v1/recipients lists recipients by address with their last mail, searched and paged', async () => {
  for (const email of ['zoe@list.example', 'adam@list.example'])
    await post(boss, { email, name: `N ${email}` });
  const { rows: executions } = await app.admin.query(
    `INSERT INTO report_mgmt.executions (trigger, report_key, report_title, format) VALUES ('schedule', 'rivers', 'Rivers', 'pdf') RETURNING id`,
  );
  await app.admin.query(
    `INSERT INTO report_mgmt.deliveries (execution_id, address, status, last_reply) VALUES ($1, 'ADAM@list.example', 'rejected', '550 no')`,
    [executions[0].id],
  );
  const found = await list('?q=list.example');
  expect(found.total).toBe(2);
  expect(found.recipients).toMatchObject([
    { email: 'adam@list.example', last_delivery: { report: 'rivers', status: 'rejected', reply: '550 no' } },
    { email: 'zoe@list.example', last_delivery: null },
  ]);
  expect((await list('?q=list.example&after=adam@list.example&limit=1')).recipients).toMatchObject([
    { email: 'zoe@list.example' },
  ]);
  expect((await list('?q=%25')).recipients).toEqual([]);
  for (const [person, status] of [
    [editor, 403],
    [null, 401],
  ] as const)
    expect((await app.ask(person, { path: '/api/v1/recipients' })).status).toBe(status);
});

test('GET /api/v1/recipients/{id} shows a recipient with its mails, and 404 for another id', async () => {
  const { id } = (await list('?q=adam@list')).recipients[0];
  const { body } = await app.ask(boss, { path: `/api/v1/recipients/${id}` });
  expect(body).toMatchObject({ id, suppressed_at: null, deliveries: [{ status: 'rejected' }] });
  expect((await app.ask(boss, { path: '/api/v1/recipients/999999' })).status).toBe(404);
});

test('POST /api/v1/recipients/{id}/lift ends a suppression and is on record', async () => {
  await app.admin.query(
    `INSERT INTO report_mgmt.recipients (email, hard_bounces, last_bounce, suppressed_at) VALUES ('hard@example.org', 3, '550', now())`,
  );
  const [{ id }] = (await list('?q=hard@example.org')).recipients;
  const path = `/api/v1/recipients/${id}/lift`;
  expect((await app.ask(editor, { path, method: 'POST' })).status).toBe(403);
  expect((await app.ask(boss, { path, method: 'POST' })).body).toMatchObject({
    ...{ id, hard_bounces: 0, last_bounce: null, suppressed_at: null },
  });
  const { rows: events } = await app.admin.query(
    `SELECT subject FROM report_mgmt.audit_events WHERE event = 'recipient.lifted'`,
  );
  expect(events).toEqual([{ subject: 'hard@example.org' }]);
  expect((await app.ask(boss, { path: '/api/v1/recipients/999999/lift', method: 'POST' })).status).toBe(404);
});
