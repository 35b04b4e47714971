import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Person } from '@cairn/testing';
import { asService } from './report-mgmt-app.ts';
import { listOf, PLACES, startReports } from './reports-app.ts';
import type { ReportsApp } from './reports-app.ts';

let app: ReportsApp;
beforeAll(async () => {
  app = await startReports();
});
afterAll(() => app.close());

type Fields = Record<string, string>;

async function publish(key: string, file: Buffer | object, fields: Fields = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'Published', ...fields })) form.append(name, value);
  const bytes = Buffer.isBuffer(file) ? file : Buffer.from(JSON.stringify(file));
  form.append('file', new Blob([new Uint8Array(bytes)]), 'template');
  const path = `/internal/reports/${key}/template`;
  const answer = await fetch(app.url + path, { method: 'PUT', body: form, headers: asService() });
  return { status: answer.status, body: (await answer.json()) as any };
}

const internal = (path: string, method = 'GET', person: Person | null = null) =>
  app.ask<any>(null, { path: `/internal/reports/${path}`, method, headers: asService(person) });

const patch = (key: string, json: object) =>
  app.ask<any>(null, { path: `/internal/reports/${key}`, method: 'PATCH', json, headers: asService() });

const run = async (person: Person, key: string, format = 'csv') => {
  const answer = await fetch(`${app.url}/internal/reports/execute?_repName=${key}&_repFormat=${format}`, {
    headers: asService(person),
  });
  return { status: answer.status, text: await answer.text() };
};

/** As report management does, which lets everybody view its reports. */
const register = (key: string) =>
  app.registry.registerResource({
    ...{ resourceType: 'report', resourceKey: key, displayName: key },
    grants: [{ group: 'public', permission: 'view' }],
  });

function zip(files: Record<string, Buffer | string>): Buffer {
  const folder = mkdtempSync(join(app.storageRoot, 'zip-'));
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const tops = [...new Set(Object.keys(files).map((name) => name.split('/')[0]!))];
  execFileSync('python3', ['-m', 'zipfile', '-c', 'out.zip', ...tops], { cwd: folder });
  return readFileSync(join(folder, 'out.zip'));
}

const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();

test('PUT /internal/reports/{key}/template creates a report, and GET /internal/reports/{key} describes it', async () => {
  const fields = { title: ' Places ', description: 'By country', datasource: 'sample' };
  const created = await publish('First', PLACES, fields);
  const described = {
    ...{ key: 'first', title: 'Places', description: 'By country', engine: 'native' },
    ...{ datasource: 'sample', version: 1, findings: [] },
  };
  expect(created).toMatchObject({ status: 200, body: { ...described, created: true } });
  const { body } = await internal('first');
  expect(body).toMatchObject(described);
  expect(body.formats).toEqual(expect.arrayContaining(['html', 'pdf', 'csv', 'ods']));
  expect(body.parameters).toEqual(PLACES.parameters);
  expect(app.registry.registered.some(({ resourceKey }) => resourceKey === 'first')).toBe(false);
  expect((await run(app.ada, 'first')).status).toBe(403);
  await register('first');
  expect(await run(app.ada, 'first')).toMatchObject({
    status: 200,
    text: expect.stringContaining('Tokyo'),
  });
  const { rows } = await app.admin.query(
    `SELECT event, actor_name, details FROM report_server.audit_events WHERE details->>'key' = 'first'`,
  );
  expect(rows).toMatchObject([{ event: 'report.created', actor_name: 'service:report-mgmt' }]);
});

test('PUT /internal/reports/{key}/template adds a version for new content, makes an earlier one current, and repeats without effect', async () => {
  const second = listOf({ name: 'a', sql: 'SELECT 2 AS name' });
  const versions = async () => (await internal('turns')).body.version;
  await publish('turns', PLACES, { datasource: 'sample' });
  expect((await publish('turns', second)).body).toMatchObject({
    created: false,
    version: 2,
    datasource: 'sample',
  });
  expect((await publish('turns', PLACES)).body).toMatchObject({ version: 1, datasource: 'sample' });
  await register('turns');
  expect((await run(app.ada, 'turns')).text).toContain('Tokyo');
  expect((await publish('turns', second)).body).toMatchObject({ version: 2 });
  const count = async () =>
    (await app.admin.query(`SELECT count(*)::int AS n FROM report_server.audit_events`)).rows[0].n as number;
  const before = await count();
  expect((await publish('turns', second)).body).toMatchObject({ version: 2, created: false });
  expect(await count()).toBe(before);
  const long = { title: 'x'.repeat(300), description: 'y'.repeat(100_000) };
  const { body } = await publish('turns', second, long);
  expect([body.title.length, body.description.length, body.title.at(-1)]).toEqual([200, 2000, '…']);
  expect((await publish('turns', second, { datasource: '' })).body).toMatchObject({ datasource: null });
  expect(await versions()).toBe(2);
});

