import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { planOf, startTestRuns } from './runs-app.ts';
import type { TestRuns } from './runs-app.ts';

const CONTENT = Buffer.from('<script>alert(1)</script> rivers');

let runs: TestRuns;
let id: string;
let path: string;
beforeAll(async () => {
  runs = await startTestRuns();
  runs.app.work();
});
beforeEach(async () => {
  runs.reportServer.answerWith({ document: CONTENT, mime: 'text/html' });
  const delivery = planOf(['ann@example.org'], { attach: 'link' });
  id = await runs.run({ delivery, reportTitle: 'Rivers <b>', fileName: 'Flüsse täglich', format: 'html' });
  await runs.mailed(id);
  path = /\/output\.php\?token=[\w-]+/.exec(runs.mail.messages.at(-1)!.text)![0];
});
afterAll(() => runs.close());

const open = (init: RequestInit = {}) => fetch(runs.app.url + path, init);
const downloads = async () => (await runs.deliveries(id))[0]?.downloads ?? 0;

test('GET /output.php shows report, file, size and end of a link to anybody, and is no download', async () => {
  const response = await open();
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('<h1>Rivers &lt;b&gt;</h1>');
  expect(html).toContain('<dd>Flüsse täglich.html</dd>');
  expect(html).toContain('<dd>32 bytes</dd>');
  expect(html).toMatch(/<dt>Available until<\/dt><dd>.* \(Europe\/Berlin\)<\/dd>/);
  expect(html).toMatch(/<form method="post" action="[^"]*\/output\.php\?token=[\w-]{43}">/);
  expect(html).not.toContain('<script');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('strict-origin');
  expect(response.headers.get('x-robots-tag')).toContain('noindex');
  expect((await open({ method: 'HEAD' })).status).toBe(200);
  expect(await downloads()).toBe(0);
});

test('POST /output.php downloads the document as an attachment, and the download is counted and on record', async () => {
  const response = await open({ method: 'POST', body: new URLSearchParams() });
  expect(Buffer.from(await response.arrayBuffer())).toEqual(CONTENT);
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="Fl_sse t_glich.html"; filename*=UTF-8''Fl%C3%BCsse%20t%C3%A4glich.html`,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await downloads()).toBe(1);
  const { rows } = await runs.app.admin.query(
    `SELECT subject, details FROM report_mgmt.audit_events WHERE event = 'delivery.downloaded' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows[0]).toMatchObject({ subject: 'ann@example.org', details: { report: 'rivers' } });
  expect(JSON.stringify(rows)).not.toContain(path.split('=')[1]);
});

test('POST /output.php of a page of another site is 403 and no download', async () => {
  const foreign = await open({ method: 'POST', headers: { origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
  expect(await downloads()).toBe(0);
});

test.each([
  [
    'expired',
    `UPDATE report_mgmt.deliveries SET link_expires_at = now() - interval '1 second' WHERE execution_id = $1`,
  ],
  ['of a document that was removed', `UPDATE report_mgmt.executions SET output_object = NULL WHERE id = $1`],
  [
    'of a document whose time is over',
    `UPDATE report_mgmt.executions SET output_expires_at = now() - interval '1 second' WHERE id = $1`,
  ],
  ['of a run that was deleted', `DELETE FROM report_mgmt.executions WHERE id = $1`],
])('GET /output.php and POST /output.php answer a link %s with 404 in words', async (_what, statement) => {
  await runs.app.admin.query(statement, [id]);
  for (const method of ['GET', 'POST']) {
    const response = await open({ method });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This link does not work, or no longer.');
  }
  expect(await downloads()).toBe(0);
});

test('GET /output.php and POST /output.php are 404 while the person of the run is deactivated, or may not view the report', async () => {
  const { app, owner } = runs;
  const statuses = () => Promise.all(['GET', 'POST'].map(async (method) => (await open({ method })).status));
  const setEnabled = (enabled: boolean) =>
    app.admin.query('UPDATE portal.users SET enabled = $1 WHERE id = $2', [enabled, owner.id]);
  await setEnabled(false);
  expect(await statuses()).toEqual([404, 404]);
  await setEnabled(true);
  expect(await statuses()).toEqual([200, 200]);
  await app.admin.query(
    `DELETE FROM portal.permissions USING portal.resources r WHERE r.id = resource_id AND r.resource_key = 'rivers'`,
  );
  expect(await statuses()).toEqual([404, 404]);
  await app.grant({ to: owner, on: 'rivers', permission: 'view', resourceType: 'report' });
  expect(await downloads()).toBe(1);
});

test('GET /output.php without a token, or with one that nobody has, is 404', async () => {
  for (const query of ['', '?token=', `?token=${'a'.repeat(43)}`])
    expect((await fetch(`${runs.app.url}/output.php${query}`)).status).toBe(404);
});

test('a link lasts seven days, and never longer than its document', async () => {
  const [{ link_expires_at: end, sent_at: sent }] = await runs.deliveries(id);
  expect((end.getTime() - sent.getTime()) / 86_400_000).toBeCloseTo(7, 2);
});
