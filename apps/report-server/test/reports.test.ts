import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Person } from '@cairn/testing';
import { repositoryRoot } from '@cairn/topology';
import { startTestReportServer } from './test-app.ts';
import type { TestReportServer } from './test-app.ts';

const REPORTS = '/api/v1/reports';
const cell = { kind: 'field', x: 0, y: 0, width: 200, height: 20 };

function template(expression = '$F{name}') {
  return {
    version: 1,
    title: 'Places by country',
    page: { size: 'A4', orientation: 'portrait', margins: { top: 30, right: 20, bottom: 30, left: 20 } },
    parameters: [{ name: 'country', type: 'text' }],
    datasets: [{ name: 'main', sql: 'select name from places', fields: [{ name: 'name', type: 'text' }] }],
    groups: [],
    variables: [],
    styles: [],
    bands: { detail: [{ height: 20, elements: [{ id: 'a', ...cell, expression }] }] },
  };
}

let app: TestReportServer;
let ada: Person;
let eve: Person;
let reader: Person;
beforeAll(async () => {
  app = await startTestReportServer();
  ada = await app.signUp({ username: 'ada' });
  eve = await app.signUp({ username: 'eve' });
  reader = await app.signUp({ username: 'reader', service: 'view' });
  await app.registry.registerResource({
    resourceType: 'datasource',
    resourceKey: 'sample',
    displayName: 'Sample',
  });
  await app.grant({ to: ada, on: 'sample', resourceType: 'datasource', permission: 'view' });
});
afterAll(() => app.close());

const post = (person: Person, json: object) => app.ask(person, { path: REPORTS, method: 'POST', json });
const get = (person: Person | null, path: string) => app.ask(person, { path: `${REPORTS}${path}` });
const put = (person: Person, key: string, json: object) =>
  app.ask(person, { path: `${REPORTS}/${key}`, method: 'PUT', json });
const share = (key: string, to: Person, permission: 'view' | 'edit' | 'admin') =>
  app.grant({ to, on: key, resourceType: 'report', permission });

async function upload(
  person: Person,
  path: string,
  { bytes, name, fields = {} }: { bytes: Uint8Array; name: string; fields?: Record<string, string> },
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const response = await fetch(`${app.url}${REPORTS}${path}`, {
    method: 'POST',
    body: form,
    headers: { cookie: person.cookie },
  });
  return { status: response.status, body: (await response.json()) as any };
}

test('POST /api/v1/reports creates a report of its caller, which others see once the portal shares it', async () => {
  const created = await post(ada, { key: 'Places', datasource: 'sample', template: template() });
  expect(created).toMatchObject({
    status: 201,
    body: {
      ...{ key: 'places', title: 'Places by country', datasource: 'sample', engine: 'native', owner: 'ada' },
      ...{ version: 1, permission: 'admin', template: template(), findings: [] },
    },
  });
  expect((await get(ada, '/PLACES')).body).toEqual(created.body);
  expect((await get(eve, '/places')).status).toBe(403);
  expect((await get(eve, '/nothing')).status).toBe(404);
  expect((await get(null, '/places')).status).toBe(401);
  expect((await get(eve, '')).body.reports).toEqual([]);

  await share('places', eve, 'view');
  const seen = await get(eve, '/places');
  expect(seen).toMatchObject({ status: 200, body: { permission: 'view', template: null, findings: [] } });
  expect((await get(eve, '')).body.reports).toMatchObject([
    { key: 'places', version: 1, permission: 'view' },
  ]);
  expect((await get(eve, '/places/versions')).status).toBe(403);
  expect((await put(eve, 'places', { revision: 1, title: 'Mine' })).status).toBe(403);
});

