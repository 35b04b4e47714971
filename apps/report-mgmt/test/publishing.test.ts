import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import sharp from 'sharp';
import yazl from 'yazl';
import { sendForm } from './send-form.ts';
import type { FormFields } from './send-form.ts';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';
import { PIXEL, writeReport } from './write-report.ts';

const PUBLISH = '/reports/publish_report.php';
const EDIT = '/reports/edit_report.php';

let app: TestReportMgmt;
let admin: Person;
let ada: Person;
let reader: Person;

beforeAll(async () => {
  app = await startTestReportMgmt();
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  ada = await app.signUp({ username: 'ada' });
  reader = await app.signUp({ username: 'reader', service: 'view' });
  await app.registry.registerResource({
    resourceType: 'datasource',
    resourceKey: 'shop',
    displayName: 'Shop',
  });
  await app.grant({ to: ada, on: 'shop', resourceType: 'datasource', permission: 'view' });
});
afterAll(() => app.close());

const publish = (person: Person | null, fields: FormFields) =>
  sendForm(app, person, { path: PUBLISH, fields });
const edit = (person: Person | null, fields: FormFields) => sendForm(app, person, { path: EDIT, fields });
const read = (...path: string[]) => readFile(join(app.reportsRoot, ...path));
const fileOf = async (key: string) => JSON.parse((await read(key, 'definition.json')).toString());
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff', width = 40) =>
  sharp({ create: { width, height: 20, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();
const statusOf = async (person: Person | null, key: string) =>
  (await app.ask(person, { path: `/reports/get_report_config.php?report=${key}` })).status;

test('POST /reports/publish_report.php publishes a report that everybody may view and its publisher owns', async () => {
  const definition = JSON.stringify({
    access_groups: 'Staff',
    format: 'csv',
    parameters: [{ name: 'city' }],
  });
  const { status, body } = await publish(ada, {
    ...{
      name: 'Sales',
      title: 'Sales by city',
      description: 'All of them',
      datasource: 'shop',
      format: 'pdf',
    },
    definition: { name: 'sales.json', bytes: definition },
    template: { name: 'C:\\work\\sales report.jrxml', bytes: '<jasperReport/>' },
    thumbnail: { name: 'x.webp', bytes: await picture('webp') },
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, message: 'Published Sales by city.', report: 'sales', findings: [] },
  });
  expect(await fileOf('sales')).toEqual({
    ...{
      name: 'sales',
      title: 'Sales by city',
      description: 'All of them',
      datasource: 'shop',
      format: 'pdf',
    },
    ...{ access_groups: 'Staff', report: 'sales_report.jrxml', parameters: [{ name: 'city' }] },
  });
  expect((await read('sales', 'sales_report.jrxml')).toString()).toBe('<jasperReport/>');
  expect((await sharp(await read('sales', 'thumbnail.png')).metadata()).format).toBe('png');
  expect((await app.ask(null, { path: '/api/reports' })).body).toEqual([
    { name: 'sales', title: 'Sales by city', datasource: 'shop' },
  ]);
  const shown = await app.ask(ada, { path: '/api/v1/definitions/sales' });
  expect(shown.body).toMatchObject({ permission: 'admin', is_public: true, has_thumbnail: true });
  const { rows } = await app.admin.query(
    `SELECT actor_name, subject FROM report_mgmt.audit_events WHERE event = 'definition.published'`,
  );
  expect(rows).toEqual([{ actor_name: 'ada', subject: 'sales' }]);
});

for (const format of ['png', 'jpeg', 'webp'] as const) {
  test(`POST /reports/publish_report.php stores a ${format} thumbnail as PNG`, async () => {
    const thumbnail = { name: `x.${format}`, bytes: await picture(format, 3_000) };
    expect((await publish(ada, { name: `with-${format}`, thumbnail })).status).toBe(200);
    const { status, body } = await app.ask(null, {
      path: `/reports/report_thumbnail.php?report=with-${format}`,
    });
    expect(status).toBe(200);
    expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 1_600 });
  });
}

/** A small file that takes minutes to draw. */
const slowSvg = () =>
  `<svg xmlns="http://www.w3.org/2000/svg"><style>${'a b c d{fill:red}'.repeat(50_000)}</style>${'<g/>'.repeat(20_000)}</svg>`;

