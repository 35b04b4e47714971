import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { planOf, startTestRuns } from './runs-app.ts';
import type { TestRuns } from './runs-app.ts';
import { sendForm } from './send-form.ts';

let runs: TestRuns;
beforeAll(async () => {
  runs = await startTestRuns();
  runs.app.work();
  await runs.app.admin.query(`UPDATE portal.users SET email = 'bea@example.org' WHERE id = $1`, [
    runs.boss.id,
  ]);
});
afterAll(() => runs.close());

const ACTION = '/action/email_template.php';
const post = (
  fields: Record<string, string>,
  { person = runs.boss as typeof runs.boss | null, headers = {} } = {},
) => sendForm(runs.app, person, { path: ACTION, fields, headers, isUrlencoded: true });
const ask = (path: string, json?: unknown) =>
  runs.app.ask(runs.boss, {
    path: `/api/v1/email-templates${path}`,
    ...(json ? { method: 'POST', json } : {}),
  });

test('POST /action/email_template.php saves a template and answers success, message and id', async () => {
  const { status, body } = await post({
    name: 'Short',
    subject: '{{report_title}}',
    body: 'Rows: {{row_count}}',
  });
  expect([status, body]).toEqual([
    200,
    { success: true, message: 'Saved the mail template.', id: expect.any(Number) },
  ]);
  const fields = { id: String(body.id), name: 'Shorter', body: 'x' };
  const changed = await sendForm(runs.app, runs.boss, { path: ACTION, fields });
  expect(changed.body).toMatchObject({ success: true, id: body.id });
  expect((await ask(`/${body.id}`)).body).toMatchObject({
    name: 'Shorter',
    subject: '',
    body: 'x',
    schedules: 0,
  });
});

test.each([
  ['no name', { subject: 'x' }, 'Enter a name'],
  ['an unknown placeholder', { name: 'a', body: '{{password}}' }, 'There is no placeholder "{{password}}"'],
  ['a subject of two lines', { name: 'a', subject: 'x\r\nBcc: e@example.org' }, 'one line'],
  ['an unknown id', { id: '999999', name: 'a' }, 'There is no mail template 999999.'],
])(
  'POST /action/email_template.php with %s answers 200 with success false and a sentence',
  async (_what, fields, sentence) => {
    const { body: before } = await ask('');
    const { status, body } = await post(fields);
    expect([status, body]).toEqual([200, { success: false, message: expect.stringContaining(sentence) }]);
    expect((await ask('')).body).toEqual(before);
  },
);

test('POST /action/email_template.php refuses a name that another template has', async () => {
  await post({ name: 'Twice' });
  expect((await post({ name: 'Twice' })).body).toEqual({
    success: false,
    message: 'There is already a mail template with this name. Choose another name.',
  });
});

test('POST /action/email_template.php with delete=1 deletes a template', async () => {
  const { id } = (await post({ name: 'Old' })).body;
  expect((await post({ delete: '1', id: String(id) })).body).toMatchObject({ success: true, id });
  expect((await ask(`/${id}`)).status).toBe(404);
});

test('POST /action/email_template.php is 403 for others than administrators and for pages of other sites', async () => {
  for (const person of [runs.owner, null]) expect((await post({ name: 'Eve' }, { person })).status).toBe(403);
  const foreign = await post({ name: 'Eve' }, { headers: { origin: 'https://evil.example' } });
  expect(foreign).toMatchObject({ status: 403, body: { success: false } });
});

test('GET /api/v1/email-templates lists templates by name with the placeholders and the default, to administrators', async () => {
  await post({ name: 'aaa' });
  const { body } = await ask('');
  const names = body.templates.map(({ name }: { name: string }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
  expect(body.placeholders).toContain('download_link');
  expect(body.default.subject).toContain('{{report_title}}');
  expect((await runs.app.ask(runs.owner, { path: '/api/v1/email-templates' })).status).toBe(403);
});

test('GET /api/v1/email-templates/{id} returns 404 for an unknown id', async () => {
  expect((await ask('/999999')).status).toBe(404);
});

test('POST /api/v1/email-templates/preview shows subject, HTML and text with sample values, and what was removed', async () => {
  const body =
    '<p onclick="x()">{{report_title}}: {{row_count}} rows</p><script>alert(1)</script><img src="https://evil.example/a.png">';
  const preview = await ask('/preview', { subject: '{{report_name}}', body });
  expect(preview.body).toMatchObject({
    subject: 'water_levels',
    text: expect.stringContaining('Water levels: 1204 rows'),
  });
  expect(preview.body.html).not.toMatch(/script|onclick|evil/);
  expect(preview.body.removed.toSorted()).toEqual(['event attribute', 'remote picture', 'script']);
  expect((await ask('/preview', { body: '{{nothing}}' })).status).toBe(400);
});

test('POST /api/v1/email-templates/test mails the caller alone, and says why it could not', async () => {
  const { body } = await ask('/test', { subject: 'Hello {{recipient_name}}', body: 'Test' });
  expect(body).toMatchObject({ address: 'bea@example.org' });
  expect(runs.mail.messages.at(-1)).toMatchObject({
    subject: 'Test: Hello bea',
    envelope: { to: ['bea@example.org'] },
  });
  runs.mail.setFault({ at: 'rcpt', code: 550, text: 'No such user' });
  const refused = await ask('/test', { body: 'Test' });
  expect(refused).toMatchObject({ status: 502, body: { error: expect.stringContaining('No such user') } });
  runs.mail.setFault(null);
  await runs.app.admin.query(`UPDATE portal.users SET email = NULL WHERE id = $1`, [runs.boss.id]);
  runs.app.context.auth.forget();
  expect((await ask('/test', { body: 'Test' })).status).toBe(409);
});

test('a run is mailed with the template of its schedule, and with the default once that is deleted', async () => {
  const { id } = (
    await post({ name: 'Mine', subject: 'Levels {{report_name}}', body: 'Hello {{recipient_name}}' })
  ).body;
  await runs.app.admin.query(
    `INSERT INTO report_mgmt.recipients (name, email) VALUES ('Ann Smith', 'ANN@example.org')`,
  );
  const run = async () => {
    await runs.mailed(await runs.run({ delivery: planOf(['ann@example.org'], { template_id: id }) }));
    return runs.mail.messages.at(-1)!;
  };
  expect(await run()).toMatchObject({
    subject: 'Levels rivers',
    text: expect.stringContaining('Hello Ann Smith'),
  });
  await post({ delete: '1', id: String(id) });
  expect((await run()).subject).toMatch(/^Rivers \(/);
});