test('POST /api/v1/reports returns 400 with every finding for a template with an error, and keeps nothing', async () => {
  const bad = await post(ada, { key: 'bad', template: template('$F{nmae}') });
  expect(bad).toMatchObject({ status: 400, body: { code: 'report-server.bad_template' } });
  expect(bad.body.error).toContain('$.bands.detail[0].elements[0].expression');
  expect(bad.body.findings).toEqual([expect.objectContaining({ level: 'error', element: 'a' })]);
  expect((await post(ada, { key: 'bad', template: {} })).status).toBe(400);
  expect((await get(ada, '/bad')).status).toBe(404);
});

test.each([
  ['a datasource that the caller may not view', { datasource: 'hidden' }, 400, /no datasource "hidden"/],
  [
    'such a datasource among the allowed ones',
    { allowed_datasources: ['sample', 'x'] },
    400,
    /no datasource "x"/,
  ],
  ['a key with a dot', { key: '../x' }, 400, /key/],
  ['a key that is taken', { key: 'TAKEN' }, 409, /"taken" already/],
  [
    'datasources of an external report',
    { engine: 'external', allowed_datasources: ['sample'] },
    400,
    /external/,
  ],
])('POST /api/v1/reports refuses %s', async (_what, change, status, message) => {
  await post(ada, { key: 'taken', template: template() });
  const answer = await post(ada, { key: 'new', template: template(), ...change });
  expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(message)]);
  expect((await get(ada, '/new')).status).toBe(404);
});

test('POST /api/v1/reports is for people who may edit, and spares a key that the portal gave to others', async () => {
  expect((await post(reader, { key: 'r', template: template() })).status).toBe(403);
  const foreign = { resourceType: 'report', resourceKey: 'managed', displayName: 'Managed', ownerId: eve.id };
  await app.registry.registerResource(foreign);
  expect((await post(ada, { key: 'managed', template: template() })).status).toBe(409);
  expect((await post(eve, { key: 'managed', template: template() })).body).toMatchObject({
    permission: 'admin',
  });
});

test('PUT /api/v1/reports/{key} adds a version for another template, and 409 with the report for a stale one', async () => {
  await post(ada, { key: 'versioned', datasource: 'sample', template: template() });
  const second = await put(ada, 'versioned', { revision: 1, template: template('UPPER($F{name})') });
  expect(second).toMatchObject({ status: 200, body: { version: 2, title: 'Places by country' } });
  const stale = await put(ada, 'versioned', { revision: 1, template: template('1') });
  expect(stale).toMatchObject({
    status: 409,
    body: { code: 'report-server.report_stale', current: second.body },
  });
  const renamed = await put(ada, 'versioned', {
    revision: 2,
    title: 'Renamed',
    template: template('UPPER($F{name})'),
  });
  expect(renamed.body).toMatchObject({ version: 2, title: 'Renamed' });
  expect(app.registry.registered.at(-1)).toMatchObject({ resourceKey: 'versioned', displayName: 'Renamed' });

  const back = await put(ada, 'versioned', { revision: 2, template: template() });
  expect(back.body).toMatchObject({ version: 1, template: template() });
  expect((await put(ada, 'versioned', { revision: 1, template: template('2') })).body.version).toBe(3);
  expect((await get(ada, '/versioned/versions')).body.versions).toMatchObject([
    { version: 3, is_current: true, created_by: 'ada', source: 'builder' },
    { version: 2, is_current: false },
    { version: 1, is_current: false },
  ]);
  expect((await get(ada, '/versioned/versions/1')).body).toMatchObject({ version: 1, template: template() });
  expect((await get(ada, '/versioned/versions/9')).status).toBe(404);
});