test('POST /reports/publish_report.php refuses bad forms with 400 and a sentence, and stores nothing', async () => {
  const before = await readdir(app.reportsRoot);
  const huge = await sharp({ create: { width: 6_000, height: 5_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const refused: [fields: FormFields, sentence: RegExp][] = [
    [{ title: 'No name' }, /name of a report/],
    [{ name: '../evil' }, /name of a report/],
    [{ name: 'a b' }, /name of a report/],
    [{ name: 'bad', datasource: 'payroll' }, /datasource "payroll".*not shared/],
    [{ name: 'bad', title: 'x'.repeat(501) }, /"title" has more than 500 characters/],
    [{ name: 'bad', description: 'x'.repeat(10_001) }, /"description" has more than 10,000/],
    [{ name: 'bad', format: 'exe' }, /"format" is "exe"/],
    [{ name: 'bad', definition: '{' }, /not valid JSON/],
    [{ name: 'bad', definition: '{"report":"../x"}' }, /outside the folder/],
    [
      { name: 'bad', definition: { name: 'd', bytes: 'x'.repeat(2 * 1024 ** 2) } },
      /definition is larger than 1 MiB/,
    ],
    [{ name: 'bad', template: { name: 'x.exe', bytes: 'MZ' } }, /neither a template.json nor a .jrxml/],
    [{ name: 'bad', thumbnail: { name: 'x.png', bytes: '<svg/>' } }, /not a PNG, JPEG or WebP/],
    [{ name: 'bad', thumbnail: { name: 'x.png', bytes: slowSvg() } }, /not a PNG, JPEG or WebP/],
    [{ name: 'bad', thumbnail: { name: 'x.gif', bytes: await picture('gif') } }, /not a PNG, JPEG or WebP/],
    [{ name: 'bad', thumbnail: { name: 'x.png', bytes: PIXEL.subarray(0, 50) } }, /damaged|not a PNG/],
    [{ name: 'bad', thumbnail: { name: 'x.png', bytes: huge } }, /25 million pixels/],
    [{ name: 'bad', thumbnail: { name: 'x.png', bytes: Buffer.alloc(6 * 1024 ** 2) } }, /larger than 5 MiB/],
    [{ name: 'bad', virus: { name: 'x', bytes: 'x' } }, /form cannot be read/],
  ];
  for (const [fields, sentence] of refused) {
    const { status, body } = await publish(ada, fields);
    expect({ status, body }).toEqual({
      status: 400,
      body: { success: false, message: expect.stringMatching(sentence) },
    });
  }
  expect(await readdir(app.reportsRoot)).toEqual(before);
});

test('POST /reports/publish_report.php needs edit on the service and a page of its own', async () => {
  expect((await publish(null, { name: 'x' })).status).toBe(401);
  expect((await publish(reader, { name: 'x' })).status).toBe(403);
  const foreign = { origin: 'https://evil.example' };
  const form = { path: PUBLISH, fields: { name: 'x' }, headers: foreign };
  expect((await sendForm(app, ada, form)).status).toBe(403);
  expect(await readdir(app.reportsRoot)).not.toContain('x');
});

test('POST /reports/publish_report.php twice at once publishes one and refuses the other with 409', async () => {
  const answers = await Promise.all([1, 2, 3].map((n) => publish(ada, { name: 'race', title: `Race ${n}` })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const winner = answers.find(({ status }) => status === 200)!;
  expect(winner.body.message).toBe(`Published ${(await fileOf('race')).title}.`);
  expect(await statusOf(ada, 'race')).toBe(200);
  expect((await readdir(app.reportsRoot)).filter((name) => name.startsWith('.new'))).toEqual([]);
});

test('POST /reports/publish_report.php refuses a key that somebody else has at the portal, or a flat file has', async () => {
  await app.registry.registerResource({
    resourceType: 'report',
    resourceKey: 'theirs',
    displayName: 'Theirs',
  });
  await writeFile(join(app.reportsRoot, 'flat.json'), '{}');
  for (const name of ['theirs', 'flat', 'FLAT', 'sales'])
    expect((await publish(ada, { name })).status).toBe(409);
  expect(await readdir(app.reportsRoot)).not.toContain('theirs');
});

test('POST /reports/publish_report.php takes back what it did when the database fails', async () => {
  await app.admin.query('ALTER TABLE report_mgmt.audit_events RENAME TO away');
  try {
    expect((await publish(ada, { name: 'lost' })).status).toBeGreaterThanOrEqual(500);
  } finally {
    await app.admin.query('ALTER TABLE report_mgmt.away RENAME TO audit_events');
  }
  expect(await readdir(app.reportsRoot)).not.toContain('lost');
  expect((await publish(ada, { name: 'lost' })).status).toBe(200);
});

test('POST /reports/edit_report.php changes what the form names and keeps the rest', async () => {
  const before = await fileOf('sales');
  const picturesBefore = await read('sales', 'thumbnail.png');
  const { status, body } = await edit(ada, { report: 'SALES', title: 'Sales 2' });
  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, message: 'Saved Sales 2.', report: 'sales', findings: [] },
  });
  expect(await fileOf('sales')).toEqual({ ...before, title: 'Sales 2' });
  expect(await read('sales', 'thumbnail.png')).toEqual(picturesBefore);
  const template = { name: 'template.json', bytes: '{"title":"T"}' };
  expect((await edit(ada, { report: 'sales', template })).status).toBe(200);
  expect((await readdir(join(app.reportsRoot, 'sales'))).toSorted()).toEqual([
    'definition.json',
    'template.json',
    'thumbnail.png',
  ]);
  expect((await fileOf('sales')).report).toBe('template.json');
});

test('POST /reports/edit_report.php needs edit on the report', async () => {
  const eve = await app.signUp({ username: 'eve' });
  expect(await edit(eve, { report: 'sales', title: 'x' })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('edit permission') },
  });
  await writeReport(app.reportsRoot, { key: 'hidden', definition: { title: 'Hidden' } });
  await app.context.scanner.scan();
  await app.admin.query(`DELETE FROM portal.permissions USING portal.resources r
    WHERE r.id = resource_id AND r.resource_key = 'hidden'`);
  expect((await edit(eve, { report: 'hidden' })).status).toBe(403);
  expect((await edit(eve, { report: 'missing' })).status).toBe(404);
  expect((await edit(null, { report: 'sales', title: 'x' })).status).toBe(401);
  expect((await edit(admin, { report: 'missing' })).status).toBe(404);
  expect((await edit(admin, { report: '../x' })).status).toBe(400);
  expect((await fileOf('sales')).title).toBe('Sales 2');
});

