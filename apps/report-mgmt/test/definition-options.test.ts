import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { listen } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';
import { writeReport } from './write-report.ts';

interface Asked {
  path: string;
  sql: string;
  values: Record<string, unknown>;
  on_behalf_of: number | null;
}

const CONFIG = '/reports/get_report_config.php?report=shops';

let app: TestReportMgmt;
let ada: Person;
let reportServer: Server;
let asked: Asked[] = [];
/** The other side of the internal routes; the real one is in the test of templates. */
let answer: (request: Asked) => { status: number; body: object } = () => ({
  status: 200,
  body: { options: [] },
});
let isAway = false;

beforeAll(async () => {
  reportServer = createServer(async (req, res) => {
    const body = await text(req);
    if (isAway) return void req.socket.destroy();
    const request = { path: req.url ?? '', ...(body ? JSON.parse(body) : {}) } as Asked;
    const isAuthorized = req.headers.authorization?.startsWith('Bearer ') ?? false;
    const isList = request.path === '/internal/datasources';
    if (!isList) asked.push(request);
    const list = {
      status: 200,
      body: {
        datasources: [
          { key: 'shop', title: 'Shop' },
          { key: 'archive', title: 'Old' },
        ],
      },
    };
    const { status, body: json } = isAuthorized
      ? isList
        ? list
        : answer(request)
      : { status: 401, body: {} };
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  app = await startTestReportMgmt({ env: { REPORT_SERVER_URL: await listen(reportServer) } });
  ada = await app.signUp({ username: 'ada' });
  const parameters = [
    { name: 'country', type: 'select', source: 'sql:SELECT code AS value, name AS label FROM countries' },
    {
      name: 'city',
      type: 'select',
      source:
        "sql: SELECT id FROM cities WHERE country = :country AND name <> ':no' AND id::text > '' -- :neither",
    },
    { name: 'street', source: 'sql:SELECT 1 WHERE :city = :city AND :lang IS NOT NULL' },
    { name: 'lang', default: 'en' },
  ];
  await writeReport(app.reportsRoot, { key: 'shops', definition: { datasource: 'shop', parameters } });
  await writeReport(app.reportsRoot, { key: 'none', definition: { parameters: parameters.slice(0, 1) } });
  await app.context.scanner.scan();
});
beforeEach(() => {
  asked = [];
  isAway = false;
  answer = () => ({ status: 200, body: { options: [{ label: 'One', value: '1' }], truncated: false } });
});
afterAll(async () => {
  await app.close();
  reportServer.closeAllConnections();
  await new Promise((done) => reportServer.close(done));
});

const configOf = async (person: Person | null, query = '') =>
  Object.fromEntries(
    (await app.ask(person, { path: CONFIG + query })).body.parameters.map((one: { name: string }) => [
      one.name,
      one,
    ]),
  );

test('GET /reports/get_report_config.php resolves sql sources for the caller, and names what others wait for', async () => {
  const parameters = await configOf(ada);
  expect(parameters.country).toMatchObject({ options: [{ label: 'One', value: '1' }] });
  expect(parameters.city).toMatchObject({ options: [], needs: ['country'], depends_on: ['country'] });
  expect(parameters.street).toMatchObject({ options: [], needs: ['city'], depends_on: ['city', 'lang'] });
  expect(asked).toEqual([
    {
      path: '/internal/datasources/shop/options',
      sql: 'SELECT code AS value, name AS label FROM countries',
      ...{ values: {}, on_behalf_of: ada.id },
    },
  ]);
});

test('GET /reports/get_report_config.php passes the values of other parameters on, for a visitor without a person', async () => {
  const parameters = await configOf(null, "&country=D'E&city=1&city=2&other=x");
  expect(parameters.city).not.toHaveProperty('needs');
  const byName = (name: string) => asked.find(({ sql }) => sql.includes(name));
  expect(byName('cities')).toMatchObject({ values: { country: "D'E" }, on_behalf_of: null });
  expect(byName(':lang')).toMatchObject({ values: { city: ['1', '2'], lang: 'en' } });
});

test('GET /reports/get_report_config.php counts an emptied field as without a value', async () => {
  const { street } = await configOf(ada, '&city=1&lang=');
  expect(street.needs).toEqual(['lang']);
});

test('GET /reports/get_report_config.php opens the form when a statement fails or nobody answers', async () => {
  answer = ({ sql }) =>
    sql.includes('countries')
      ? { status: 422, body: { error: 'The table countries does not exist.' } }
      : { status: 200, body: { options: [], truncated: true } };
  const failed = await configOf(ada, '&country=DE');
  expect(failed.country).toMatchObject({ options: [], options_error: 'The table countries does not exist.' });
  expect(failed.city).toMatchObject({ options: [], options_truncated: true });
  isAway = true;
  const away = await configOf(ada);
  expect(away.country).toMatchObject({
    options: [],
    options_error: expect.stringContaining('not responding'),
  });
  expect(away.lang).toMatchObject({ options: [] });
});

test('GET /reports/get_report_config.php runs no statement for a definition without a datasource', async () => {
  const { body } = await app.ask(ada, { path: '/reports/get_report_config.php?report=none' });
  expect(body.parameters[0]).toMatchObject({ options: [], options_error: 'The report has no datasource.' });
  expect(asked).toEqual([]);
});

test('GET /api/datasources lists the datasources of the report server, also after it has gone', async () => {
  expect((await app.ask(null, { path: '/api/datasources' })).body).toEqual(['archive', 'shop']);
  isAway = true;
  expect(await app.ask(null, { path: '/api/datasources' })).toMatchObject({
    status: 200,
    body: ['archive', 'shop'],
  });
});
