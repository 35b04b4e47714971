import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PLACES, listOf, startReports } from './reports-app.ts';
import type { ReportsApp } from './reports-app.ts';

let app: ReportsApp;
beforeAll(async () => {
  app = await startReports();
});
afterAll(() => app.close());

async function placesOf(country: string): Promise<{ name: string; population: string }[]> {
  const text =
    'SELECT name, population::text FROM populated_places WHERE country = $1 AND population >= 5000000 ORDER BY populated_places.population DESC';
  return (await app.source.query(text, [country])).rows;
}

test('GET /reports/execute answers the rows of the database as csv', async () => {
  const answer = await app.execute('_repName=Places&_repFormat=csv&country=Japan&country=India&unknown=1');
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

test('GET /reports/execute writes days as they are, 06:00Z as 00:00 in Denver, all digits, and texts like formulas as texts, in csv and xlsx', async () => {
  const names = ['day', 'moment', 'amount', 'formula', 'phone', 'number'];
  const sql = `SELECT date '2021-01-25' AS day, timestamptz '2024-04-16 06:00Z' AS moment,
    12345678901234567890.12::numeric AS amount, '=1+1' AS formula, '+49 30' AS phone, -5 AS number`;
  const template = listOf({ name: 'values', sql });
  const elements = names.map((name, index) => ({
    ...{ id: name, kind: 'field', expression: `$F{${name}}` },
    ...{ x: index * 80, y: 0, width: 80, height: 14 },
  }));
  await app.createReport('values', { ...template, bands: { detail: [{ height: 14, elements }] } });
  const query = '_repName=values&_repTimeZone=America/Denver&_repFormat=';
  expect(await (await app.execute(`${query}csv`)).text()).toBe(
    `${names.join(',')}\r\n2021-01-25,2024-04-16 00:00:00,12345678901234567890.12,'=1+1,'+49 30,-5\r\n`,
  );
  const workbook = join(app.storageRoot, 'values.xlsx');
  writeFileSync(workbook, Buffer.from(await (await app.execute(`${query}xlsx`)).arrayBuffer()));
  const sheet = execFileSync('unzip', ['-p', workbook, 'xl/worksheets/sheet1.xml'], { encoding: 'utf8' });
  expect([...sheet.matchAll(/<c [^>]*>(.*?)<\/c>/g)].map(([, content]) => content)).toEqual([
    ...['<v>44221</v>', '<v>45398</v>', '<is><t>12345678901234567890.12</t></is>'],
    ...['<is><t>=1+1</t></is>', '<is><t>+49 30</t></is>', '<v>-5</v>'],
  ]);
});

test('GET /reports/execute answers a PDF, shown in the browser or saved under a name', async () => {
  const shown = await app.execute('_repName=places&_repFormat=pdf');
  const bytes = Buffer.from(await shown.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(shown.headers.get('content-disposition')).toMatch(/^inline; filename="?Places.pdf"?/);
  expect(Number(shown.headers.get('content-length'))).toBe(bytes.length);
  const saved = await app.execute('_repName=places&_repFormat=xlsx&_outFilename=Städte');
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
    app.execute(query),
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

test('GET /reports/execute is 400 that names a required parameter without a value', async () => {
  const parameters = [{ name: 'min_pop', type: 'integer', required: true, label: 'Least population' }];
  const dataset = { name: 'places', sql: 'SELECT name FROM populated_places WHERE population > $P{min_pop}' };
  await app.createReport('needy', listOf(dataset, parameters));
  for (const query of ['', '&min_pop=']) {
    const answer = await app.execute(`_repName=needy&_repFormat=csv${query}`);
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('The parameter min_pop is required: a whole number'),
    ]);
  }
});

test('GET /reports/execute takes all rows for $X{IN} of an optional list without values, and one value as a list of one', async () => {
  const rowsOf = async (query: string) =>
    (await (await app.execute(`_repName=places&_repFormat=csv&min_pop=0${query}`)).text())
      .trim()
      .split('\r\n').length - 1;
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
  const queued = await app.execute('_repName=places&_repFormat=pdf', { Prefer: 'respond-async' });
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
  const listed = await app.ask<any>(app.ada, { path: `/api/jobs/${job}` });
  expect(listed.body.summary).toBe('Ran Places');
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
  const preview = (template: object, more: object = {}) =>
    fetch(`${app.url}/api/v1/reports/preview`, {
      method: 'POST',
      headers: root,
      body: JSON.stringify({ template, datasource: 'sample', ...more }),
    });
  const shown = await preview(PLACES, { time_zone: 'Europe/London' });
  expect(
    Buffer.from(await shown.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const wrong = await preview({ ...PLACES, variables: [{ ...PLACES.variables[0], expression: '$F{' }] });
  expect({ status: wrong.status, body: await wrong.json() }).toMatchObject({
    status: 400,
    body: { code: 'report-server.bad_template', findings: [expect.objectContaining({ level: 'error' })] },
  });
  const nowhere = await preview(PLACES, { time_zone: 'Europe/Nowhere' });
  expect({ status: nowhere.status, text: await nowhere.text() }).toMatchObject({
    status: 400,
    text: expect.stringContaining('time_zone'),
  });
});