test('PUT /internal/reports/{key}/template is 400 with findings for a template with errors, and keeps nothing', async () => {
  const wrong = { ...PLACES, variables: [{ ...PLACES.variables[0], expression: '$F{' }] };
  expect(await publish('wrong', wrong)).toMatchObject({
    status: 400,
    body: { code: 'report-server.bad_template', findings: [expect.objectContaining({ level: 'error' })] },
  });
  const image = { id: 'i', kind: 'image', x: 0, y: 0, width: 9, height: 9, source: { asset: 'logo.png' } };
  const pictured = { ...PLACES, bands: { ...PLACES.bands, title: { height: 30, elements: [image] } } };
  const files = { 'template.json': JSON.stringify(pictured), 'assets/logo.png': 'no picture' };
  for (const [file, fields, message] of [
    [Buffer.from('{"version": 1,'), {}, /not valid JSON/],
    [Buffer.from('<html/>'), {}, /./],
    [zip(files), {}, /not a JPEG/],
    [PLACES, { title: '' }, /title is empty/],
    [PLACES, { author: 'ada' }, /author must be the id/],
  ] as const) {
    const answer = await publish('wrong', file, fields);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(message)]);
  }
  expect((await publish('a b', PLACES)).status).toBe(400);
  expect((await internal('wrong')).status).toBe(404);
  const { rows } = await app.admin.query(`SELECT 1 FROM report_server.reports WHERE key = 'wrong'`);
  expect(rows).toEqual([]);
});

test('PUT /internal/reports/{key}/template takes a zip of a template with the pictures that it shows', async () => {
  const image = { id: 'i', kind: 'image', x: 0, y: 0, width: 9, height: 9, source: { asset: 'logo.webp' } };
  const list = listOf({ name: 'a', sql: `SELECT 'row' AS name` });
  const pictured = { ...list, bands: { ...list.bands, title: { height: 30, elements: [image] } } };
  const files = {
    'report/template.json': JSON.stringify(pictured),
    'report/assets/logo.webp': await picture(),
    'report/thumbnail.png': 'not read',
  };
  const fields = { datasource: 'sample' };
  expect(await publish('pictured', zip(files), fields)).toMatchObject({ status: 200, body: { version: 1 } });
  await register('pictured');
  expect((await run(app.ada, 'pictured', 'html')).text).toContain('data:image/png;base64,');
  const { body } = await app.ask<any>(app.root, { path: '/api/v1/reports/pictured/assets' });
  expect(body.assets).toMatchObject([{ name: 'logo.webp', mime: 'image/png' }]);
});

const jrxml = (body: string, sql: string) => `<?xml version="1.0" encoding="UTF-8"?>
  <jasperReport xmlns="http://jasperreports.sourceforge.net/jasperreports" name="Countries">
    <queryString><![CDATA[${sql}]]></queryString>
    <field name="name" class="java.lang.String"/>
    <detail><band height="40">${body}</band></detail>
  </jasperReport>`;
const nameField = `<textField><reportElement x="0" y="0" width="99" height="20"/>
  <textFieldExpression><![CDATA[$F{name}]]></textFieldExpression></textField>`;
const part = `<subreport><reportElement x="0" y="20" width="500" height="20"/>
  <connectionExpression><![CDATA[$P{REPORT_CONNECTION}]]></connectionExpression>
  <subreportExpression><![CDATA["Cities.jasper"]]></subreportExpression></subreport>`;

