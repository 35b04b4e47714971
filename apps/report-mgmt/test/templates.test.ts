import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signServiceToken } from '@cairn/auth';
import { SERVICE_SECRET } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { sendForm } from './send-form.ts';
import type { FormFields } from './send-form.ts';
import { startWithRelayedReportServer } from './relayed-report-server.ts';
import { PIXEL, writeReport } from './write-report.ts';

let all: Awaited<ReturnType<typeof startWithRelayedReportServer>>;
let admin: Person;
let ada: Person;

beforeAll(async () => {
  all = await startWithRelayedReportServer();
  admin = await all.app.signUp({ username: 'admin', isAdmin: true });
  ada = await all.app.signUp({ username: 'ada' });
});
afterAll(() => all.close());

const text = (value: string, more: object = {}) => ({
  ...{ id: value, kind: 'text', x: 0, y: 0, width: 200, height: 14, text: value },
  ...more,
});
const template = (title: string, elements: object[] = [text('hello')]) => ({
  ...{ version: 1, title, lang: 'en' },
  page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
  parameters: [{ name: 'year', type: 'integer', label: 'Year', default: 2026 }],
  ...{ datasets: [], groups: [], variables: [], styles: [] },
  bands: { title: { height: 40, elements }, detail: [] },
});
const jrxml = (title: string, parameters = '') =>
  `<jasperReport name="${title}" language="java" pageWidth="595" pageHeight="842" columnWidth="523" leftMargin="36" rightMargin="36" topMargin="36" bottomMargin="36">${parameters}<title height="20"><element kind="staticText" uuid="1" x="0" y="0" width="100" height="20"><text><![CDATA[${title}]]></text></element></title></jasperReport>`;

async function scan(): Promise<void> {
  await all.app.context.scanner.scan();
  await all.app.context.templates.sendAll();
  await all.app.context.scanner.scan();
}
const versionsOf = async (key: string) =>
  (
    await all.app.admin.query(
      `SELECT v.number, v.created_by FROM report_server.report_versions v JOIN report_server.reports r ON r.id = v.report_id
        WHERE r.key = $1 ORDER BY 1`,
      [key],
    )
  ).rows;
const shown = async (key: string, person: Person = admin) =>
  (await all.app.ask(person, { path: `/api/v1/definitions/${key}` })).body;
const run = async (key: string, person: Person | null = admin) => {
  const path = `/reports/execute_report.php?_repName=${key}&_repFormat=html`;
  const { status, body } = await all.app.ask(person, { path });
  return { status, text: String(body) };
};
const publish = (person: Person, fields: FormFields, path = '/reports/publish_report.php') =>
  sendForm(all.app, person, { path, fields });

test('a template beside a definition goes to the report server once, and again only when it changes', async () => {
  const { app, relay } = all;
  const files = { 'template.json': JSON.stringify(template('First')), 'assets/logo.png': PIXEL };
  await writeReport(app.reportsRoot, { key: 'first', definition: { title: 'First' }, files });
  await scan();
  await scan();
  expect(await versionsOf('first')).toHaveLength(1);
  expect(relay.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
  expect(await run('first', null)).toEqual({ status: 200, text: expect.stringContaining('hello') });
  await writeReport(app.reportsRoot, {
    ...{ key: 'first', definition: { title: 'First' } },
    files: { 'template.json': JSON.stringify(template('First', [text('changed')])) },
  });
  await scan();
  expect(await versionsOf('first')).toHaveLength(2);
  expect((await run('first')).text).toContain('changed');
});

test('GET /api/v1/definitions/{key} shows what the report server finds in a template, to callers with edit', async () => {
  const wrong = template('Wrong', [text('x', { kind: 'field', expression: '$F{nothing}' })]);
  await writeReport(all.app.reportsRoot, { key: 'wrong', files: { 'template.json': JSON.stringify(wrong) } });
  await writeReport(all.app.reportsRoot, { key: 'no-xml', files: { 'a.jrxml': '<jasperReport' } });
  await scan();
  for (const key of ['wrong', 'no-xml']) {
    const { problems, findings } = await shown(key);
    expect(findings.length).toBeGreaterThan(0);
    expect(problems[0]).toMatch(/^Template: /);
    expect(await shown(key, ada)).toMatchObject({ problems: [], findings: [] });
  }
  const before = all.relay.requests.length;
  await scan();
  expect(all.relay.requests.slice(before)).toEqual([]);
});

test('GET /api/v1/definitions/{key} has no problems for a template of which an element was left out', async () => {
  const barcode =
    '<element kind="component" width="9" height="9"><component kind="barcode4j:Code128"/></element>';
  const left = jrxml('Left').replace('</title>', `${barcode}</title>`);
  await writeReport(all.app.reportsRoot, { key: 'left', files: { 'left.jrxml': left } });
  await scan();
  const { problems, findings } = await shown('left');
  expect(problems).toEqual([]);
  expect(findings).toContainEqual(expect.objectContaining({ severity: 'error' }));
});

test('GET /reports/execute_report.php says what to do about a report that has a query and no datasource', async () => {
  await writeReport(all.app.reportsRoot, { key: 'nowhere', files: { 'nowhere.jrxml': jrxml('Nowhere') } });
  await scan();
  expect(await run('nowhere')).toEqual({
    status: 400,
    text: expect.stringMatching(/no datasource .* Edit the report and choose one\./),
  });
});

test('a report server that is away gets the templates when it is back', async () => {
  const { app, relay } = all;
  await writeReport(app.reportsRoot, { key: 'later', files: { 'later.jrxml': jrxml('Later') } });
  relay.shut();
  await app.context.scanner.scan();
  await expect(app.context.templates.sendAll()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await versionsOf('later')).toEqual([]);
  relay.open();
  await scan();
  expect(await versionsOf('later')).toHaveLength(1);
  expect((await shown('later')).problems).toEqual([]);
});

test('POST /reports/publish_report.php publishes a template for its author, with the parameters that it has', async () => {
  const bytes = JSON.stringify(template('Ours'));
  const answer = await publish(ada, { name: 'ours', template: { name: 'template.json', bytes } });
  expect(answer).toMatchObject({ status: 200, body: { success: true, report: 'ours', findings: [] } });
  expect(await versionsOf('ours')).toEqual([{ number: 1, created_by: ada.id }]);
  const { body } = await all.app.ask(null, { path: '/reports/get_report_config.php?report=ours' });
  expect(body.parameters).toMatchObject([{ name: 'year', type: 'integer', label: 'Year', default: 2026 }]);
  expect((await run('ours', null)).status).toBe(200);
});

test('POST /reports/publish_report.php publishes while the report server is away, and says that the template follows', async () => {
  all.relay.shut();
  const answer = await publish(ada, { name: 'early', template: { name: 'e.jrxml', bytes: jrxml('Early') } });
  all.relay.open();
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, message: expect.stringContaining('as soon as') },
  });
  await scan();
  expect(await versionsOf('early')).toEqual([{ number: 1, created_by: ada.id }]);
});