test('PUT /api/v1/reports/{key} of two people at once makes one version and one 409', async () => {
  await post(ada, { key: 'raced', template: template() });
  const answers = await Promise.all(
    ['1', '2'].map((expression) => put(ada, 'raced', { revision: 1, template: template(expression) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('DELETE /api/v1/reports/{key} archives a report, which POST …/restore brings back', async () => {
  await post(ada, { key: 'old', template: template() });
  await share('old', eve, 'edit');
  const archive = (person: Person) => app.ask(person, { path: `${REPORTS}/old`, method: 'DELETE' });
  const restore = (person: Person) => app.ask(person, { path: `${REPORTS}/old/restore`, method: 'POST' });
  expect((await archive(eve)).status).toBe(403);
  expect((await restore(ada)).status).toBe(404);
  expect((await archive(ada)).status).toBe(204);
  expect((await get(ada, '/old')).status).toBe(404);
  expect((await put(ada, 'old', { revision: 1, title: 'x' })).status).toBe(404);
  expect((await post(ada, { key: 'old', template: template() })).status).toBe(409);
  expect((await get(ada, '?archived=only')).body.reports).toMatchObject([{ key: 'old' }]);
  expect((await get(eve, '?archived=only')).body.reports).toEqual([]);
  expect((await restore(ada)).body).toMatchObject({ key: 'old', archived_at: null });
  expect((await get(eve, '/old')).status).toBe(200);
});

test('GET /api/v1/report-template.schema.json gives the schema to everybody', async () => {
  const { status, body } = await app.ask(null, { path: '/api/v1/report-template.schema.json' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Report template',
  });
});

test('POST /api/v1/reports/{key}/assets stores a picture that was encoded again, and refuses all else', async () => {
  await post(ada, { key: 'pictured', template: template() });
  await share('pictured', eve, 'view');
  const red = { create: { width: 8, height: 4, channels: 3 as const, background: 'red' } };
  const webp = await sharp(red).webp().toBuffer();
  const stored = await upload(ada, '/pictured/assets', { bytes: webp, name: 'Logo.webp' });
  expect(stored).toMatchObject({
    status: 201,
    body: { name: 'Logo.webp', mime: 'image/png', width: 8, height: 4 },
  });
  const jpeg = Buffer.concat([await sharp(red).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
  await upload(ada, '/pictured/assets', { bytes: jpeg, name: 'photo.jpg' });
  const photo = await get(ada, '/pictured/assets/photo.jpg');
  expect(photo.headers.get('content-type')).toBe('image/jpeg');
  expect(photo.body.includes('script')).toBe(false);

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');
  // A small file that takes minutes to draw.
  const slowSvg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"><style>${'a b c d{fill:red}'.repeat(50_000)}</style>${'<g/>'.repeat(20_000)}</svg>`,
  );
  for (const [bytes, name] of [
    [svg, 'a.svg'],
    [svg, 'a.png'],
    [slowSvg, 'slow.png'],
    [Buffer.from('no picture'), 'b.png'],
    [jpeg.subarray(0, 200), 'half.jpg'],
    [webp, '../up.png'],
  ] as const) {
    expect([name, (await upload(ada, '/pictured/assets', { bytes, name })).status]).toEqual([
      name,
      name === '../up.png' ? 201 : 400,
    ]);
  }
  expect((await upload(eve, '/pictured/assets', { bytes: webp, name: 'a.webp' })).status).toBe(403);

  const green = { create: { ...red.create, background: 'green' } };
  await upload(ada, '/pictured/assets', { bytes: await sharp(green).webp().toBuffer(), name: 'Logo.webp' });
  const { body } = await get(ada, '/pictured/assets');
  expect(body.assets.map(({ name }: { name: string }) => name).sort()).toEqual([
    'Logo.webp',
    'photo.jpg',
    'up.png',
  ]);
  const remove = () => app.ask(ada, { path: `${REPORTS}/pictured/assets/Logo.webp`, method: 'DELETE' });
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  const objects: string[] = [];
  for await (const object of app.context.storage.list()) objects.push(object);
  expect(objects).toHaveLength(2);
});

test('POST /api/v1/reports/import answers with the template and keeps nothing, or the report with save=true', async () => {
  const samples = join(repositoryRoot, 'libs/report-engine/test/jrxml');
  const bytes = await readFile(join(samples, 'groups.v6.jrxml'));
  const read = await upload(ada, '/import', { bytes, name: 'Group report.jrxml' });
  expect(read).toMatchObject({
    status: 200,
    body: { source: 'jrxml6', report: null, subreports: {}, assets: [] },
  });
  expect(read.body.template.groups.length).toBeGreaterThan(0);
  expect((await get(ada, '/group-report')).status).toBe(404);

  const fields = { save: 'true', datasource: 'sample' };
  const saved = await upload(ada, '/import', { bytes, name: 'Group report.jrxml', fields });
  expect(saved).toMatchObject({
    status: 201,
    body: { report: { key: 'group-report', datasource: 'sample', version: 1, template: read.body.template } },
  });
  expect((await get(ada, '/group-report/versions')).body.versions).toMatchObject([{ source: 'jrxml6' }]);
  const before = await app.context.storage.size(
    (
      await app.admin.query(
        'SELECT source_object FROM report_server.report_versions WHERE source_object IS NOT NULL',
      )
    ).rows[0].source_object,
  );
  expect(before).toBe(bytes.length);
  expect((await upload(ada, '/import', { bytes, name: 'Group report.jrxml', fields })).status).toBe(409);
});

test('POST /api/v1/reports/import reads a large file in a thread of its own', async () => {
  const samples = join(repositoryRoot, 'libs/report-engine/test/jrxml');
  const small = await readFile(join(samples, 'groups.v6.jrxml'), 'utf8');
  const large = Buffer.from(`${small}<!-- ${'x'.repeat(300_000)} -->`);
  const read = await upload(ada, '/import', { bytes: large, name: 'large.jrxml' });
  expect(read).toMatchObject({ status: 200, body: { source: 'jrxml6', report: null } });
});

test.each([
  ['no XML', 'no xml at all', {}, /Line 1/],
  [
    'XML with a DTD',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><jasperReport>&x;</jasperReport>',
    {},
    /./,
  ],
  ['elements nested too deep', `<jasperReport>\n${'<frame>'.repeat(64)}`, {}, /^Line 2: .*64 levels/],
  [
    'parameters in a circle',
    `<jasperReport name="x">
      <parameter name="a"><defaultValueExpression>$P{b}</defaultValueExpression></parameter>
      <parameter name="b"><defaultValueExpression>$P{a}</defaultValueExpression></parameter></jasperReport>`,
    { save: 'true' },
    /circle/,
  ],
  ['a broken zip', 'PK\u0003\u0004 broken', {}, /./],
  ['a malformed key', null, { key: 'a b', save: 'true' }, /"a b" is not a valid key/],
])('POST /api/v1/reports/import returns 400 for %s', async (_what, text, fields, message) => {
  const samples = join(repositoryRoot, 'libs/report-engine/test/jrxml');
  const bytes = text === null ? await readFile(join(samples, 'groups.v6.jrxml')) : Buffer.from(text);
  const answer = await upload(ada, '/import', { bytes, name: 'x.jrxml', fields });
  expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(message)]);
  expect((await get(ada, '/x')).status).toBe(404);
});

test.each<[string, object, RegExp]>([
  [
    'parameters in a circle',
    {
      parameters: [
        { name: 'a', type: 'text', depends_on: ['b'], source: { sql: 'SELECT :b AS value' } },
        { name: 'b', type: 'text', depends_on: ['a'], source: { sql: 'SELECT :a AS value' } },
      ],
    },
    /parameters\[0\]\.depends_on.*circle: a, b, a/,
  ],
  ['100 levels', { styles: nest(100) }, /deeper than 64 levels/],
])(
  'POST /api/v1/reports returns 400 that names the place for a template with %s, and keeps nothing',
  async (_what, change, message) => {
    const answer = await post(ada, { key: 'refused', template: { ...template(), ...change } });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(message)]);
    expect((await get(ada, '/refused')).status).toBe(404);
  },
);

function nest(levels: number): unknown {
  return levels === 0 ? [] : [nest(levels - 1)];
}
