import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFairSemaphore, unprocessable } from '@cairn/service';
import { renderOutOfMemory, renderTooLong } from '../src/features/executions/errors.ts';
import { startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

/** The populated places by country, with a title, subtotals and page numbers. */
const element = (id: string, x: number, more: object) => ({ id, x, y: 0, width: 200, height: 14, ...more });
const TEMPLATE = {
  version: 1,
  title: 'Places by country',
  lang: 'en',
  page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
  parameters: [
    { name: 'min_pop', type: 'integer', default: 5_000_000 },
    {
      name: 'country',
      type: 'list<text>',
      source: { sql: 'SELECT DISTINCT country AS value FROM populated_places ORDER BY 1' },
    },
    {
      name: 'place',
      type: 'text',
      depends_on: ['country'],
      source: { sql: 'SELECT name AS value FROM populated_places WHERE country = ANY (:country) ORDER BY 1' },
    },
  ],
  datasets: [
    {
      name: 'places',
      sql: 'SELECT name, country, population FROM populated_places WHERE population >= $P{min_pop} AND $X{IN, country, country} ORDER BY country, population DESC',
    },
  ],
  groups: [
    {
      name: 'country',
      expression: '$F{country}',
      header: { height: 18, elements: [element('g', 0, { kind: 'field', expression: '$F{country}' })] },
      footer: {
        height: 16,
        elements: [element('s', 200, { kind: 'field', expression: '$V{total}', own: { pattern: '#,##0' } })],
      },
    },
  ],
  variables: [
    {
      name: 'total',
      type: 'integer',
      calculation: 'sum',
      expression: '$F{population}',
      reset: { group: 'country' },
    },
  ],
  styles: [],
  bands: {
    title: {
      height: 30,
      elements: [element('t', 0, { kind: 'text', text: 'Places by country', heading: 1 })],
    },
    detail: [
      {
        height: 14,
        elements: [
          element('n', 0, { kind: 'field', expression: '$F{name}' }),
          element('p', 200, { kind: 'field', expression: '$F{population}', own: { pattern: '#,##0' } }),
        ],
      },
    ],
    pageFooter: {
      height: 16,
      elements: [element('f', 0, { kind: 'field', expression: '"Page " + $V{PAGE_NUMBER}' })],
    },
  },
};

let app: ExplorerApp;
/** A list of names, without groups. */
const listOf = (dataset: object, parameters: object[] = []) => ({
  ...TEMPLATE,
  ...{ parameters, datasets: [dataset], groups: [], variables: [] },
  bands: { detail: [{ height: 14, elements: [element('n', 0, { kind: 'field', expression: '$F{name}' })] }] },
});
/** Makes a report that Ada may view. */
async function makeReport(key: string, template: object): Promise<void> {
  const title = key[0]!.toUpperCase() + key.slice(1);
  const json = { key, title, datasource: 'sample', template };
  const created = await app.ask(app.root, { path: '/api/v1/reports', method: 'POST', json });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  await app.grant({ to: app.ada, on: key, permission: 'view', resourceType: 'report' });
}

beforeAll(async () => {
  app = await startExplorer();
  await makeReport('places', TEMPLATE);
});
afterAll(() => app.close());

const execute = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/reports/execute?${query}`, { headers: { Cookie: app.ada.cookie, ...headers } });

async function placesOf(country: string): Promise<{ name: string; population: string }[]> {
  const text =
    'SELECT name, population::text FROM populated_places WHERE country = $1 AND population >= 5000000 ORDER BY populated_places.population DESC';
  return (await app.source.query(text, [country])).rows;
}

test('GET /reports/execute answers the rows of the database as csv', async () => {
  const answer = await execute('_repName=Places&_repFormat=csv&country=Japan&country=India&unknown=1');
  const text = await answer.text();
  expect({
    status: answer.status,
    type: answer.headers.get('content-type'),
    ignored: answer.headers.get('x-ignored-parameters'),
    text,
  }).toMatchObject({
    ...{ status: 200, type: 'text/csv; charset=utf-8', ignored: 'unknown' },
  });
  const places = [...(await placesOf('India')), ...(await placesOf('Japan'))];
  for (const { name, population } of places) {
    expect(text).toContain(name);
    expect(text).toContain(population);
  }
  expect(text.trim().split('\r\n')).toHaveLength(places.length + 1);
});

test('GET /reports/execute answers a PDF, shown in the browser or saved under a name', async () => {
  const shown = await execute('_repName=places&_repFormat=pdf');
  const bytes = Buffer.from(await shown.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(shown.headers.get('content-disposition')).toMatch(/^inline; filename="?Places.pdf"?/);
  expect(Number(shown.headers.get('content-length'))).toBe(bytes.length);
  const saved = await execute('_repName=places&_repFormat=xlsx&_outFilename=Städte');
  expect(saved.headers.get('content-disposition')).toContain("filename*=UTF-8''St%C3%A4dte.xlsx");
  expect(
    Buffer.from(await saved.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('GET /reports/execute_report.php, the deprecated alias, and POST /reports/execute with a form answer the same', async () => {
  const query = '_repName=places&_repFormat=csv&country=Japan';
  const texts = await Promise.all([
    execute(query),
    fetch(`${app.url}/reports/execute_report.php?${query}`, { headers: { Cookie: app.ada.cookie } }),
    fetch(`${app.url}/reports/execute`, {
      method: 'POST',
      body: new URLSearchParams(query),
      headers: { Cookie: app.ada.cookie },
    }),
  ]);
  const [first, ...others] = await Promise.all(texts.map((answer) => answer.text()));
  expect(first).toContain('Tokyo');
  for (const text of others) expect(text).toBe(first);
});

test.each([
  ['an unknown report', '_repName=nothing', 404, /There is no report "nothing"/],
  ['a path as its name', '_repName=../x', 400, /letters, digits/],
  ['an unknown format', '_repName=places&_repFormat=docm', 400, /^Unsupported export format\.\n$/],
  ['a line break in the file name', '_repName=places&_outFilename=a%0d%0aX:', 400, /no line breaks/],
  ['a folder of a server', '_repName=places&SUBREPORT_DIR=/etc', 400, /"SUBREPORT_DIR" is not accepted/],
  ['a text for a number', '_repName=places&min_pop=many', 400, /min_pop/],
  ['two values for one', '_repName=places&min_pop=1&min_pop=2', 400, /min_pop/],
  [
    'a value beside the options',
    "_repName=places&country=' OR 1=1--",
    400,
    /not among the options of country/,
  ],
  ['another datasource', '_repName=places&_dataSource=other', 403, /cannot be run on the datasource "other"/],
  ['an unknown time zone', '_repName=places&_repTimeZone=Mars/X', 400, /is not a time zone/],
])('GET /reports/execute refuses %s in one line', async (_name, query, status, message) => {
  const answer = await execute(query);
  const text = await answer.text();
  expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
    status,
    type: 'text/plain; charset=utf-8',
  });
  expect(text).toMatch(message);
  expect(text.trim().split('\n')).toHaveLength(1);
});

const busy = createFairSemaphore({
  ...{ limit: 1, perPerson: 1, maxWaiting: 0, maxWaitingPerPerson: 0 },
  busy: { code: 'report-server.runs_busy', message: 'Too many reports are running. Try again in a moment.' },
});
const waitForPlace = async () => {
  const held = Promise.withResolvers<void>();
  const first = busy.run(() => held.promise);
  await busy.run(() => Promise.resolve()).finally(() => held.resolve());
  await first;
};
test.each<[string, () => Promise<void>, number, RegExp]>([
  [
    'more rows than a run may have',
    async () => {
      throw unprocessable(
        'report-engine.too_many_rows',
        'The report has more than 1000000 rows. Narrow its parameters, or ask for an export of the data instead.',
      );
    },
    422,
    /^The report has more than 1000000 rows\./,
  ],
  ['too little memory', () => Promise.reject(renderOutOfMemory()), 422, /^The report needs more memory/],
  ['too many runs', waitForPlace, 503, /^Too many reports are running\./],
  [
    'a run of more than 10 minutes',
    () => Promise.reject(renderTooLong(600_000)),
    504,
    /longer than 10 minutes/,
  ],
  ['a failure of our own', () => Promise.reject(new Error('secret detail')), 500, /^(?!.*secret)/],
])('GET /reports/execute answers %s in one line', async (_name, run, status, message) => {
  const original = app.context.executions.run;
  app.context.executions.run = run;
  try {
    const answer = await execute('_repName=places&_repFormat=csv');
    const text = await answer.text();
    expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
      status,
      type: 'text/plain; charset=utf-8',
    });
    expect(text).toMatch(message);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(answer.headers.has('retry-after')).toBe(status === 503);
  } finally {
    app.context.executions.run = original;
  }
});

test('GET /reports/execute is 400 that names a required parameter without a value', async () => {
  const parameters = [{ name: 'min_pop', type: 'integer', required: true, label: 'Least population' }];
  const dataset = { name: 'places', sql: 'SELECT name FROM populated_places WHERE population > $P{min_pop}' };
  await makeReport('needy', listOf(dataset, parameters));
  for (const query of ['', '&min_pop=']) {
    const answer = await execute(`_repName=needy&_repFormat=csv${query}`);
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('The parameter min_pop is required: a whole number'),
    ]);
  }
});

test('GET /reports/execute takes all rows for $X{IN} of an optional list without values, and one for a list of one', async () => {
  const rowsOf = async (query: string) =>
    (await (await execute(`_repName=places&_repFormat=csv&min_pop=0${query}`)).text()).trim().split('\r\n')
      .length - 1;
  const count = async (where: string) =>
    (
      await app.source.query(
        `SELECT count(*)::int AS n FROM populated_places WHERE population >= 0 AND ${where}`,
      )
    ).rows[0].n;
  expect(await rowsOf('')).toBe(await count('true'));
  expect(await rowsOf('&country=')).toBe(await count('true'));
  expect(await rowsOf('&country=Japan')).toBe(await count(`country = 'Japan'`));
});

test('GET /reports/execute is 403 for SQL where the login may call functions that reach other servers, and calls none', async () => {
  let reached = 0;
  const canary = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
  const { port } = canary.address() as AddressInfo;
  const address = `host=127.0.0.1 port=${port} user=a password=b dbname=c`;
  const sql = `SELECT * FROM dblink('${address}', 'SELECT 1') AS t (name int)`;
  await makeReport('dialling', listOf({ name: 'a', sql }));
  const run = async () => {
    const answer = await execute('_repName=dialling&_repFormat=csv');
    return [answer.status, await answer.text()] as const;
  };
  await app.source.query('CREATE EXTENSION dblink');
  expect(await run()).toEqual([403, expect.stringContaining('functions of the extension dblink')]);
  await app.source.query('REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC');
  expect(await run()).toEqual([403, expect.stringContaining('may not use')]);
  await app.source.query('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO PUBLIC; DROP EXTENSION dblink');
  await new Promise((done) => canary.close(done));
  expect(reached).toBe(0);
});

test('GET /reports/execute is 403 for a report that the caller may not view, and 401 or 403 for visitors', async () => {
  const asEve = await fetch(`${app.url}/reports/execute?_repName=places`, {
    headers: { Cookie: app.eve.cookie },
  });
  expect(asEve.status).toBe(403);
  expect([401, 403]).toContain((await fetch(`${app.url}/reports/execute?_repName=places`)).status);
});

test('GET /api/v1/reports/{key}/config describes formats and parameters', async () => {
  const { status, body } = await app.ask<any>(app.ada, { path: '/api/v1/reports/places/config' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'places',
    title: 'Places',
    datasource: 'sample',
    default_format: 'html',
    map: false,
  });
  expect(body.formats.map(({ name }: any) => name)).toEqual(expect.arrayContaining(['pdf', 'csv', 'xlsx']));
  expect(body.parameters).toMatchObject([
    { name: 'min_pop', type: 'integer', multiple: false, default: 5_000_000, lookup: false },
    { name: 'country', type: 'text', multiple: true, lookup: true },
    { name: 'place', depends_on: ['country'] },
  ]);
});

test('GET /api/v1/reports/{key}/parameters/{name}/lookup lists options, and says which values it needs first', async () => {
  const lookup = '/api/v1/reports/places/parameters';
  const countries = await app.ask<any>(app.ada, { path: `${lookup}/country/lookup?q=jap&limit=5` });
  expect(countries.body).toEqual({
    options: [{ label: 'Japan', value: 'Japan' }],
    truncated: false,
    needs: [],
  });
  const cut = await app.ask<any>(app.ada, { path: `${lookup}/country/lookup?limit=2` });
  expect(cut.body).toMatchObject({ truncated: true, options: { length: 2 } });
  expect((await app.ask<any>(app.ada, { path: `${lookup}/place/lookup` })).body).toEqual({
    options: [],
    truncated: false,
    needs: ['country'],
  });
  expect((await app.ask(app.ada, { path: `${lookup}/min_pop/lookup` })).status).toBe(404);
});

test('POST /api/v1/reports/{key}/parameters/{name}/lookup binds the values that it depends on', async () => {
  const post = (params: object) =>
    app.ask<any>(app.ada, {
      path: '/api/v1/reports/places/parameters/place/lookup',
      method: 'POST',
      json: { params },
    });
  const { body } = await post({ country: ['Japan'] });
  expect(body.options.map(({ value }: any) => value)).toContain('Tokyo');
  expect((await post({ country: ["' OR 1=1--"] })).body).toEqual({
    options: [],
    truncated: false,
    needs: [],
  });
  expect((await post({ country: {} })).status).toBe(400);
});

test('GET /reports/execute with Prefer: respond-async runs in a job, and GET /api/v1/executions/{id}/output sends its document', async () => {
  const worker = app.work();
  const queued = await execute('_repName=places&_repFormat=pdf', { Prefer: 'respond-async' });
  const { execution_id: id, job_id: job } = (await queued.json()) as { execution_id: string; job_id: string };
  expect(queued.status).toBe(202);
  await app.context.jobs.finished(Number(job));
  await worker.stop();
  const { body } = await app.ask<any>(app.ada, { path: `/api/v1/executions/${id}` });
  expect(body).toMatchObject({
    status: 'succeeded',
    report: 'places',
    format: 'pdf',
    job_id: job,
    via: 'session',
    rows: expect.any(Number),
    pages: expect.any(Number),
  });
  const output = await fetch(`${app.url}/api/v1/executions/${id}/output`, {
    headers: { Cookie: app.ada.cookie },
  });
  expect(Buffer.from(await output.arrayBuffer()).length).toBe(body.bytes);
  expect((await app.ask(app.eve, { path: `/api/v1/executions/${id}` })).status).toBe(404);
  expect((await app.ask(app.ada, { path: `/api/v1/executions/${id}`, method: 'DELETE' })).status).toBe(204);
  expect((await app.ask(app.ada, { path: `/api/v1/executions/${id}/output` })).status).toBe(404);
});

test('GET /api/v1/executions lists the runs of the caller with rows and times', async () => {
  const { body } = await app.ask<any>(app.ada, {
    path: '/api/v1/executions?report=places&status=succeeded&limit=5',
  });
  expect(body.executions[0]).toMatchObject({
    requested_by: 'ada',
    db_ms: expect.any(Number),
    render_ms: expect.any(Number),
  });
  expect((await app.ask<any>(app.eve, { path: '/api/v1/executions' })).body).toEqual({ executions: [] });
});

test('POST /api/v1/reports/preview shows the first rows of a template that is not saved, or its findings', async () => {
  const root = { Cookie: app.root.cookie, 'Content-Type': 'application/json' };
  const preview = (template: object) =>
    fetch(`${app.url}/api/v1/reports/preview`, {
      method: 'POST',
      headers: root,
      body: JSON.stringify({ template, datasource: 'sample' }),
    });
  const shown = await preview(TEMPLATE);
  expect(
    Buffer.from(await shown.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const wrong = await preview({ ...TEMPLATE, variables: [{ ...TEMPLATE.variables[0], expression: '$F{' }] });
  expect({ status: wrong.status, body: await wrong.json() }).toMatchObject({
    status: 400,
    body: { code: 'report-server.bad_template', findings: [expect.objectContaining({ level: 'error' })] },
  });
});

test('a report with SQL, its look-ups and its preview are refused where row policies concern the caller, and one of a table takes them', async () => {
  const policy = await app.ask(app.root, {
    path: '/api/v1/datasources/sample/row-policies',
    method: 'POST',
    json: {
      schema: 'public',
      table: 'populated_places',
      group_id: null,
      filter: { column: 'country', op: 'eq', value: 'Japan' },
    },
  });
  expect(policy.status).toBe(201);
  const refused = await execute('_repName=places&_repFormat=csv');
  expect({ status: refused.status, text: await refused.text() }).toMatchObject({
    status: 403,
    text: expect.stringContaining('row policies'),
  });
  const table = {
    ...TEMPLATE,
    parameters: [],
    datasets: [
      {
        name: 'places',
        table: { schema: 'public', table: 'populated_places' },
        order: [{ column: 'population', dir: 'desc' }],
      },
    ],
  };
  await makeReport('limited', table);
  const text = await (await execute('_repName=limited&_repFormat=csv')).text();
  expect(text).toContain('Tokyo');
  expect(text).not.toContain('India');

  const lookup = '/api/v1/reports/places/parameters/country/lookup';
  expect(await app.ask(app.ada, { path: lookup })).toMatchObject({
    status: 403,
    body: { code: 'report-server.sql_beside_policies' },
  });
  expect(await app.ask(app.ada, { path: lookup, method: 'POST', json: { params: {} } })).toMatchObject({
    status: 403,
  });
  const queued = await execute('_repName=places&_repFormat=csv', { Prefer: 'respond-async' });
  expect(queued.status).toBe(403);
  const bo = await app.signUp({ username: 'bo', service: 'edit' });
  await app.grant({ to: bo, on: 'sample', permission: 'view', resourceType: 'datasource' });
  const preview = { template: TEMPLATE, datasource: 'sample' };
  expect(await app.ask(bo, { path: '/api/v1/reports/preview', method: 'POST', json: preview })).toMatchObject(
    { status: 403 },
  );
  // Of a table alone, an administrator sees all.
  const whole = await fetch(`${app.url}/reports/execute?_repName=limited&_repFormat=csv`, {
    headers: { Cookie: app.root.cookie },
  });
  expect(await whole.text()).toContain('India');
});