test('POST /reports/edit_report.php keeps the author when texts change, and replaces the author with the person who sends a template', async () => {
  const { app, relay } = all;
  const shop = { resourceType: 'datasource', resourceKey: 'shop' } as const;
  await app.registry.registerResource({ ...shop, displayName: 'Shop' });
  await app.grant({ to: ada, on: 'shop', resourceType: 'datasource', permission: 'view' });
  const bob = await app.signUp({ username: 'bob', service: 'view' });
  const edit = (fields: FormFields) =>
    publish(bob, { report: 'owned', ...fields }, '/reports/edit_report.php');
  const file = (title: string) => ({ name: 'template.json', bytes: JSON.stringify(template(title)) });
  relay.shut();
  expect((await publish(ada, { name: 'owned', datasource: 'shop', template: file('A') })).status).toBe(200);
  await app.grant({ to: bob, on: 'owned', resourceType: 'report', permission: 'edit' });
  expect((await edit({ title: 'Texts of Bob' })).status).toBe(200);
  relay.open();
  await scan();
  expect((await shown('owned')).problems).toEqual([]);
  expect(await versionsOf('owned')).toEqual([{ number: 1, created_by: ada.id }]);
  expect((await edit({ template: file('B') })).status).toBe(403);
  await app.grant({ to: bob, on: 'shop', resourceType: 'datasource', permission: 'view' });
  expect((await edit({ template: file('B') })).status).toBe(200);
  expect((await versionsOf('owned')).at(-1)).toEqual({ number: 2, created_by: bob.id });
});

test('POST /reports/generate_report_context.php returns the parameters of a .jrxml to people who may publish here, without a right on the report server', async () => {
  const parameters = '<parameter name="city" class="java.lang.String"/>';
  const fields = { name: 'g', template: { name: 'g.jrxml', bytes: jrxml('Generated', parameters) } };
  const path = '/reports/generate_report_context.php';
  const eve = await all.app.signUp({ username: 'eve', service: 'view' });
  expect((await publish(eve, fields, path)).status).toBe(403);
  const { status, body } = await publish(ada, fields, path);
  expect(status).toBe(200);
  expect(body.definition).toMatchObject({ name: 'g', report: 'g.jrxml', parameters: [{ name: 'city' }] });
  expect(await versionsOf('g')).toEqual([]);
  const broken = { template: { name: 'g.jrxml', bytes: '<jasperReport' } };
  expect(await publish(ada, broken, path)).toMatchObject({ status: 400, body: { success: false } });
});