test('PUT /internal/reports/{key}/template takes a zip of JasperReports, whose subreports belong to the report', async () => {
  const archive = (city: string) =>
    zip({
      'main.jrxml': jrxml(nameField + part, `SELECT 'Country' AS name`),
      'Cities.jrxml': jrxml(nameField, `SELECT '${city}' AS name`),
    });
  const fields = { datasource: 'sample' };
  const published = await publish('jasper', archive('Berlin'), fields);
  expect(published).toMatchObject({ status: 200, body: { created: true, version: 1 } });
  await register('jasper');
  const shown = await run(app.ada, 'jasper', 'html');
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('Country');
  expect(shown.text).toContain('Berlin');

  // The part is no report of its own, to anybody.
  expect((await run(app.ada, 'jasper--cities')).status).toBe(403);
  expect((await internal('jasper--cities')).status).toBe(404);
  const { body } = await app.ask<any>(app.root, { path: '/api/v1/reports' });
  expect(body.reports.map(({ key }: { key: string }) => key)).not.toContain('jasper--cities');
  // Another report cannot show it.
  const thief = listOf({ name: 'a', sql: 'SELECT 1 AS name' });
  const stolen = { id: 'p', kind: 'subreport', x: 0, y: 0, width: 300, height: 50, report: 'jasper--cities' };
  await publish(
    'thief',
    { ...thief, bands: { ...thief.bands, title: { height: 50, elements: [stolen] } } },
    fields,
  );
  await register('thief');
  expect((await run(app.ada, 'thief', 'html')).status).toBe(403);

  await publish('jasper', archive('Hamburg'));
  expect((await run(app.ada, 'jasper', 'html')).text).toContain('Hamburg');
  await publish('taken--cities', PLACES);
  expect((await publish('taken', archive('Berlin'))).status).toBe(409);
  expect((await internal('taken')).status).toBe(404);
});

test('PUT /internal/reports/{key}/template with author needs view on the datasource, and edit on a report that exists', async () => {
  const author = await app.signUp({ username: 'author', service: 'edit' });
  const as = { datasource: 'sample', author: String(author.id) };
  expect(await publish('authored', PLACES, as)).toMatchObject({
    status: 400,
    body: { code: 'report-server.no_such_datasource' },
  });
  expect((await internal('authored')).status).toBe(404);
  await app.grant({ to: author, on: 'sample', permission: 'view', resourceType: 'datasource' });
  expect((await publish('authored', PLACES, as)).body).toMatchObject({ created: true });
  const next = { ...PLACES, title: 'Next' };
  expect((await publish('authored', next, as)).status).toBe(403);
  await register('authored');
  expect((await publish('authored', next, as)).status).toBe(403);
  await app.grant({ to: author, on: 'authored', permission: 'edit', resourceType: 'report' });
  expect((await publish('authored', next, as)).body).toMatchObject({ version: 2 });
  const { rows } = await app.admin.query(
    `SELECT v.created_by_name, r.owner FROM report_server.report_versions v JOIN report_server.reports r ON r.id = v.report_id
      WHERE r.key = 'authored' ORDER BY number`,
  );
  expect(rows).toEqual([
    { created_by_name: 'author', owner: 'author' },
    { created_by_name: 'author', owner: 'author' },
  ]);
  await app.admin.query('UPDATE portal.users SET enabled = false WHERE id = $1', [author.id]);
  expect((await publish('authored', PLACES, as)).status).toBe(403);
});

test('PATCH /internal/reports/{key} changes texts and datasource, of its subreports too, and leaves the template', async () => {
  const archive = zip({
    'main.jrxml': jrxml(nameField + part, `SELECT 'Country' AS name`),
    'Cities.jrxml': jrxml(nameField, `SELECT 'Bonn' AS name`),
  });
  await publish('changed', archive, { datasource: 'sample', description: 'Kept' });
  expect((await patch('changed', { title: ' Renamed ' })).status).toBe(204);
  const described = { title: 'Renamed', description: 'Kept', version: 1 };
  expect((await internal('changed')).body).toMatchObject({ ...described, datasource: 'sample' });
  expect((await patch('changed', { datasource: null })).status).toBe(204);
  expect((await internal('changed')).body).toMatchObject({ ...described, datasource: null });
  const { rows } = await app.admin.query(
    `SELECT datasource_key FROM report_server.reports WHERE key LIKE 'changed%'`,
  );
  expect(rows).toEqual([{ datasource_key: null }, { datasource_key: null }]);
  const events = async () =>
    (await app.admin.query(`SELECT event FROM report_server.audit_events WHERE details->>'key' = 'changed'`))
      .rows;
  const before = await events();
  expect((await patch('changed', { title: 'Renamed', description: 'Kept' })).status).toBe(204);
  expect(await events()).toEqual(before);
});