test('POST /reports/edit_report.php repairs a broken definition, and turns a flat one into a folder', async () => {
  await writeReport(app.reportsRoot, { key: 'broken', definition: '{' });
  await writeFile(join(app.reportsRoot, 'flat.json'), JSON.stringify({ title: 'Flat', own: 1 }));
  await writeFile(join(app.reportsRoot, 'flat.png'), PIXEL);
  await app.context.scanner.scan();
  expect((await edit(admin, { report: 'broken', definition: '{"title":"Whole"}' })).status).toBe(200);
  expect(await statusOf(null, 'broken')).toBe(200);
  expect((await edit(admin, { report: 'flat', description: 'Now a folder' })).status).toBe(200);
  expect(await fileOf('flat')).toMatchObject({ title: 'Flat', own: 1, description: 'Now a folder' });
  expect(await read('flat', 'thumbnail.png')).toEqual(PIXEL);
  expect((await readdir(app.reportsRoot)).filter((name) => name.startsWith('flat.'))).toEqual([]);
});

test('POST /reports/edit_report.php writes nothing through a linked folder', async () => {
  await symlink('/tmp', join(app.reportsRoot, 'sales', 'assets'));
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from('{}'), 'template.json');
  zip.addBuffer(PIXEL, 'pictures/cairn-leak.png');
  zip.end();
  const bytes = await buffer(zip.outputStream as Readable);
  expect((await edit(ada, { report: 'sales', template: { name: 't.zip', bytes } })).status).toBe(409);
  expect(await readdir('/tmp')).not.toContain('cairn-leak.png');
});

test('POST /reports/generate_report_context.php returns the definition of a template and stores nothing', async () => {
  const before = await readdir(app.reportsRoot);
  const template = {
    title: 'Places',
    parameters: [{ name: 'country', type: 'list<text>', source: { sql: 'SELECT 1' } }],
  };
  const fields = { name: 'places', template: { name: 'template.json', bytes: JSON.stringify(template) } };
  const { status, body } = await sendForm(app, ada, { path: '/reports/generate_report_context.php', fields });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      success: true,
      findings: [],
      definition: {
        ...{ name: 'places', title: 'Places', report: 'template.json', format: 'html' },
        parameters: [{ name: 'country', type: 'select', multiple: true, source: 'sql:SELECT 1' }],
      },
    },
  });
  expect(await readdir(app.reportsRoot)).toEqual(before);
  const reading = { path: '/reports/generate_report_context.php', fields };
  expect((await sendForm(app, reader, reading)).status).toBe(403);
});