test('POST /reports/delete_report.php archives the report at the report server, and restoring brings it back', async () => {
  const remove = () =>
    sendForm(all.app, ada, { path: '/reports/delete_report.php', fields: { report: 'ours' } });
  all.relay.shut();
  expect((await remove()).status).toBe(503);
  all.relay.open();
  expect((await run('ours')).status).toBe(200);
  expect((await remove()).status).toBe(200);
  const archived = async () =>
    (await all.app.admin.query(`SELECT archived_at FROM report_server.reports WHERE key = 'ours'`)).rows[0]
      .archived_at;
  expect(await archived()).not.toBeNull();
  expect((await run('ours')).status).toBe(404);
  const restore = { path: '/api/v1/definitions/ours/restore', method: 'POST' };
  expect((await all.app.ask(ada, restore)).status).toBe(204);
  expect(await archived()).toBeNull();
  expect((await run('ours', null)).status).toBe(200);
});

const reportOf = async (key: string) =>
  (
    await all.app.admin.query(
      `SELECT title, description, datasource_key AS datasource, latest_version AS version FROM report_server.reports
        WHERE key = $1`,
      [key],
    )
  ).rows[0];
async function change(key: string, changes: object): Promise<void> {
  const file = join(all.app.reportsRoot, key, 'definition.json');
  const definition = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...definition, ...changes }));
  await scan();
}

test('a title, description and datasource that change on disk reach the report server once, and its template stays', async () => {
  const texts = { title: 'Renamed', description: 'All of them' };
  const start = all.relay.requests.length;
  await change('first', { ...texts, datasource: 'shop' });
  await scan();
  expect(await reportOf('first')).toEqual({ ...texts, datasource: 'shop', version: 2 });
  await change('first', { datasource: undefined });
  expect(await reportOf('first')).toEqual({ ...texts, datasource: null, version: 2 });
  await change('first', { description: '', datasource: 'shop' });
  expect(await reportOf('first')).toMatchObject({ description: '', datasource: 'shop' });
  await change('first', { parameters: [] });
  const other = JSON.stringify(template('Other', [text('other')]));
  await writeFile(join(all.app.reportsRoot, 'first', 'template.json'), other);
  await change('first', { datasource: '' });
  expect(await reportOf('first')).toMatchObject({ title: 'Renamed', datasource: null, version: 3 });
  expect(all.relay.requests.slice(start)).toEqual([
    ...Array(3).fill('PATCH /internal/reports/first'),
    'PUT /internal/reports/first/template',
  ]);
});

test('a title that changes on disk leaves to the report server what its builder changed in the meantime', async () => {
  await all.app.admin.query(`UPDATE report_server.reports SET description = 'Built' WHERE key = 'first'`);
  await change('first', { title: 'Once more' });
  expect(await reportOf('first')).toMatchObject({ title: 'Once more', description: 'Built' });
  expect(all.relay.requests.at(-1)).toBe('PATCH /internal/reports/first');
});

test('PUT /internal/definitions/{key} of the builder is not sent back to the report server', async () => {
  const token = { service: 'report-server', audience: 'report-mgmt', secret: SERVICE_SECRET } as const;
  const authorization = `Bearer ${signServiceToken(token)}`;
  const before = all.relay.requests.length;
  for (const key of ['first', 'built']) {
    const put = { path: `/internal/definitions/${key}`, method: 'PUT', json: { title: 'Built title' } };
    expect((await all.app.ask(null, { ...put, headers: { authorization } })).status).toBe(204);
  }
  await scan();
  expect(all.relay.requests.slice(before)).toEqual([]);
});

test('POST /reports/edit_report.php gives the report server a new title, also later and for a report without a template here', async () => {
  const rename = (title: string) => publish(ada, { report: 'ours', title }, '/reports/edit_report.php');
  expect(await rename('Ours 2')).toMatchObject({
    status: 200,
    body: { success: true, message: 'Saved Ours 2.' },
  });
  expect(await reportOf('ours')).toMatchObject({ title: 'Ours 2', version: 1 });
  all.relay.shut();
  expect((await rename('Ours 3')).body.message).toContain('as soon as it does');
  all.relay.open();
  await scan();
  expect(await reportOf('ours')).toMatchObject({ title: 'Ours 3' });
  await rm(join(all.app.reportsRoot, 'ours', 'template.json'));
  await scan();
  await rename('Ours 4');
  expect(await reportOf('ours')).toMatchObject({ title: 'Ours 4' });
});

test('GET /api/v1/definitions/{key} says why the report server refuses the datasource of a definition, until it is back', async () => {
  await change('ours', { datasource: 'payroll', title: 'Ours 5' });
  expect((await shown('ours')).problems).toEqual([expect.stringMatching(/^Report server: .*"payroll"/)]);
  expect(await reportOf('ours')).toMatchObject({ title: 'Ours 4', datasource: null });
  await change('ours', { datasource: '' });
  expect((await shown('ours')).problems).toEqual([]);
  expect(await reportOf('ours')).toMatchObject({ title: 'Ours 5', datasource: null });
});
