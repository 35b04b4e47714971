import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mountSmallDisk, until } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { sendForm } from './send-form.ts';
import type { FormFields } from './send-form.ts';

import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';
import { PIXEL, writeReport } from './write-report.ts';

const LIST = '/api/v1/definitions';

let app: TestReportMgmt;
let admin: Person;
let ada: Person;
let outside: string;

const nested = (depth: number) => `{"title":"Deep","more":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

beforeAll(async () => {
  app = await startTestReportMgmt();
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  ada = await app.signUp({ username: 'ada' });
  outside = await mkdtemp(join(tmpdir(), 'cairn-outside-'));
  await writeReport(outside, { key: 'secret', definition: { title: 'Secret' } });
  await writeFile(join(outside, 'picture.png'), PIXEL);
  const root = app.reportsRoot;
  const put = (key: string, definition: object | string) => writeReport(root, { key, definition });
  await put('good', { title: 'Good', unknown: [1, { two: 2 }] });
  await put('Capitals', { title: 'Capitals' });
  await put('two', { title: 'From the folder' });
  await writeFile(join(root, 'two.json'), JSON.stringify({ title: 'From the file' }));
  await put('no-json', '{"title": "x",}');
  await put('list', '[]');
  await put('large', JSON.stringify({ title: 'x'.repeat(2 * 1024 * 1024) }));
  await put('deep', nested(33));
  await put('deep-enough', nested(32));
  await put('absolute', { report: '/etc/passwd' });
  await put('upwards', { report: 'a/../../good/template.json' });
  await put('windows', { report: 'C:\\secret.jrxml' });
  await put('format', { format: 'exe' });
  await put('twice', { parameters: [{ name: 'a' }, { name: 'a' }, {}] });
  await put('text', '{"title": 7}');
  await put('nul', '{"title": "a\\u0000b"}');
  await put('bad name', { title: 'Bad name' });
  await writeFile(join(root, 'not-utf8.json'), Buffer.from([0x7b, 0xff, 0x7d]));
  await symlink(join(outside, 'secret'), join(root, 'linked'));
  await symlink(join(outside, 'secret', 'definition.json'), join(root, 'flat-link.json'));
  await mkdir(join(root, 'file-link'));
  await symlink(join(outside, 'secret', 'definition.json'), join(root, 'file-link', 'definition.json'));
  await put('picture-link', { title: 'Picture link' });
  await symlink(join(outside, 'picture.png'), join(root, 'picture-link', 'thumbnail.png'));
  await mkdir(join(root, 'dir', 'definition.json'), { recursive: true });
  await mkdir(join(root, 'empty'));
  await writeReport(root, { key: 'no-png', files: { 'thumbnail.png': '<svg/>' } });
  await app.context.scanner.scan();
});
afterAll(async () => {
  await app.close();
  await rm(outside, { recursive: true });
});

const servedKeys = ['capitals', 'deep-enough', 'good', 'no-png', 'picture-link', 'two'];
const problems: [key: string, problem: RegExp][] = [
  ['no-json', /not valid JSON \(line 1 column 15\)/],
  ['list', /no JSON object/],
  ['large', /larger than 1 MiB/],
  ['deep', /deeper than 32 levels/],
  ['absolute', /outside the folder/],
  ['upwards', /outside the folder/],
  ['windows', /outside the folder/],
  ['format', /"format" is "exe"/],
  ['twice', /Two parameters are named "a".*Parameter 3 has no name/],
  ['text', /"title" must be a text/],
  ['nul', /NUL character/],
  ['not-utf8', /not UTF-8/],
  ['file-link', /symbolic link, which is not followed/],
  ['dir', /not a file/],
];

test('GET /api/reports lists the definitions without problems, by lower-case key', async () => {
  const { body } = await app.ask(null, { path: '/api/reports' });
  expect(body.map(({ name }: { name: string }) => name)).toEqual(servedKeys);
});

test('GET /api/v1/definitions shows administrators a sentence for each broken definition', async () => {
  const { body } = await app.ask(admin, { path: LIST });
  const found = new Map(body.definitions.map((one: { key: string; problems: string[] }) => [one.key, one]));
  expect([...found.keys()].toSorted()).toEqual([...servedKeys, ...problems.map(([key]) => key)].toSorted());
  for (const [key, problem] of problems) {
    expect((found.get(key) as { problems: string[] }).problems.join(' ')).toMatch(problem);
  }
  expect(body.ignored.map(({ path }: { path: string }) => path).toSorted()).toEqual([
    'bad name',
    'flat-link.json',
    'linked',
  ]);
});

test('GET /api/v1/definitions says that of two files of one key the folder is used', async () => {
  const { body } = await app.ask(admin, { path: `${LIST}/TWO` });
  expect(body).toMatchObject({ title: 'From the folder', problems: [] });
  expect(body.warnings).toEqual(['two.json is ignored, because two/ has the same key.']);
});

test('GET /api/v1/definitions hides broken definitions and all problems from others', async () => {
  const { body } = await app.ask(ada, { path: LIST });
  expect(body.definitions.map(({ key }: { key: string }) => key).toSorted()).toEqual(servedKeys);
  expect(body.ignored).toEqual([]);
  for (const one of body.definitions)
    expect(one).toMatchObject({ permission: 'view', problems: [], warnings: [] });
  for (const [key] of problems) expect((await app.ask(ada, { path: `${LIST}/${key}` })).status).toBe(404);
});

test('GET /api/v1/definitions/{key} returns the text of the definition to callers with edit only', async () => {
  const shown = await app.ask(admin, { path: `${LIST}/good` });
  expect(shown.body).toMatchObject({ key: 'good', permission: 'admin', is_public: true, parameters: 0 });
  expect(JSON.parse(shown.body.definition)).toEqual({ title: 'Good', unknown: [1, { two: 2 }] });
  expect(shown.body.path).toBe('good/definition.json');
  expect((await app.ask(ada, { path: `${LIST}/good` })).body).not.toHaveProperty('definition');
  expect((await app.ask(admin, { path: `${LIST}/no-json` })).body.definition).toBe('{"title": "x",}');
  expect((await app.ask(admin, { path: `${LIST}/large` })).body).not.toHaveProperty('definition');
  expect((await app.ask(admin, { path: `${LIST}/nothing` })).status).toBe(404);
});

test('GET /reports/serve_report_definition.php follows no link out of the folder', async () => {
  for (const key of ['linked', 'file-link', 'flat-link', 'secret']) {
    const { status, body } = await app.ask(admin, {
      path: `/reports/serve_report_definition.php?report=${key}`,
    });
    expect({ status, text: String(body) }).toEqual({ status: 404, text: '' });
  }
});

test('GET /reports/report_thumbnail.php returns 404 for a linked picture and for a file that is not a PNG', async () => {
  for (const key of ['picture-link', 'no-png']) {
    expect((await app.ask(admin, { path: `/reports/report_thumbnail.php?report=${key}` })).status).toBe(404);
  }
});

test('GET /api/v1/definitions lists a definition again once it is repaired', async () => {
  await writeReport(app.reportsRoot, { key: 'list', definition: { title: 'Repaired' } });
  await app.context.scanner.scan();
  const { body } = await app.ask(ada, { path: `${LIST}/list` });
  expect(body).toMatchObject({ title: 'Repaired', is_public: true });
  expect(await readFile(join(outside, 'secret', 'definition.json'), 'utf8')).toContain('Secret');
});

test('GET /api/reports shows a change of a file within 2 s of it, without waiting for the next scan', async () => {
  await app.context.followDefinitions();
  await writeReport(app.reportsRoot, { key: 'good', definition: { title: 'Better' } });
  let asked = 0;
  await until('the list has the new title', async () => {
    asked += 1;
    const { body } = await app.ask(null, { path: '/api/reports' });
    return body.some(({ title }: { title: string }) => title === 'Better');
  });
  // Once in 20 ms: two seconds, without those in which the whole machine stands still.
  expect(asked).toBeLessThan(100);
});

test('POST /reports/publish_report.php and edit_report.php return 503 when the disk is full, and leave everything as it was', async () => {
  const disk = mountSmallDisk(app.reportsRoot);
  const publish = (fields: FormFields) =>
    sendForm(app, admin, { path: '/reports/publish_report.php', fields });
  const edit = (fields: FormFields) => sendForm(app, admin, { path: '/reports/edit_report.php', fields });
  const read = async (key: string) => {
    const names = await readdir(join(app.reportsRoot, key));
    const texts = names.map((name) => readFile(join(app.reportsRoot, key, name), 'utf8'));
    const short = (await Promise.all(texts)).map((text) => text.replaceAll(/(.)\1{99,}/g, '$1…'));
    return Object.fromEntries(short.map((text, index) => [names[index], text]));
  };
  const template = (letter: string) => ({
    name: `${letter}.jrxml`,
    bytes: `<jasperReport><!--${letter.repeat(200_000)}--></jasperReport>`,
  });
  const full = { status: 503, body: { success: false, message: expect.stringContaining('no space left') } };
  try {
    expect(await publish({ name: 'roomy', title: 'Before', template: template('a') })).toMatchObject({
      status: 200,
    });
    const files = await read('roomy');
    await disk.fill(100_000);
    expect(await publish({ name: 'crowded', template: template('b') })).toMatchObject(full);
    await disk.empty();
    // Room for the template, and not for the definition after it.
    await disk.fill(204_800);
    const change = { report: 'roomy', title: 'After', description: 'd'.repeat(9_000) };
    expect(await edit({ ...change, template: template('c') })).toMatchObject(full);
    expect(await read('roomy')).toEqual(files);
    expect((await readdir(app.reportsRoot)).toSorted()).toEqual(['.filler', 'roomy']);
    const { rows } = await app.admin.query(
      `SELECT resource_key FROM portal.resources WHERE resource_key IN ('roomy', 'crowded')`,
    );
    expect(rows).toEqual([{ resource_key: 'roomy' }]);
    await disk.empty();
    expect((await publish({ name: 'crowded', template: template('b') })).status).toBe(200);
    expect((await edit({ ...change, template: template('c') })).status).toBe(200);
    expect(await read('roomy')).toMatchObject({ 'definition.json': expect.stringContaining('After') });
  } finally {
    disk.unmount();
  }
});
