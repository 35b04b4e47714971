import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signServiceToken } from '@cairn/auth';
import { SERVICE_SECRET } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';
import { PIXEL, writeReport } from './write-report.ts';

let app: TestReportMgmt;
let admin: Person;
let ada: Person;

beforeAll(async () => {
  app = await startTestReportMgmt();
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  ada = await app.signUp({ username: 'ada' });
});
afterAll(() => app.close());

const authorization = () =>
  `Bearer ${signServiceToken({ service: 'report-server', audience: 'report-mgmt', secret: SERVICE_SECRET })}`;
const path = (key: string) => `/internal/definitions/${key}`;
const put = (key: string, json: object) =>
  app.ask(null, { path: path(key), method: 'PUT', json, headers: { authorization: authorization() } });
const remove = (key: string) =>
  app.ask(null, { path: path(key), method: 'DELETE', headers: { authorization: authorization() } });
const fileOf = async (key: string) =>
  JSON.parse(await readFile(join(app.reportsRoot, key, 'definition.json'), 'utf8'));
const configOf = (person: Person | null, key: string) =>
  app.ask(person, { path: `/reports/get_report_config.php?report=${key}` });

const parameters = [
  { name: 'city', type: 'list<string>', required: true, source: { sql: 'SELECT name FROM cities' } },
  { name: 'kind', label: 'Kind', type: 'string', source: { options: [{ label: 'A', value: 'a' }] } },
  { name: 'year', type: 'integer', default: 2026 },
];

test('PUT /internal/definitions/{key} writes a definition with the parameters of a template', async () => {
  const body = {
    title: 'Trees',
    description: 'All trees',
    datasource: 'parks',
    format: 'pdf',
    parameters,
    author: 7,
  };
  expect((await put('Trees', body)).status).toBe(204);
  expect(await fileOf('trees')).toEqual({
    ...{ name: 'trees', title: 'Trees', description: 'All trees', datasource: 'parks', format: 'pdf' },
    parameters: [
      {
        ...{ name: 'city', type: 'select', label: 'city', required: true, hidden: false, multiple: true },
        source: 'sql:SELECT name FROM cities',
      },
      {
        ...{ name: 'kind', type: 'select', label: 'Kind', required: false, hidden: false },
        options: [{ label: 'A', value: 'a' }],
      },
      { name: 'year', type: 'integer', label: 'year', required: false, hidden: false, default: 2026 },
    ],
  });
});

test('PUT /internal/definitions/{key} registers a new report for nobody but administrators and editors', async () => {
  expect((await configOf(admin, 'trees')).status).toBe(200);
  expect((await configOf(ada, 'trees')).status).toBe(403);
  expect((await app.ask(null, { path: '/api/reports' })).body).toEqual([]);
});

test('PUT /internal/definitions/{key} keeps the other fields of a definition, its files and its permissions', async () => {
  const definition = {
    ...{ title: 'Old', format: 'xlsx', access_groups: 'Staff', report: 'roads.jrxml', department: 7 },
    params: [{ name: 'year', help: 'Four digits' }],
  };
  await writeReport(app.reportsRoot, { key: 'roads', definition, files: { 'thumbnail.png': PIXEL } });
  await app.context.scanner.scan();
  expect(
    (await put('roads', { title: 'Roads', format: 'html', parameters: [{ name: 'year', type: 'integer' }] }))
      .status,
  ).toBe(204);
  expect(await fileOf('roads')).toEqual({
    ...{
      name: 'roads',
      title: 'Roads',
      access_groups: 'Staff',
      report: 'roads.jrxml',
      department: 7,
      datasource: '',
      format: 'xlsx',
    },
    parameters: [
      { name: 'year', help: 'Four digits', type: 'integer', label: 'year', required: false, hidden: false },
    ],
  });
  expect((await configOf(null, 'roads')).status).toBe(200);
  expect((await app.ask(null, { path: '/reports/report_thumbnail.php?report=roads' })).status).toBe(200);
});

test('PUT /internal/definitions/{key} leaves the author of a report that reads what it read before', async () => {
  const authorOf = async (key: string) =>
    (await app.admin.query('SELECT author_id FROM report_mgmt.definitions WHERE key = $1', [key])).rows[0]
      .author_id;
  const body = { title: 'Owned', datasource: 'parks', parameters };
  for (const [change, author] of [
    [{}, 7],
    [{ title: 'Renamed', author: 8 }, 7],
    [{ parameters: [{ ...parameters[0]!, label: 'Town' }], author: 8 }, 7],
    [{ parameters: [{ name: 'city', type: 'string', source: { sql: 'SELECT 1' } }], author: 8 }, 8],
    [{ datasource: 'roads', author: 9 }, 9],
  ] as const) {
    expect((await put('owned', { author: 7, ...body, ...change })).status).toBe(204);
    expect([change, await authorOf('owned')]).toEqual([change, author]);
  }
});

test('PUT /internal/definitions/{key} writes a flat definition where it is', async () => {
  const file = join(app.reportsRoot, 'flat.json');
  await writeFile(file, JSON.stringify({ title: 'Flat', kept: true }));
  await put('flat', { title: 'Flat 2' });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ title: 'Flat 2', kept: true });
});

test('PUT /internal/definitions/{key} returns 400 for a bad key and a bad definition, and writes nothing', async () => {
  expect((await put('a%20b', { title: 'x' })).status).toBe(400);
  expect((await put('bad', { title: 'x', format: 'exe' })).status).toBe(400);
  expect((await put('bad', { title: 'x', parameters: [{ name: 'a' }, { name: 'a' }] })).status).toBe(400);
  await expect(fileOf('bad')).rejects.toThrow('ENOENT');
});

test('DELETE /internal/definitions/{key} takes a definition away, and PUT brings back what was added to it here', async () => {
  expect((await remove('roads')).status).toBe(204);
  expect((await remove('roads')).status).toBe(204);
  expect((await configOf(admin, 'roads')).status).toBe(404);
  await app.context.deletedDefinitions.forget();
  await put('roads', { title: 'Roads again' });
  expect(await fileOf('roads')).toMatchObject({ title: 'Roads again', department: 7 });
  expect((await configOf(null, 'roads')).status).toBe(200);
});

test('PUT and DELETE /internal/definitions/{key} are for services alone', async () => {
  for (const method of ['PUT', 'DELETE']) {
    const json = method === 'PUT' ? { title: 'x' } : undefined;
    for (const person of [null, ada, admin]) {
      expect((await app.ask(person, { path: path('trees'), method, json })).status).toBe(401);
    }
  }
});