test('PATCH /internal/reports/{key} with author needs view on another datasource, and edit on the report', async () => {
  const author = await app.signUp({ username: 'chooser', service: 'edit' });
  await publish('chosen', PLACES);
  await register('chosen');
  const change = { datasource: 'sample', author: author.id };
  expect((await patch('chosen', change)).status).toBe(403);
  await app.grant({ to: author, on: 'chosen', permission: 'edit', resourceType: 'report' });
  expect(await patch('chosen', change)).toMatchObject({
    ...{ status: 400, body: { code: 'report-server.no_such_datasource' } },
  });
  await app.grant({ to: author, on: 'sample', permission: 'view', resourceType: 'datasource' });
  expect((await patch('chosen', change)).status).toBe(204);
  expect((await run(app.ada, 'chosen')).text).toContain('Tokyo');
});

test('PATCH /internal/reports/{key} is 400 without a change or with an empty title, and 404 for archived reports, subreports and none', async () => {
  for (const json of [{}, { title: '' }, { title: ' ' }, { template: {} }])
    expect((await patch('chosen', json)).status).toBe(400);
  await internal('chosen', 'DELETE');
  for (const key of ['chosen', 'changed--cities', 'nothing'])
    expect((await patch(key, { title: 'x' })).status).toBe(404);
});

test('DELETE /internal/reports/{key} archives a report, POST …/restore and another template restore it', async () => {
  await publish('going', PLACES, { datasource: 'sample' });
  await register('going');
  for (let round = 0; round < 2; round += 1)
    expect((await internal('going', 'DELETE', app.root)).status).toBe(204);
  expect((await internal('going')).status).toBe(404);
  expect((await run(app.ada, 'going')).status).toBe(404);
  const { rows } = await app.admin.query(
    `SELECT actor_name FROM report_server.audit_events WHERE event = 'report.archived' AND details->>'key' = 'going'`,
  );
  expect(rows).toEqual([{ actor_name: 'root' }]);
  expect((await internal('going/restore', 'POST')).status).toBe(204);
  expect((await run(app.ada, 'going')).status).toBe(200);
  await internal('going', 'DELETE');
  expect((await publish('going', PLACES)).body).toMatchObject({ version: 1, datasource: 'sample' });
  expect((await run(app.ada, 'going')).status).toBe(200);
  expect((await internal('nothing', 'DELETE')).status).toBe(404);
  expect((await internal('nothing/restore', 'POST')).status).toBe(404);
});

test('PUT /internal/reports/{key}/template published twice at once makes one report', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => publish('twice', PLACES)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
  expect((await internal('twice')).body.version).toBe(1);
});

test('POST /internal/reports/import reads a template of JasperReports and keeps nothing', async () => {
  const read = async (text: string, headers = asService(app.ada)) => {
    const body = new FormData();
    body.set('file', new Blob([text]), 'cities.jrxml');
    const answer = await fetch(`${app.url}/internal/reports/import`, { method: 'POST', body, headers });
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const count = async () =>
    (await app.admin.query('SELECT count(*)::int AS n FROM report_server.reports')).rows[0].n as number;
  const before = await count();
  expect(await read(jrxml(nameField, 'SELECT 1'))).toMatchObject({
    ...{ status: 200, body: { template: { version: 1 }, source: 'jrxml6', report: null } },
  });
  expect((await read('<jasperReport')).status).toBe(400);
  expect(await read(JSON.stringify(PLACES))).toMatchObject({
    ...{ status: 400, body: { code: 'report-server.not_jasper' } },
  });
  expect((await read(jrxml(nameField, 'SELECT 1'), {})).status).toBe(401);
  expect(await count()).toBe(before);
});

test.each([
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['POST', '/restore'],
  ['PUT', '/template'],
])('%s /internal/reports/{key}%s is 401 to people', async (method, path) => {
  const question = { path: `/internal/reports/places${path}`, method };
  for (const person of [null, app.root]) expect((await app.ask(person, question)).status).toBe(401);
});
